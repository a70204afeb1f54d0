package webhook

import (
	"crypto/ecdh"
	"encoding/base64"
	"strings"
)

// Device has the keys of a browser's subscription to Web Push (RFC 8291).
type Device struct {
	Auth []byte // the secret that authenticates messages, of 16 bytes
	Key  []byte // the public key, an uncompressed point on P-256 of 65 bytes
}

const (
	authSize = 16
	keySize  = 65
)

// ParseDevice parses the keys as a browser gives them: auth and p256dh in base64url, with or without padding.
func ParseDevice(auth, key string) (d Device, ok bool) {
	decode := func(text string) []byte {
		raw, _ := base64.RawURLEncoding.DecodeString(strings.TrimRight(text, "="))
		return raw
	}
	d = Device{decode(auth), decode(key)}
	if len(d.Auth) != authSize || len(d.Key) != keySize {
		return Device{}, false
	}
	_, err := ecdh.P256().NewPublicKey(d.Key)
	return d, err == nil
}

// Secret returns the stored form of the keys.
func (d Device) Secret() []byte { return append(append([]byte(nil), d.Auth...), d.Key...) }

// DeviceOf returns the keys from their stored form.
func DeviceOf(secret []byte) (d Device, ok bool) {
	if len(secret) != authSize+keySize {
		return Device{}, false
	}
	return Device{secret[:authSize], secret[authSize:]}, true
}

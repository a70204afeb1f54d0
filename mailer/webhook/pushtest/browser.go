// Package pushtest is the browser's side of Web Push, for tests.
package pushtest

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/ecdh"
	"crypto/hkdf"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"testing"
)

// Browser is a browser that has subscribed to a push service.
type Browser struct {
	key  *ecdh.PrivateKey
	auth []byte
}

// New returns a browser with fresh keys.
func New(t testing.TB) Browser {
	t.Helper()
	key, err := ecdh.P256().GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	auth := make([]byte, 16)
	_, _ = rand.Read(auth) // it never fails
	return Browser{key, auth}
}

// Keys returns the keys of the subscription as a page sends them.
func (b Browser) Keys() (auth, p256dh string) {
	text := base64.RawURLEncoding.EncodeToString
	return text(b.auth), text(b.key.PublicKey().Bytes())
}

// Decrypt decrypts the body of a request to the push service as the receiver of RFC 8291 does. The test fails if it
// cannot be decrypted.
func (b Browser) Decrypt(t testing.TB, body []byte) []byte {
	t.Helper()
	must := func(raw []byte, err error) []byte {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return raw
	}
	salt, public, sealed := body[:16], body[21:86], body[86:]
	sender, err := ecdh.P256().NewPublicKey(public)
	if err != nil {
		t.Fatal(err)
	}
	shared := must(b.key.ECDH(sender))
	input := must(hkdf.Key(sha256.New, shared, b.auth,
		"WebPush: info\x00"+string(b.key.PublicKey().Bytes())+string(public), 32))
	key := must(hkdf.Key(sha256.New, input, salt, "Content-Encoding: aes128gcm\x00", 16))
	nonce := must(hkdf.Key(sha256.New, input, salt, "Content-Encoding: nonce\x00", 12))
	block, err := aes.NewCipher(key)
	if err != nil {
		t.Fatal(err)
	}
	gcm, err := cipher.NewGCM(block)
	if err != nil {
		t.Fatal(err)
	}
	text := must(gcm.Open(nil, nonce, sealed, nil))
	if text[len(text)-1] != 2 {
		t.Fatalf("the record ends with %d", text[len(text)-1])
	}
	return text[:len(text)-1]
}

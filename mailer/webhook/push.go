package webhook

import (
	"cmp"
	"crypto/aes"
	"crypto/cipher"
	"crypto/ecdh"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/hkdf"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"turnpost/models"
	"turnpost/models/hook"
	"turnpost/models/mailbox"
	"turnpost/models/webhook"
	"turnpost/templates"
)

// Web Push (RFC 8030): a message is encrypted for the browser (RFC 8291) and signed for the push service (RFC 8292).
// Both are written here and not taken from webpush-go, whose key and salt cannot be set, so that it cannot be compared
// with the example of the RFC, and which brings two modules; the standard library has the rest.

// The limits of a push message. A push service must take a body of 4,096 bytes.
const (
	maxPushText = 400                // characters of the description
	maxPushLife = 7 * 24 * time.Hour // how long a push service keeps a message that has no deadline
	minPushLife = time.Minute
)

// pushMessage is what a service worker shows.
type pushMessage struct {
	Title string `json:"title"`
	Body  string `json:"body"`
	URL   string `json:"url"` // of the page to open
	Tag   string `json:"tag"` // a newer notification with the tag replaces an older one
}

// push returns the message for a browser, not yet encrypted. A newer one about the game replaces an older one that was
// not delivered, and none arrives after the deadline.
func push(c *mailbox.Content, m templates.Mail, s templates.Summary) (body, error) {
	message := pushMessage{clip(s.Title, 120), clip(s.Text, maxPushText), cmp.Or(s.URL, m.Site+"/inbox"), string(c.Kind)}
	life := maxPushLife
	h := http.Header{"Content-Type": {"application/octet-stream"}, "Urgency": {"normal"}}
	if g := m.Game; g != nil {
		message.Tag = g.ID
		h.Set("Topic", g.ID)
		if !g.Over() && (c.Kind == models.KindYourTurn || c.Kind == models.KindReminder) {
			life = max(minPushLife, g.Deadline.Sub(m.Now))
		}
	}
	if c.Kind == models.KindReminder {
		h.Set("Urgency", "high")
	}
	h.Set("TTL", strconv.Itoa(int(life.Seconds())))
	text, err := json.Marshal(message)
	return body{text: text, header: h}, err
}

// seal encrypts the message for the browser of a claim and identifies this server to the push service. contact is a URL
// or a mail address of the server, which push services demand.
func (b *body) seal(claim hook.Claim, key *ecdh.PrivateKey, contact string, now time.Time) error {
	device, ok := webhook.DeviceOf(claim.Secrets[0])
	if !ok {
		return errors.New("the keys of the device are broken")
	}
	ephemeral, err := ecdh.P256().GenerateKey(rand.Reader)
	if err != nil {
		return err
	}
	salt := make([]byte, saltSize)
	_, _ = rand.Read(salt) // it never fails
	if b.text, err = encrypt(b.text, device, ephemeral, salt); err != nil {
		return err
	}
	b.header.Set("Content-Encoding", "aes128gcm")
	identity, err := vapid(key, claim.URL, contact, now)
	b.header.Set("Authorization", identity)
	return err
}

const (
	saltSize   = 16
	recordSize = 4096
)

// encrypt encrypts a message for a browser (RFC 8291), as one record of the encoding aes128gcm (RFC 8188).
func encrypt(message []byte, device webhook.Device, ephemeral *ecdh.PrivateKey, salt []byte) ([]byte, error) {
	receiver, err := ecdh.P256().NewPublicKey(device.Key)
	if err != nil {
		return nil, err
	}
	shared, err := ephemeral.ECDH(receiver)
	if err != nil {
		return nil, err
	}
	public := ephemeral.PublicKey().Bytes()
	input, err := hkdf.Key(sha256.New, shared, device.Auth, "WebPush: info\x00"+string(device.Key)+string(public), 32)
	if err != nil {
		return nil, err
	}
	key, err := hkdf.Key(sha256.New, input, salt, "Content-Encoding: aes128gcm\x00", 16)
	if err != nil {
		return nil, err
	}
	nonce, err := hkdf.Key(sha256.New, input, salt, "Content-Encoding: nonce\x00", 12)
	if err != nil {
		return nil, err
	}
	block, err := aes.NewCipher(key)
	if err != nil {
		return nil, err
	}
	gcm, err := cipher.NewGCM(block)
	if err != nil {
		return nil, err
	}
	header := append(binary.BigEndian.AppendUint32(append([]byte(nil), salt...), recordSize), byte(len(public)))
	header = append(header, public...)
	if size := len(header) + len(message) + 1 + gcm.Overhead(); size > recordSize {
		return nil, fmt.Errorf("a message of %d bytes does not fit a record", len(message))
	}
	const lastRecord = 2
	return gcm.Seal(header, nonce, append(append([]byte(nil), message...), lastRecord), nil), nil
}

// vapidLife is how long the proof of the server's identity is valid; a push service takes at most 24 hours.
const vapidLife = 12 * time.Hour

// vapid returns the value of Authorization that identifies this server (RFC 8292): a token signed by its key, and the
// public key, by which the browser subscribed.
func vapid(key *ecdh.PrivateKey, endpoint, contact string, now time.Time) (string, error) {
	u, err := url.Parse(endpoint)
	if err != nil {
		return "", err
	}
	claims, err := json.Marshal(map[string]any{
		"aud": u.Scheme + "://" + u.Host, "exp": now.Add(vapidLife).Unix(), "sub": contact,
	})
	if err != nil {
		return "", err
	}
	text := base64.RawURLEncoding.EncodeToString([]byte(`{"typ":"JWT","alg":"ES256"}`)) + "." +
		base64.RawURLEncoding.EncodeToString(claims)
	signer, err := ecdsa.ParseRawPrivateKey(elliptic.P256(), key.Bytes())
	if err != nil {
		return "", err
	}
	sum := sha256.Sum256([]byte(text))
	r, s, err := ecdsa.Sign(rand.Reader, signer, sum[:])
	if err != nil {
		return "", err
	}
	signature := make([]byte, 64)
	r.FillBytes(signature[:32])
	s.FillBytes(signature[32:])
	return fmt.Sprintf("vapid t=%s.%s, k=%s", text, base64.RawURLEncoding.EncodeToString(signature),
		base64.RawURLEncoding.EncodeToString(key.PublicKey().Bytes())), nil
}

// contactOf returns how push services may reach the operator: the address of the site, if it is one by TLS, which they
// demand, else a mail address of the site's host.
func contactOf(site string) string {
	u, err := url.Parse(site)
	if err != nil || u.Scheme == "https" {
		return site
	}
	return "mailto:turnpost@" + cmp.Or(u.Hostname(), "localhost")
}

// pushDetail returns the detail of a push service's answer. The subscription has ended if it is not found any more, or
// was made by another key of this server.
func pushDetail(r result) models.HookDetail {
	switch r.status {
	case http.StatusNotFound, http.StatusUnauthorized, http.StatusForbidden:
		return hook.HookGone
	}
	return r.detail
}

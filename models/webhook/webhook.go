// Package webhook holds the parts of a webhook that need no row: the form of its URL, the formats of its bodies, its
// secrets and signatures as of standard-webhooks.com, and the keys of a browser's subscription to Web Push.
package webhook

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base32"
	"encoding/base64"
	"fmt"
	"net/netip"
	"net/url"
	"strconv"
	"strings"
	"time"
)

// Format is the form of a webhook's bodies.
type Format string

// The formats.
const (
	JSON     Format = "json"
	Discord  Format = "discord"
	Slack    Format = "slack"
	Ntfy     Format = "ntfy"
	Telegram Format = "telegram" // sendMessage of the Bot API
	Matrix   Format = "matrix"   // a message to a room, by the client-server API
	Push     Format = "push"     // Web Push to a browser, which asked for it itself
)

// Formats lists the formats that players choose, in the order of pages.
func Formats() []Format { return []Format{JSON, Discord, Slack, Ntfy, Telegram, Matrix} }

// Fault is a reason why a URL cannot be a webhook's. Each has words in the phrase error.bad_hook_url.
type Fault string

// The faults. The last three depend on the network.
const (
	FaultForm        Fault = "form"        // it is no absolute http or https URL with a host and a possible port
	FaultLong        Fault = "long"        // it has more than MaxURL characters
	FaultCredentials Fault = "credentials" // it has a user or a password
	FaultFragment    Fault = "fragment"
	FaultPlain       Fault = "plain"   // http, and its host is not in an allowed network
	FaultUnknown     Fault = "unknown" // its host has no address
	FaultPrivate     Fault = "private" // its host has an address that is not public
)

// MaxURL is the maximum length of a URL in bytes.
const MaxURL = 2000

// ParseURL parses the URL of a webhook. It checks only the form; fault is "" if the form is right.
func ParseURL(text string) (u *url.URL, fault Fault) {
	if len(text) > MaxURL {
		return nil, FaultLong
	}
	u, err := url.Parse(text)
	if err != nil || (u.Scheme != "https" && u.Scheme != "http") || u.Hostname() == "" || u.Opaque != "" {
		return nil, FaultForm
	}
	switch {
	case u.User != nil:
		return nil, FaultCredentials
	case u.Fragment != "" || strings.Contains(text, "#"):
		return nil, FaultFragment
	case !formOfHost(u.Hostname()) || !formOfPort(u.Port()):
		return nil, FaultForm
	}
	return u, ""
}

// formOfPort reports whether a port can be connected to. "" is that of the scheme.
func formOfPort(port string) bool {
	n, err := strconv.ParseUint(port, 10, 16)
	return port == "" || err == nil && n > 0
}

// formOfHost reports whether a host is an IP address without a zone, or a name of ASCII characters, as is sent in DNS.
func formOfHost(host string) bool {
	if address, err := netip.ParseAddr(host); err == nil {
		return address.Zone() == ""
	}
	return len(host) <= 253 && !strings.ContainsFunc(host, func(r rune) bool {
		return r != '.' && r != '-' && r != '_' && (r < '0' || r > '9') && (r < 'a' || r > 'z') && (r < 'A' || r > 'Z')
	})
}

// Host returns the host by which limits are counted: the name without its case and the port.
func Host(u *url.URL) string { return strings.TrimSuffix(strings.ToLower(u.Hostname()), ".") }

// SecretLife is how long a replaced secret still signs beside its successor.
const SecretLife = 24 * time.Hour

// SecretText returns the form in which a player gets a secret.
func SecretText(secret []byte) string { return "whsec_" + base64.StdEncoding.EncodeToString(secret) }

// Sign returns the signature of a body by each of some secrets, for the header webhook-signature.
func Sign(id string, at time.Time, body []byte, secrets ...[]byte) string {
	signed := fmt.Appendf(nil, "%s.%d.", id, at.Unix())
	var list []string
	for _, secret := range secrets {
		mac := hmac.New(sha256.New, secret)
		mac.Write(signed)
		mac.Write(body)
		list = append(list, "v1,"+base64.StdEncoding.EncodeToString(mac.Sum(nil)))
	}
	return strings.Join(list, " ")
}

// MessageID returns the webhook-id of the notice with a key. It is the same in every attempt and for every webhook.
func MessageID(key string) string {
	sum := sha256.Sum256([]byte("webhook-id " + key))
	return "msg_" + strings.ToLower(base32.StdEncoding.EncodeToString(sum[:15]))
}

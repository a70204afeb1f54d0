// Package mailaddr parses mail addresses and finds their mailboxes.
package mailaddr

import (
	"net/mail"
	"strings"
)

// maxLength is the maximum length of an address in SMTP (RFC 5321, 4.5.3.1.3).
const maxLength = 254

// Parse parses an address and returns it with the key that identifies its account.
func Parse(text string) (address, key string, ok bool) {
	parsed, err := mail.ParseAddress(text)
	bad := err != nil || parsed.Address != strings.TrimSpace(text) || len(text) > maxLength ||
		strings.ContainsFunc(parsed.Address, func(r rune) bool {
			return r <= ' ' || r >= 0x7f || strings.ContainsRune(`"<>(),;:\`, r)
		})
	if bad {
		return "", "", false
	}
	return parsed.Address, strings.ToLower(parsed.Address), true
}

// Mailbox returns the mailbox of the address with a key, as far as it can be derived: the text after a + is a label,
// and some hosts ignore dots. Limits count by mailbox; an account belongs to the exact address.
func Mailbox(key string) string {
	local, host, _ := strings.Cut(key, "@")
	if label := strings.IndexByte(local, '+'); label > 0 {
		local = local[:label]
	}
	if host == "gmail.com" || host == "googlemail.com" {
		local, host = strings.ReplaceAll(local, ".", ""), "gmail.com"
	}
	return local + "@" + host
}

// Package mailaddr reads mail addresses and finds the mailbox that one leads to.
package mailaddr

import (
	"net/mail"
	"strings"
)

// maxLength is the longest address that SMTP carries (RFC 5321, 4.5.3.1.3).
const maxLength = 254

// Parse reads an address and returns it with the key under which it is one account.
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

// Mailbox returns the mailbox that the address with a key leads to, as far as the address shows it: the text after a
// + is the owner's own label, and some hosts ignore dots. Limits count by it; an account belongs to the whole address.
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

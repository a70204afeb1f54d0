// Package mailaddr parses mail addresses and compares the mailboxes that they name.
package mailaddr

import (
	"net/mail"
	"strings"

	"golang.org/x/net/idna"
)

// maxLength is the maximum length of an address in SMTP (RFC 5321, 4.5.3.1.3).
const maxLength = 254

// Parse parses an address and returns it with the key that identifies its account. A domain in Unicode is returned in
// ASCII, the form in which every server takes it.
func Parse(text string) (address, key string, ok bool) {
	text = strings.TrimSpace(text)
	parsed, err := mail.ParseAddress(text)
	if err != nil || parsed.Address != text {
		return "", "", false
	}
	address = ASCII(text)
	bad := len(address) > maxLength || strings.ContainsFunc(address, func(r rune) bool {
		return r <= ' ' || r >= 0x7f || strings.ContainsRune(`"<>(),;:\`, r)
	})
	if bad {
		return "", "", false
	}
	return address, Key(address), true
}

// Key returns the key of an address that Parse has returned, such as a stored one.
func Key(address string) string { return strings.ToLower(address) }

// ASCII returns an address with its domain in ASCII, or unchanged if the domain is invalid.
func ASCII(address string) string {
	at := strings.LastIndexByte(address, '@')
	return address[:at+1] + asciiDomain(address[at+1:])
}

// asciiDomain returns a domain of ASCII unchanged.
func asciiDomain(domain string) string {
	if !strings.ContainsFunc(domain, func(r rune) bool { return r >= 0x80 }) {
		return domain
	}
	ascii, err := idna.Lookup.ToASCII(domain)
	if err != nil {
		return domain
	}
	return ascii
}

// Mailbox returns the mailbox of an address, as far as it can be derived: capitals do not matter, the text after a + is
// a label, some hosts ignore dots, and a domain has a form in Unicode and one in ASCII. Who sends a mail and what
// counts for whom is decided by mailbox; an account belongs to the exact address. It returns "" if the text is no
// address.
//
// The column players.mailbox has the same value, computed by the database.
func Mailbox(address string) string {
	at := strings.LastIndexByte(address, '@')
	if at < 1 || at == len(address)-1 {
		return ""
	}
	local, host := strings.ToLower(address[:at]), strings.ToLower(asciiDomain(strings.TrimSuffix(address[at+1:], ".")))
	if label := strings.IndexByte(local, '+'); label > 0 {
		local = local[:label]
	}
	if host == "gmail.com" || host == "googlemail.com" {
		local, host = strings.ReplaceAll(local, ".", ""), "gmail.com"
	}
	return local + "@" + host
}

// Same reports whether two addresses are of one mailbox.
func Same(a, b string) bool {
	mailbox := Mailbox(a)
	return mailbox != "" && mailbox == Mailbox(b)
}

package models

import (
	"net/mail"
	"strings"
)

// readEmail checks an address and gives it with the key under which it is one account.
func readEmail(text string) (email, key string, err error) {
	address, parseErr := mail.ParseAddress(text)
	bad := parseErr != nil || address.Address != strings.TrimSpace(text) || len(text) > 254 ||
		strings.ContainsFunc(address.Address, func(r rune) bool {
			return r <= ' ' || r >= 0x7f || strings.ContainsRune(`"<>(),;:\`, r)
		})
	if bad {
		return "", "", invalid("email", "bad_email", "email", clip(text, 80))
	}
	return address.Address, strings.ToLower(address.Address), nil
}

// readOthersEmail is readEmail for an address that must not be one of this server's own.
func (s *Store) readOthersEmail(text string) (email, key string, err error) {
	email, key, err = readEmail(text)
	if err == nil && s.ownAddress != nil && s.ownAddress(email) {
		err = invalid("email", "server_address")
	}
	return email, key, err
}

func emailKeyOf(p Player) string {
	_, key, _ := readEmail(p.Email) // checked when it was stored
	return key
}

package models

import "strings"

// mailboxOf is the mailbox that an address leads to, as far as an address shows it: what stands
// behind a + is the owner's own label, and some hosts pass dots over. Limits count by it; an account
// belongs to the address as it is.
func mailboxOf(emailKey string) string {
	local, host, _ := strings.Cut(emailKey, "@")
	if label := strings.IndexByte(local, '+'); label > 0 {
		local = local[:label]
	}
	if host == "gmail.com" || host == "googlemail.com" {
		local, host = strings.ReplaceAll(local, ".", ""), "gmail.com"
	}
	return local + "@" + host
}

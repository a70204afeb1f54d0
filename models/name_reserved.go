package models

import (
	"slices"
	"strings"
)

// serverNames are names that a reader would take for the server or whoever runs it: roles (RFC 2142
// among them), and words that stand for no player in addresses and texts.
var serverNames = []string{
	"abuse", "admin", "administrator", "anonymous", "anybody", "anyone", "billing", "bounce", "bounces",
	"daemon", "everybody", "everyone", "help", "helpdesk", "hostmaster", "info", "inbound", "mail", "mailer",
	"mailer-daemon", "moderator", "nobody", "none", "noreply", "no-reply", "notifications", "null", "official",
	"operator", "postmaster", "root", "security", "server", "service", "sign-in", "signin", "somebody", "someone",
	"staff", "support", "sysadmin", "sysop", "system", "turn-post", "turnpost", "undefined", "unknown",
	"webmaster", "www",
}

// reservedName tells whether a name is one of those, however it is dressed up: Admin_2, TURN-POST.
func reservedName(name string) bool {
	bare := func(text string) string {
		return strings.Trim(strings.NewReplacer("-", "", "_", "").Replace(nameKey(text)), "0123456789")
	}
	return slices.ContainsFunc(serverNames, func(s string) bool { return bare(s) == bare(name) })
}

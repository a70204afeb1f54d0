// Package names says which names players may have, and which are one name.
package names

import (
	"regexp"
	"slices"
	"strings"
)

var pattern = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_-]{1,23}$`)

// IsValid reports whether a text has the form of a name.
func IsValid(name string) bool { return pattern.MatchString(name) }

// Key returns the key under which a name is one name: case does not count.
func Key(name string) string { return strings.ToLower(name) }

// GonePrefix begins the names of deleted accounts.
const GonePrefix = "gone-"

// IsGone reports whether a name is that of a deleted account, which has no page.
func IsGone(name string) bool { return strings.HasPrefix(name, GonePrefix) }

// ofServer are names that a reader would take for the server or its operators: roles (RFC 2142
// among them), and words that in addresses and texts mean no player.
var ofServer = []string{
	"abuse", "admin", "administrator", "anonymous", "anybody", "anyone", "billing", "bounce", "bounces",
	"daemon", "everybody", "everyone", "help", "helpdesk", "hostmaster", "info", "inbound", "mail", "mailer",
	"mailer-daemon", "moderator", "nobody", "none", "noreply", "no-reply", "notifications", "null", "official",
	"operator", "postmaster", "root", "security", "server", "service", "sign-in", "signin", "somebody", "someone",
	"staff", "support", "sysadmin", "sysop", "system", "turn-post", "turnpost", "undefined", "unknown",
	"webmaster", "www",
}

// IsReserved reports whether a name could be taken for the server, with digits and joiners left out: Admin_2,
// TURN-POST.
func IsReserved(name string) bool {
	bare := func(text string) string {
		return strings.Trim(strings.NewReplacer("-", "", "_", "").Replace(Key(text)), "0123456789")
	}
	return slices.ContainsFunc(ofServer, func(s string) bool { return bare(s) == bare(name) })
}

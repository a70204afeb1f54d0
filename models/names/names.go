// Package names decides which names players may have, and which names are equal.
package names

import (
	"regexp"
	"slices"
	"strings"
)

var pattern = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_-]{1,23}$`)

// IsValid reports whether a text has the form of a name.
func IsValid(name string) bool { return pattern.MatchString(name) }

// Key returns the key of a name. Names that differ only in case, or in the mark of a bot, have the same key.
func Key(name string) string { return Plain(strings.ToLower(name)) }

// BotMark ends the names of bots: of accounts whose turns a program plays. It is a part of the stored name, so that no
// list, page, mail or feed can leave it out; no name that a player chooses can have it.
const BotMark = "[bot]"

// IsBot reports whether a name is that of a bot.
func IsBot(name string) bool { return strings.HasSuffix(name, BotMark) }

// Plain returns a name without the mark of a bot.
func Plain(name string) string { return strings.TrimSuffix(name, BotMark) }

// Marked returns a name with the mark of a bot, or without it.
func Marked(name string, bot bool) string {
	if !bot {
		return Plain(name)
	}
	return Plain(name) + BotMark
}

// GonePrefix is the prefix of deleted accounts' names.
const GonePrefix = "gone-"

// IsGone reports whether a name is that of a deleted account, which has no page.
func IsGone(name string) bool { return strings.HasPrefix(name, GonePrefix) }

// ofServer lists names that readers would attribute to the server or its operators: roles (including RFC 2142), and
// words that denote no player in addresses and texts.
var ofServer = []string{
	"abuse", "admin", "administrator", "anonymous", "anybody", "anyone", "billing", "bounce", "bounces",
	"computer", "daemon", "everybody", "everyone", "help", "helpdesk", "hostmaster", "info", "inbound", "mail", "mailer",
	"mailer-daemon", "moderator", "nobody", "none", "noreply", "no-reply", "notifications", "null", "official",
	"operator", "postmaster", "robot", "root", "security", "server", "service", "sign-in", "signin", "somebody", "someone",
	"staff", "support", "sysadmin", "sysop", "system", "turn-post", "turnpost", "undefined", "unknown",
	"webmaster", "www",
}

// ofHouse lists beginnings of names that readers would attribute to the server's own player or to a program.
var ofHouse = []string{"bot", "house"}

var joiners = strings.NewReplacer("-", "", "_", "")

// bare returns a name without case, joiners and the digits at its ends.
func bare(name string) string { return strings.Trim(joiners.Replace(Key(name)), "0123456789") }

// IsReserved reports whether a name, without digits and joiners, is a reserved one: Admin_2, TURN-POST, bot-7.
func IsReserved(name string) bool {
	name = bare(name)
	return slices.ContainsFunc(ofServer, func(s string) bool { return bare(s) == name }) ||
		slices.ContainsFunc(ofHouse, func(s string) bool { return strings.HasPrefix(name, s) })
}

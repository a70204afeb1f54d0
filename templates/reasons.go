package templates

import (
	"cmp"
	"strings"

	"turnpost/rules"
)

// platformReasons are the ends of games that no ruleset knows of. {} is who lost, or whose time is out.
var platformReasons = map[string]string{
	"resignation": "{} resigned",
	"agreement":   "the players agreed on it",
	"timeout":     "{} ran out of time",
	"aborted":     "a player ended it before both had played",
	"no_show":     "{} ran out of time before playing a turn",
}

// isAbort tells whether a game that ended so has no result.
func isAbort(reason string) bool { return reason == "aborted" || reason == "no_show" }

// ReasonPhrase is the phrase for the reason of a result, by a ruleset or by the
// platform. It fits after the result. The loser is whoever lost or failed to begin, by name; "" is
// the reader.
func ReasonPhrase(info rules.Info, code, loser string) string {
	if phrase, ok := platformReasons[code]; ok {
		return strings.ReplaceAll(phrase, "{}", cmp.Or(loser, "you"))
	}
	return info.ReasonPhrase(code)
}

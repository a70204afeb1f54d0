package reply

import (
	"strings"

	"turnpost/rules"
)

// Commands in other languages are rewritten in English before a line is parsed, so that the forms of commands exist
// once. The words are in rules/commands.LANG.txt.

// inGame lists the commands by which a line in a reply is more than a text. Words of the others, such as "yes", begin
// many texts.
var inGame = setOf([]string{
	"resign", "resign_now", "draw", "accept", "decline", "show", "mute", "help", "rematch", "takeback", "say", "plan",
	"away",
})

var (
	planNone    = rules.ArgumentWords("plan_none")
	awayBetween = rules.ArgumentWords("away_between")
)

// inEnglish returns a line that is a command in another language with the words of the English one, and other lines
// unchanged.
func inEnglish(text string) string {
	command, rest := rules.ForeignCommand(text)
	if command == "" {
		return text
	}
	name := rules.CommandWords("en", command)[0]
	switch {
	case !rules.TakesArgument(command):
		if strings.Trim(rest, ".! ") != "" {
			return text
		}
		return name
	case command == "away":
		rest = " " + withoutWords(rest, awayBetween)
	}
	return name + rest
}

// withoutWords drops some words from a text.
func withoutWords(text string, drop map[string]bool) string {
	var kept []string
	for _, word := range strings.Fields(strings.TrimLeft(text, ": ")) {
		if !drop[rules.FoldCommand(word)] {
			kept = append(kept, word)
		}
	}
	return strings.Join(kept, " ")
}

// startsForeign reports whether a line begins like a command of a game in another language.
func startsForeign(text string) bool {
	command, _ := rules.ForeignCommand(text)
	return inGame[command]
}

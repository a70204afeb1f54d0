package reply

import (
	"strings"
	"unicode/utf8"

	"turnpost/rules"
)

// foldTyped folds a text as turns are folded in every game. Only the rulesets fold what depends on the game, such as
// squares without a sign between them.
func foldTyped(text string) string {
	text = rules.Notation{}.Fold(text)
	if isSpaced(text) {
		return text
	}
	return strings.Join(strings.Fields(text), " ")
}

// isSpaced reports whether an ASCII text has only single spaces, between words.
func isSpaced(text string) bool {
	before := byte(' ')
	for i := range len(text) {
		if c := text[i]; c < ' ' || c >= utf8.RuneSelf || c == ' ' && before == ' ' {
			return false
		}
		before = text[i]
	}
	return before != ' ' || text == ""
}

package reply

import (
	"slices"
	"strings"

	"turnpost/rules"
)

// turn parses a turn: verbatim, or without a label or a number before it.
func (p parser) turn(text string) (string, bool) {
	text = strings.TrimSpace(text)
	if p.isTurn(text) {
		return p.written(text), true
	}
	if rest := clean(number.dropFrom(text)); rest != text && p.isTurn(rest) {
		return p.written(rest), true
	}
	return p.labelledTurn(text)
}

// labelledTurn parses a turn with a label before it: "Turn 13: d1-d4".
func (p parser) labelledTurn(text string) (string, bool) {
	if m := moveLabel.groups(strings.ReplaceAll(text, "’", "'")); m != nil && isMoveLabel(m[1]) {
		if rest := clean(m[2]); p.isTurn(rest) {
			return p.written(rest), true
		}
	}
	return "", false
}

// written returns a turn in the form that its writer sees: with a hyphen for the words between two squares, which the
// folding of letters may have garbled, if the game reads it like that too.
func (p parser) written(turn string) string {
	tidy := tidyTurn(turn)
	if joined := (rules.Notation{Squares: true, Steps: true}).Fold(tidy); p.readable != nil && p.readable(joined) {
		return joined
	}
	return tidy
}

// isMoveLabel reports whether a text only announces a turn: "My move", "Turn 13 is", "T13". One that tries a turn says
// whose it is: "let's try", as "try" alone may ask to see the board after it.
func isMoveLabel(label string) bool {
	isAttempt, isMine := false, false
	words := strings.Fields(strings.ToLower(strings.TrimRight(label, ":. ")))
	for i, w := range words {
		if w == "no." && i+1 < len(words) && ordinal().MatchString(words[i+1]) {
			continue
		}
		isAttempt, isMine = isAttempt || attempts[w], isMine || doers[w]
		if w = strings.TrimRight(w, "."); !moveWords[w] && !attempts[w] && !doers[w] && !ordinal().MatchString(w) {
			return false
		}
	}
	return isMine || !isAttempt
}

// isTurn reports whether a text is a turn of the game, or has the shape of one. A square alone must be a turn of the
// game. Several turns with slashes between them are none.
func (p parser) isTurn(text string) bool {
	if text == "" || len(text) > 400 || p.isChoice(text) {
		return false
	}
	if p.readable == nil {
		return looksLikeTurn(text)
	}
	tidy := tidyTurn(text)
	return p.readable(text) || p.readable(tidy) || looksLikeTurn(text) && moveShape.matches(strings.ToLower(tidy))
}

// isChoice reports whether a text is several legal turns with slashes or bars between them, which are no turn together.
func (p parser) isChoice(text string) bool {
	return strings.ContainsAny(text, dividers) && p.legal != nil && !p.legal(text) &&
		!slices.ContainsFunc(choices(tidyTurn(text)), func(turn string) bool { return !p.legal(turn) })
}

// dividers are the signs between turns of which one is to be chosen.
const dividers = "/|"

func choices(text string) []string {
	return strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(dividers, r) })
}

// looksLikeTurn reports whether a text has the shape of a turn.
func looksLikeTurn(text string) bool { return turnShape.matches(strings.ToLower(tidyTurn(text))) }

// tidyTurn folds the signs of a turn and drops a number before it and a full stop after it.
func tidyTurn(text string) string {
	text = strings.ReplaceAll(number.dropFrom(foldTyped(text)), "--", "-") // which people type for a dash
	return strings.TrimSpace(strings.TrimRight(text, ".! "))
}

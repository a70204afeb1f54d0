package reply

import (
	"strings"
)

var innerMove = pattern(squareInside + `(?:\s?[-~/]\s?|\s+\p{L}{1,4}\s+)` + squareInside + `|(?:^|\s)[pe]\d(?:\W|$)`)

const squareInside = `[a-z]\d{1,2}`

// The limits of what is looked for within lines. A game may take some 10 µs to say whether a text is a turn.
const (
	maxInnerMoves = 4   // turns within a line that are compared with the command above it
	maxInnerWords = 12  // words of a line in which the game looks for turns
	maxInnerTries = 200 // texts of a mail that the game is asked about
	innerSigns    = " .,:;!?()\"'"
)

// innerTurns returns the turns that a folded line names among other words: texts of the shape of one, and words that
// the game reads as one, such as "k11 l9", "32-28" and "pass".
func (r *reader) innerTurns(folded string) (found []string) {
	if hasDigit(folded) {
		for _, inner := range innerMove().FindAllString(folded, maxInnerMoves) {
			found = append(found, strings.Trim(inner, innerSigns))
		}
	}
	words := strings.Fields(folded)
	if len(words) > maxInnerWords || r.readable == nil || r.legal == nil {
		return found
	}
	short := len(words) <= maxShortWords
	for at := 0; at < len(words) && len(found) < 2*maxInnerMoves; at++ {
		if turn, length := r.turnOf(words[at:], short); length > 0 {
			found = append(found, turn)
			at += length - 1
		}
	}
	return found
}

// turnOf returns the longest legal turn at the beginning of some words, and how many of them it takes. If there is
// none, the first word may be a part of a turn that the game reads. A word or a number without signs is a turn only in
// a short line: "No, pass" but not "I had to pass an exam, and the train was late".
func (r *reader) turnOf(words []string, short bool) (turn string, length int) {
	for n := min(len(words), maxTurnWords); n > 0; n-- {
		turn = strings.Trim(strings.Join(words[:n], " "), innerSigns)
		if (short || !isBare(turn)) && r.tries(r.legal, turn) {
			return turn, n
		}
	}
	if !isBare(turn) && hasDigit(turn) && r.tries(r.readable, turn) {
		return turn, 1
	}
	return "", 0
}

// tries asks the game about a text, within the limit of a mail.
func (r *reader) tries(is func(string) bool, text string) bool {
	if r.tried == maxInnerTries || text == "" {
		return false
	}
	r.tried++
	return is(text)
}

// isBare reports whether a text is words alone or a number.
func isBare(text string) bool {
	return !hasDigit(text) || strings.Trim(text, "0123456789") == ""
}

func hasDigit(text string) bool { return strings.ContainsAny(text, "0123456789") }

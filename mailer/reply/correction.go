package reply

import (
	"strings"

	"turnpost/rules"
)

var (
	correction     = setOf(table("correction"))
	secondThoughts = setOf(table("correction"), table("second_thoughts"))
	retraction     = table("retraction")

	innerSquares = pattern(squareInside + `(?:\s?[-~/]\s?|\s+\p{L}{1,4}\s+)` + squareInside)
	innerMove    = pattern(squareInside + `(?:\s?[-~/]\s?|\s+\p{L}{1,4}\s+)` + squareInside + `|(?:^|\s)[pe]\d(?:\W|$)`)
)

const squareInside = `[a-z]\d{1,2}`

// maxInnerMoves is how many turns within a line are compared with the command above it.
const maxInnerMoves = 4

// corrects reports whether a line that is no command takes back a command, or could: what stands above it must not be
// done without asking. The lines in question:
//
//	Sorry, I meant d1-d5      a word of correction with a turn, above the command too
//	No, better d1-d5          a word of second thoughts with a turn, below it
//	I like d1-d5 as well      another legal turn, below it and above the closing
//	Forget it, I need time    a phrase that takes back, below it
func (r *reader) corrects(text string) bool {
	folded := strings.ToLower(foldTyped(text))
	hasMove := strings.ContainsAny(folded, "0123456789") && innerMove().MatchString(folded)
	if hasMove && hasWord(text, correction) {
		return true
	}
	if len(r.acts) == 0 {
		return false
	}
	return hasMove && hasWord(text, secondThoughts) || hasPhrase(text, retraction) ||
		hasMove && !r.closed && r.namesOther(folded)
}

// namesOther reports whether a folded line names a legal turn that is no part of a turn above.
func (r *reader) namesOther(folded string) bool {
	if r.legal == nil {
		return false
	}
	for _, inner := range innerSquares().FindAllString(folded, maxInnerMoves) {
		if r.legal(inner) && !r.hasTurn(inner) {
			return true
		}
	}
	return false
}

// hasTurn reports whether all turns above contain some steps, so that they are no other turn.
func (r *reader) hasTurn(steps string) bool {
	written := rules.Notation{Squares: true}
	for _, act := range r.acts {
		whole := strings.ToLower(written.Fold(act.command.Text))
		if isPlay(act.command.Verb) && !strings.Contains(whole, written.Fold(steps)) {
			return false
		}
	}
	return true
}

func isPlay(v Verb) bool { return v == Turn || v == Try }

// hasPhrase reports whether a text has one of some phrases, in any case, as whole words without a sign between them.
func hasPhrase(text string, phrases []string) bool {
	spaced := &strings.Builder{}
	for _, r := range strings.ToLower(strings.ReplaceAll(text, "’", "'")) {
		switch {
		case r == '\'' || r == ' ' || letter(r) != 0:
			spaced.WriteRune(r)
		default:
			spaced.WriteString(" . ")
		}
	}
	words := " " + strings.Join(strings.Fields(spaced.String()), " ") + " "
	for _, phrase := range phrases {
		if strings.Contains(words, " "+phrase+" ") {
			return true
		}
	}
	return false
}

package reply

import (
	"slices"
	"strings"

	"turnpost/rules"
)

var (
	correction     = setOf(table("correction"))
	secondThoughts = setOf(table("correction"), table("second_thoughts"))
	retraction     = table("retraction")

	innerMove = pattern(squareInside + `(?:\s?[-~/]\s?|\s+\p{L}{1,4}\s+)` + squareInside + `|(?:^|\s)[pe]\d(?:\W|$)`)
)

const squareInside = `[a-z]\d{1,2}`

// The limits of corrects.
const (
	maxInnerMoves = 4 // turns within a line that are compared with the command above it
	maxBareWords  = 3 // words of a line that is little more than a turn
	maxShortWords = 5 // words of a line that says little more than that another turn is meant
	maxLeadWords  = 2 // words before a phrase that takes back: "on second thought", "please do not play this"
)

// corrects reports whether a line takes back the command above it, or might: the server must ask before it does what
// stands there. These lines do:
//
//	Sorry, I meant d1-d5      a word of correction with a turn, above the command too
//	No, better d1-d5          a word of second thoughts with another turn, below it; in a longer line a legal one
//	Or d1-d5.                 little more than another legal turn, below it and above the closing
//	Forget it, I need time    a phrase of retraction at its beginning, below it
//
// Talk about other turns does not take back: "d1-d5 was tempting as well".
func (r *reader) corrects(text string) bool {
	folded := strings.ToLower(foldTyped(text))
	hasMove := strings.ContainsAny(folded, "0123456789") && innerMove().MatchString(folded)
	if hasMove && hasWord(text, correction) {
		return true
	}
	if len(r.acts) == 0 {
		return false
	}
	if !hasMove {
		return beginsWithPhrase(text, retraction)
	}
	words := len(strings.Fields(folded))
	other, legal := r.namesOther(folded)
	switch {
	case hasWord(text, secondThoughts):
		other = other && (legal || words <= maxShortWords)
	default:
		other = legal && words <= maxBareWords && !r.closed
	}
	return other || beginsWithPhrase(text, retraction)
}

// namesOther reports whether a folded line names a turn that is no part of a turn above, and whether one that is legal.
func (r *reader) namesOther(folded string) (other, legal bool) {
	for _, inner := range innerMove().FindAllString(folded, maxInnerMoves) {
		if inner = strings.Trim(inner, " .,:;!"); !r.hasTurn(inner) {
			other, legal = true, legal || r.legal == nil || r.legal(inner)
		}
	}
	return other, legal
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

// beginsWithPhrase reports whether a text begins with one of some phrases, in any case, as whole words without a sign
// between them, after at most maxLeadWords words.
func beginsWithPhrase(text string, phrases []string) bool {
	spaced := &strings.Builder{}
	for _, r := range strings.ToLower(strings.ReplaceAll(text, "’", "'")) {
		switch {
		case r == '\'' || r == ' ' || letter(r) != 0:
			spaced.WriteRune(r)
		default:
			spaced.WriteString(" . ")
		}
	}
	words := strings.Fields(spaced.String())
	for lead := range min(maxLeadWords+1, len(words)) {
		rest := strings.Join(words[lead:], " ") + " "
		if slices.ContainsFunc(phrases, func(p string) bool { return strings.HasPrefix(rest, p+" ") }) {
			return true
		}
	}
	return false
}

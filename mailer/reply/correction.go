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
	halt           = setOf(table("halt"))
)

// The limits of corrects.
const (
	maxBareWords = 3  // words of a line that is little more than a turn
	maxClauses   = 20 // clauses of a line that may call a halt
	maxHaltWords = 6  // words of the longest phrase that does, with the dot after it
	maxLeadWords = 2  // words before a phrase that takes back: "on second thought", "please do not play this"
)

// corrects reports whether a line takes back the command above it, or might: the server must ask before it does what
// stands there. These lines do:
//
//	Sorry, I meant d1-d5      a word of correction with a turn, above the command too
//	No, better d1-d5          a word of second thoughts with another turn, below it; in a longer line a legal one
//	Or d1-d5.                 little more than another legal turn, below it and above the closing
//	Forget it, I need time    a phrase of retraction at its beginning, below it
//	Sorry, wrong game         a phrase that calls a halt at the beginning of one of its clauses, below it
//
// Talk about other turns does not take back: "d1-d5 was tempting as well".
func (r *reader) corrects(text string) bool {
	corrected := hasWord(text, correction)
	if !corrected && len(r.acts) == 0 {
		return false
	}
	inner := r.search.find(text)
	switch {
	case len(inner) > 0 && corrected:
		return true
	case len(r.acts) == 0:
		return false
	case len(inner) == 0:
		return takesBack(text)
	}
	words := len(strings.Fields(foldTyped(text)))
	other, legal := r.namesOther(inner)
	switch {
	case hasWord(text, secondThoughts):
		other = other && (legal || words <= maxShortWords)
	default:
		other = legal && words <= maxBareWords && !r.closed
	}
	return other || takesBack(text)
}

// takesBack reports whether a text has a phrase that takes back what stands above it.
func takesBack(text string) bool { return beginsWithPhrase(text, retraction) || callsHalt(text) }

// callsHalt reports whether a clause of a text begins with one of the phrases of halt, in any case, as whole words.
func callsHalt(text string) bool {
	text = strings.NewReplacer("’", "'", " - ", ", ").Replace(strings.ToLower(text))
	clauses := 0
	for clause := range strings.FieldsFuncSeq(text, endsClause) {
		if clauses++; clauses > maxClauses {
			break
		}
		words := append(strings.FieldsFunc(clause, notWord), ".")
		for n := 1; n <= min(len(words), maxHaltWords); n++ {
			if halt[strings.Join(words[:n], " ")] {
				return true
			}
		}
	}
	return false
}

// endsClause reports whether a rune is none of those within a clause: letters, digits, spaces, apostrophes, hyphens.
func endsClause(r rune) bool { return notWord(r) && r != ' ' && r != '-' }

// namesOther reports whether one of some turns is no part of a turn above, and whether such a one is legal.
func (r *reader) namesOther(turns []namedTurn) (other, legal bool) {
	for _, turn := range turns {
		if !r.hasTurn(turn.text) {
			other, legal = true, legal || r.legal == nil || turn.legal
		}
	}
	return other, legal
}

// hasTurn reports whether all turns above contain some steps, so that they are no other turn.
func (r *reader) hasTurn(steps string) bool {
	for _, act := range r.acts {
		if isPlay(act.command.Verb) && !containsSteps(inComparison(act.command.Text), inComparison(steps)) {
			return false
		}
	}
	return true
}

// inComparison returns a turn in the form in which hasTurn compares it.
func inComparison(turn string) string {
	words := strings.Fields(strings.ReplaceAll(strings.ToLower(turn), ",", " "))
	return rules.Notation{Squares: true}.Fold(strings.Join(words, " "))
}

// containsSteps reports whether a turn contains some steps with whole numbers: "d1-d4" is no part of "d1-d40".
func containsSteps(turn, steps string) bool {
	for from := 0; from+len(steps) <= len(turn); from++ {
		end := from + len(steps)
		whole := (from == 0 || !isDigit(turn[from-1]) || !isDigit(turn[from])) &&
			(end == len(turn) || end == 0 || !isDigit(turn[end]) || !isDigit(turn[end-1]))
		if whole && turn[from:end] == steps {
			return true
		}
	}
	return false
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

package reply

import (
	"strings"

	"turnpost/rules"
)

var (
	correction     = setOf(table("correction"))
	secondThoughts = setOf(table("correction"), table("second_thoughts"))
	retraction     = setOf(table("retraction"))
	postponed      = setOf(table("postponed"))
	halt           = setOf(table("halt"))
)

// The limits of corrects.
const (
	maxBareWords   = 3   // words of a line that is little more than a turn
	maxPhraseStart = 120 // words of a line with which a phrase may begin
	maxPhraseWords = 6   // words of the longest phrase, with the dot after it
	maxLeadWords   = 2   // words before a phrase that takes back: "on second thought", "please do not play this"
)

// corrects reports whether a line takes back the command above it, or might: the server must ask before it does what
// stands there. These lines do:
//
//	Sorry, I meant d1-d5      a word of correction with a turn, above the command too
//	No, better d1-d5          a word of second thoughts with another turn, below it; in a longer line a legal one
//	Or d1-d5.                 little more than another legal turn, below it and above the closing
//	No, d5                    the same of a square that makes another legal turn of the command
//	Forget it, I need time    a phrase of retraction at its beginning, below it
//	Sorry, wrong game         a phrase that calls a halt at the beginning of one of its clauses, below it
//	Later.                    a phrase of postponement alone, above it
//
// Talk about other turns does not take back: "d1-d5 was tempting as well".
func (r *reader) corrects(text string) bool {
	if len(r.acts) == 0 {
		return isPostponed(text) || hasWord(text, correction) && len(r.search.find(text)) > 0
	}
	inner := r.search.find(text)
	other, legal := r.namesOther(append(r.movedElsewhere(text), inner...))
	words := len(strings.Fields(foldTyped(text)))
	switch {
	case hasWord(text, correction):
		other = legal || len(inner) > 0
	case hasWord(text, secondThoughts):
		other = other && (legal || words <= maxShortWords)
	default:
		other = legal && words <= maxBareWords && !r.closed
	}
	return other || takesBack(text)
}

// movedElsewhere returns the legal turns that a square within a line makes of a turn above: "Sorry, I meant d5" below
// "d1-d4".
func (r *reader) movedElsewhere(text string) (turns []namedTurn) {
	words := turnWords(text)
	if len(words) > maxPartialLine {
		return nil
	}
	for _, w := range words {
		if w = turnText([]string{w}); !loneSquare().MatchString(w) {
			continue
		}
		for _, act := range r.acts {
			typed := strings.ToLower(act.command.Text)
			for _, at := range anySquare().FindAllStringIndex(typed, maxNamed) {
				turn := typed[:at[0]] + w + typed[at[1]:]
				if isPlay(act.command.Verb) && r.search.tries(r.legal, turn) {
					turns = append(turns, namedTurn{turn, true})
				}
			}
		}
	}
	return turns
}

var anySquare = pattern(`\b[a-z]\d{1,2}\b`)

// isPostponed reports whether a text is one of the phrases of postponement.
func isPostponed(text string) bool {
	return postponed[strings.ToLower(strings.TrimFunc(text, notWord))]
}

// takesBack reports whether a text has a phrase that takes back what stands above it, in any case, as whole words: one
// of halt at the beginning of a clause, or one of retraction after at most maxLeadWords words or signs.
func takesBack(text string) bool {
	words := phraseWords(text)
	for at := range words[:min(len(words), maxPhraseStart)] {
		clause := at == 0 || words[at-1] == "."
		if clause && startsPhrase(words[at:], halt) || at <= maxLeadWords && startsPhrase(words[at:], retraction) {
			return true
		}
	}
	return false
}

// startsPhrase reports whether some words begin with one of the phrases.
func startsPhrase(words []string, phrases map[string]bool) bool {
	for n := range min(len(words), maxPhraseWords) {
		if phrases[strings.Join(words[:n+1], " ")] {
			return true
		}
	}
	return false
}

// phraseWords returns the words of a text, with a dot for each end of a clause: a sign other than an apostrophe or a
// hyphen within a word.
func phraseWords(text string) []string {
	text = strings.NewReplacer("’", "'", " - ", " . ").Replace(strings.ToLower(text))
	spaced := &strings.Builder{}
	for _, r := range text {
		switch {
		case !notWord(r):
			spaced.WriteRune(r)
		case r == ' ' || r == '-':
			spaced.WriteByte(' ')
		default:
			spaced.WriteString(" . ")
		}
	}
	return append(strings.Fields(spaced.String()), ".")
}

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

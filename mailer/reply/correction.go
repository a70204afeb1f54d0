package reply

import (
	"slices"
	"strconv"
	"strings"

	"turnpost/rules"
)

var (
	correction     = setOf(table("correction"))
	secondThoughts = setOf(table("correction"), table("second_thoughts"))
	retraction     = setOf(table("retraction"))
	halt           = setOf(table("halt"))
	voids          = setOf(table("voids"))
	conditions     = setOf(table("conditions"))
	refusal        = setOf(table("refusal"))
)

// The limits of correct.
const (
	maxBareWords   = 3   // words of a line that is little more than a turn
	maxPhraseStart = 120 // words of a line with which a phrase may begin
	maxPhraseWords = 6   // words of the longest phrase, with the dot after it
	maxLeadWords   = 2   // words before a phrase that takes back: "on second thought", "please do not play this"
)

// correct reads a line that may take back the command above it: then the server must ask before it does what stands
// there. The other legal turns of the line are possible too. These lines do:
//
//	Sorry, I meant d1-d5      a word of correction with a turn, above the command too
//	No, better d1-d5          a word of second thoughts with another turn, below it; in a longer line a legal one
//	Or d1-d5.                 little more than another legal turn, below it and above the closing
//	If not, d1-d5             another legal turn with a word that makes it an alternative, below it
//	No, d5                    the same of a square that makes another legal turn of the command
//	Forget it, I need time    a phrase of retraction at its beginning, below it
//	Sorry, wrong game         a phrase that calls a halt at the beginning of one of its clauses, below it
//	Can I cancel that?        words of withdrawal and else none of weight, below it (see withdrawal.go)
//	No, 3                     another number, below a takeback
//	Later.                    a phrase of tentative alone, above it
//	Let me see the board.     a wish to look first, above or below it
//
// Talk about other turns does not take back: "d1-d5 was tempting as well".
func (r *reader) correct(text string) {
	if r.conflict && r.search.tried == maxTries {
		return // nothing more can be found
	}
	if len(r.acts) == 0 {
		r.conflict = r.conflict || isTentative(text) || hasWord(text, correction) && len(r.search.find(text)) > 0
		r.withdrawn = r.withdrawn || r.hasCommand() && takesBack(phraseWords(text))
		return
	}
	inner := r.search.find(text)
	others := r.notAbove(append(r.movedElsewhere(text), inner...))
	isLegal := slices.ContainsFunc(others, func(t namedTurn) bool { return t.legal })
	words := len(strings.Fields(foldTyped(text)))
	phrase := phraseWords(text)
	counts := r.recounts(text)
	corrected := hasWord(text, correction) && len(inner) > 0 ||
		hasWord(text, secondThoughts) && (isLegal || words <= maxShortWords && len(others)+len(counts) > 0) ||
		isLegal && (hasWord(text, conditions) || words <= maxBareWords && !r.closed)
	if !corrected && (r.conflict || !takesBack(phrase) && !isRefusal(phrase)) {
		return
	}
	r.conflict = true
	r.acts = append(r.acts, counts...)
	for _, turn := range others {
		if r.legal != nil && turn.legal {
			r.acts = append(r.acts, candidate{command: Command{Verb: Turn, Text: turn.text}, line: text})
		}
	}
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

// recounts returns the takebacks that the numbers of a line make of one above it, or at its beginning: "no, 3" below
// "takeback 2". A number in square brackets, "[6]", refers to a link.
func (r *reader) recounts(line string) (all []candidate) {
	above := r.acts[len(r.acts)-1].command
	for _, w := range strings.FieldsFunc(line, func(c rune) bool { return notWord(c) && c != '[' && c != ']' }) {
		if n, err := strconv.Atoi(w); err == nil && above.Verb == Takeback && n != above.Count {
			all = append(all, candidate{command: Command{Verb: Takeback, Count: n}, line: line})
		}
	}
	return all
}

// takesBack reports whether a text, in the form of phraseWords, takes back what stands above it, with or without polite
// words such as "please". It has one of these phrases, as whole words: one of halt at the beginning of a clause, one of
// retraction after at most maxLeadWords words or signs, one of voids. Or one of its clauses withdraws.
func takesBack(words []string) bool {
	if hasRetraction(words) {
		return true
	}
	plain := slices.DeleteFunc(slices.Clone(words), func(w string) bool { return politeWords[w] })
	return len(plain) < len(words) && hasRetraction(plain) || withdraws(words)
}

func hasRetraction(words []string) bool {
	for at := range words[:min(len(words), maxPhraseStart)] {
		clause := at == 0 || words[at-1] == "."
		if clause && startsPhrase(words[at:], halt) || at <= maxLeadWords && startsPhrase(words[at:], retraction) ||
			startsPhrase(words[at:], voids) {
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

// notAbove returns those of some turns that are no part of a turn above.
func (r *reader) notAbove(turns []namedTurn) []namedTurn {
	return slices.DeleteFunc(turns, func(t namedTurn) bool { return r.hasTurn(t.text) })
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

package reply

import (
	"slices"
	"strings"
	"unicode"
)

// The limits of the search for turns among other words. A game may take some 10 µs to say whether a text is a turn.
const (
	maxTries       = 600 // questions to the game about the lines of a text
	maxNamed       = 5   // turns of a line, and turns that are asked about
	maxNamedWords  = 12  // words of a turn: steps, and the signs and words between squares
	maxBetween     = 2   // words between two squares
	maxPartialLine = 12  // words of a line in which a square alone may be a turn
	maxShortWords  = 5   // words of a line in which a word or a number alone may be one
)

// turnSearch finds turns among the other words of a text: "I would like to play d1-d4", "No, from d1 to d5".
type turnSearch struct {
	parser
	tried int
}

// namedTurn is a turn among other words, or a part of one.
type namedTurn struct {
	text  string
	legal bool // now, as far as is known
}

// inProse returns the legal turns within lines that hold no command, and the line of each. They are only possible.
// None is found if the game is unknown.
func (p parser) inProse(lines []string) (turns []Command, from []string) {
	if p.legal == nil {
		return nil, nil
	}
	s := turnSearch{parser: p}
	for _, l := range lines {
		for _, named := range s.find(l) {
			c := Command{Verb: Turn, Text: named.text}
			isKnown := slices.ContainsFunc(turns, func(t Command) bool { return same(t, c) })
			if named.legal && !isKnown && len(turns) < maxNamed {
				turns, from = append(turns, c), append(from, l)
			}
		}
	}
	return turns, from
}

// find returns the turns that a line names: legal ones, and texts that the game reads.
func (s *turnSearch) find(line string) (found []namedTurn) {
	size := len(strings.Fields(line))
	var words []string
	for _, w := range turnWords(line) {
		if strings.ContainsAny(w, dividers) && s.tries(s.isChoice, w) {
			words = append(words, choices(w)...)
		} else {
			words = append(words, w)
		}
	}
	for at := 0; at < len(words) && len(found) < maxNamed && s.tried < maxTries; {
		named, n := s.at(words[at:], size)
		if n > 0 {
			found = append(found, named)
		}
		at += max(n, 1)
	}
	return found
}

// turnWords returns the words of a line, in lower case, with the signs that a turn may have.
func turnWords(line string) []string {
	return strings.FieldsFunc(strings.ToLower(suffix().ReplaceAllString(line, " $1$2")), dividesTurns)
}

// suffix matches what belongs to a word but not to a turn within it: "No:d1-d5", "d1'den d5'e", "d1-ről d5-re".
var suffix = pattern(`[:.'’](\p{L})|-(\p{L}{2,4}(?:\PN|$))`)

// dividesTurns reports whether a rune divides the words among which there may be a turn.
func dividesTurns(r rune) bool {
	return unicode.IsSpace(r) || strings.ContainsRune(",;!?¿¡()[]{}<>=_|\\\"“”„«»‹›…、。，；：！？", r) || hasNoSpaces(r)
}

// at returns the longest legal turn at the beginning of some words of a line, and how many of them it has; else the
// longest one that the game reads, which may be a part of one.
func (s *turnSearch) at(words []string, size int) (named namedTurn, n int) {
	isReadable := s.readable
	if isReadable == nil {
		isReadable = func(text string) bool { return looksLikeTurn(text) && !loneSquare().MatchString(text) }
	}
	for i, is := range []func(string) bool{s.legal, isReadable} {
		for n := min(len(words), maxNamedWords); n > 0; n-- {
			if size > maxShortWords && !hasDigit(words[n-1]) {
				continue
			}
			for _, text := range []string{turnText(words[:n]), squaresJoined(words[:n])} {
				if mayBeNamed(text, size) && s.tries(is, text) {
					return namedTurn{s.written(text), i == 0 || s.legal == nil}, n
				}
			}
		}
	}
	return namedTurn{}, 0
}

// mayBeNamed reports whether a text may be a turn in a line of so many words. A word or a number without signs is one
// only in a short line: "No, pass" but not "I had to pass an exam, and the train was late".
func mayBeNamed(text string, size int) bool {
	switch {
	case !hasDigit(text) || strings.Trim(text, "0123456789") == "":
		return text != "" && size <= maxShortWords
	case loneSquare().MatchString(text):
		return size <= maxPartialLine
	}
	return true
}

// turnText returns words as the text of a turn, without the signs around it.
func turnText(words []string) string { return trimTurn(foldTyped(strings.Join(words, " "))) }

func trimTurn(text string) string { return strings.Trim(text, " .:*~'`’-") }

// squaresJoined returns words as the text of a turn with a hyphen between two squares, in place of the words of any
// language that mean "to"; "" if there are none.
func squaresJoined(words []string) string {
	var steps []string
	joined := false
	for at := 0; at < len(words); at++ {
		step := trimTurn(foldTyped(words[at]))
		if to := nextSquare(words[at+1:]); loneSquare().MatchString(step) && to >= 0 {
			at += 1 + to
			step += "-" + trimTurn(foldTyped(words[at]))
			joined = true
		}
		steps = append(steps, step)
	}
	if !joined {
		return ""
	}
	return strings.Join(steps, " ")
}

// nextSquare returns the index of a square after at most maxBetween words, none of which says that another is meant; -1
// if there is none.
func nextSquare(words []string) int {
	for i, w := range words[:min(len(words), maxBetween+1)] {
		switch {
		case loneSquare().MatchString(trimTurn(foldTyped(w))):
			return i
		case hasDigit(w) || goesOn[w] || denial[w]:
			return -1
		}
	}
	return -1
}

// tries asks the game about a text, within the limit.
func (s *turnSearch) tries(is func(string) bool, text string) bool {
	if is == nil || s.tried == maxTries {
		return false
	}
	s.tried++
	return is(text)
}

func hasDigit(text string) bool { return strings.ContainsAny(text, "0123456789") }

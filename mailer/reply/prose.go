package reply

import "strings"

// Bounds of the search for turns within other words.
const (
	maxProseWords = 60 // words of a mail with which a turn may begin
	maxProseSteps = 8  // words of a turn
	maxProseTurns = 5  // turns that are asked about
)

// inProse returns the legal turns within lines that hold no command, and the line of each: "I would like to play
// d1-d4", "d1-d4 or d1-d5?". They are only possible. None is found if the game is unknown.
func (p parser) inProse(lines []string) (turns []Command, from []string) {
	if p.legal == nil {
		return nil, nil
	}
	tried := 0
	for _, l := range lines {
		words := strings.Fields(foldTyped(l))
		for i := 0; i < len(words) && len(turns) < maxProseTurns; {
			if tried == maxProseWords {
				return turns, from
			}
			if !beginsTurn(words[i]) {
				i++
				continue
			}
			tried++
			turn, n := p.turnAt(words[i:])
			if c := (Command{Verb: Turn, Text: turn}); n > 0 && len(distinct(append(turns, c))) > len(turns) {
				turns, from = append(turns, c), append(from, l)
			}
			i += max(n, 1)
		}
	}
	return turns, from
}

// beginsTurn reports whether a word may be the first of a turn.
func beginsTurn(word string) bool {
	return mayBeTurn(strings.ToLower(strings.TrimLeft(word, inProseSigns)))
}

// inProseSigns are the signs around a turn within other words.
const inProseSigns = ".,;:!?()[]{}<>*_\"'`“”„«»…"

// turnAt returns the longest legal turn with which words begin, and how many of them it has; none has 0. Two squares
// with a space between them are a turn too, if they are one with a hyphen.
func (p parser) turnAt(words []string) (turn string, n int) {
	for n := min(len(words), maxProseSteps); n > 0; n-- {
		text := strings.Trim(strings.Join(words[:n], " "), inProseSigns)
		if p.isTurn(text) && p.legal(text) {
			return p.written(text), n
		}
		if joined := strings.Replace(text, " ", "-", 1); n == 2 && p.isTurn(joined) && p.legal(joined) {
			return p.written(joined), n
		}
	}
	return "", 0
}

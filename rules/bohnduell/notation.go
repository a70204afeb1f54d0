package bohnduell

import (
	"strings"
	"unicode"

	"turnpost/rules"
)

type action byte

// The actions, with their canonical letters as values.
const (
	place action = 'p'
	empty action = 'e'
)

// word returns the long form of an action.
func (a action) word() string {
	if a == place {
		return "place"
	}
	return "empty"
}

// turn is an action on one of the mover's bowls. A parsed bowl may be any number; the rules refuse invalid ones.
type turn struct {
	action action
	bowl   int
}

// allTurns lists every possible turn in the order of Next.
var allTurns = [...]turn{
	{place, 1},
	{place, 2},
	{place, 3},
	{place, 4},
	{empty, 1},
	{empty, 2},
	{empty, 3},
	{empty, 4},
}

// String returns the canonical text of a turn on an existing bowl.
func (t turn) String() string { return string([]byte{byte(t.action), '0' + byte(t.bowl)}) }

// actionWords holds the words for the actions in every language.
var actionWords = map[action]map[string]bool{
	place: rules.ArgumentWords("turn_place"), empty: rules.ArgumentWords("turn_empty"),
}

// readTurn parses "p3", "place 3", "e2" or "empty 2", or such words of another language, ignoring case. White space and
// commas may surround and separate the parts.
func readTurn(text string) (turn, error) {
	text = strings.TrimFunc(text, separates)
	if text == "" {
		return turn{}, rules.Unreadable("turn.empty")
	}
	word, number := cutWord(text)
	if number == "" && isAction(word) {
		return turn{}, rules.Unreadable("turn.no_bowl", "turn", rules.Excerpt(text))
	}
	bowl, ok := readNumber(number)
	if !ok {
		return turn{}, rules.Unreadable("turn.unreadable", "turn", rules.Excerpt(text))
	}
	if word == "" {
		return turn{}, rules.Unreadable("turn.no_action", "turn", rules.Excerpt(text))
	}
	for _, a := range []action{place, empty} {
		if a.isWritten(word) {
			return turn{a, bowl}, nil
		}
	}
	return turn{}, rules.Unreadable("turn.unreadable", "turn", rules.Excerpt(text))
}

// separates reports whether a rune is white space or a comma, which are interchangeable.
func separates(r rune) bool { return r == ',' || unicode.IsSpace(r) }

// cutWord splits a text into its leading letters and the text after the separators.
func cutWord(text string) (word, rest string) {
	end := strings.IndexFunc(text, func(r rune) bool { return !unicode.IsLetter(r) })
	if end < 0 {
		end = len(text)
	}
	return text[:end], strings.TrimLeftFunc(text[end:], separates)
}

func (a action) isWritten(word string) bool {
	return strings.EqualFold(word, string(rune(a))) || actionWords[a][rules.FoldCommand(word)]
}

func isAction(word string) bool { return place.isWritten(word) || empty.isWritten(word) }

// begins reports whether a text is a prefix of the action's word.
func (a action) begins(text string) bool {
	word := a.word()
	return len(text) <= len(word) && strings.EqualFold(text, word[:len(text)])
}

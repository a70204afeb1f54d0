package sevensages

import (
	"strings"
	"unicode"

	"turnpost/rules"
)

// written is a turn as written, with squares on the board.
type written struct {
	from, to square
	way      []square // of the ball: pivots and end, or the end alone; empty for a slide
}

// readTurn parses a turn without knowledge of the position.
func readTurn(text string) (written, error) {
	text = clean(text)
	if text == "" {
		return written{}, rules.Unreadable("turn.empty")
	}
	from, rest, _ := strings.Cut(text, "-")
	words := append([]string{from}, strings.Split(rest, "~")...)
	for _, word := range words {
		if _, ok := rules.ParseSquare(word); !ok {
			return written{}, rules.Unreadable("turn.unreadable", "turn", rules.Excerpt(text))
		}
	}
	read := make([]square, len(words))
	for i, word := range words {
		s, err := squareNamed(word)
		if err != nil {
			return written{}, err
		}
		read[i] = s
	}
	return written{from: read[0], to: read[1], way: read[2:]}, nil
}

// clean removes text that may surround a turn.
func clean(text string) string {
	return strings.TrimFunc(text, func(r rune) bool { return r == ',' || unicode.IsSpace(r) })
}

func squareNamed(name string) (square, error) {
	if s, ok := rules.ParseSquare(name); ok {
		if at, ok := onBoard(s); ok {
			return at, nil
		}
	}
	return nowhere, rules.Illegal(rules.CodeNoSuchSquare, "turn.square", "square", rules.Excerpt(strings.ToLower(name)))
}

// turnText returns the canonical text of a turn; a slide has no path.
func turnText(from, to square, way []square) string {
	b := make([]byte, 0, 8+4*len(way))
	b = append(b, from.String()...)
	b = append(b, '-')
	b = append(b, to.String()...)
	for _, s := range way {
		b = append(b, '~')
		b = append(b, s.String()...)
	}
	return string(b)
}

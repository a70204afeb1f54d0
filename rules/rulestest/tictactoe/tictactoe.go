// Package tictactoe is a complete small game, as an example of a ruleset. It is not in the catalog; the checks for
// rulesets run on it too.
package tictactoe

import (
	"embed"
	"strings"

	"turnpost/rules"
	"turnpost/rules/phrase"
)

//go:embed words.*.txt rules.*.md
var wordFiles embed.FS

var words = rules.LoadWords(wordFiles)

const size, letters = 3, "xo" // files and ranks; letters of the sides, by seat

// New returns the ruleset.
func New() rules.Ruleset {
	return rules.New(rules.Definition{
		ID: "tictactoe", Version: 1, Words: words,
		Sides: [2]string{"crosses", "noughts"}, Variants: []string{"standard"},
		Faults:  []string{rules.CodeGameOver, rules.CodeSyntax, rules.CodeNoSuchSquare, "taken"},
		Reasons: []string{"line", "full"},
		Examples: []rules.Example{
			{Turn: "b2", Text: "example.middle"},
			{Position: "3/1x1/3 o", Turn: "b2", Text: "example.taken", Fault: "taken"},
			{Position: "oo1/xx1/3 x", Turn: "c2", Text: "example.line"},
		},
		Start: func(string) (rules.Position, error) { return position{}, nil },
		Parse: parse, Describe: describe, House: house,
	})
}

// position is the content of the squares, by file and rank, and the side to move.
type position struct {
	board  [size][size]byte
	toMove rules.Seat
}

func parse(_, text string) (rules.Position, error) {
	placement, side, _ := strings.Cut(text, " ")
	p := position{toMove: rules.Seat(strings.Index(letters, side))}
	if len(side) != 1 || p.toMove == rules.NoSeat {
		return nil, rules.Bad("position.side", "side", rules.Excerpt(side))
	}
	err := rules.ReadRanks(placement, rules.Rectangle(size, size), func(s rules.Square, letter byte) error {
		if !strings.Contains(letters, string(rune(letter))) {
			return rules.Bad("position.letter", "letter", rules.Excerpt(string(rune(letter))), "square", s)
		}
		p.board[s.File][s.Rank] = letter
		return nil
	})
	return p, err
}

func (p position) String() string {
	letter := func(s rules.Square) byte { return p.board[s.File][s.Rank] }
	return string(rules.WriteRanks(nil, rules.Rectangle(size, size), letter)) + " " + letters[p.toMove:p.toMove+1]
}

func (p position) Key() string        { return "" } // positions never repeat
func (p position) ToMove() rules.Seat { return p.toMove }

func (p position) Result() rules.Result {
	full, b := true, &p.board
	for i := range size {
		lines := [][size]byte{b[i], {b[0][i], b[1][i], b[2][i]}, {b[0][0], b[1][1], b[2][2]}, {b[0][2], b[1][1], b[2][0]}}
		for _, line := range lines {
			if line[0] != 0 && line[0] == line[1] && line[1] == line[2] {
				return rules.Won(rules.Seat(strings.IndexByte(letters, line[0])), "line")
			}
			full = full && line[0] != 0 && line[1] != 0 && line[2] != 0
		}
	}
	if full {
		return rules.Drawn("full")
	}
	return rules.Result{}
}

func (p position) Play(text string) (rules.Played, error) {
	text = strings.Trim(text, " ,")
	at, ok := rules.ParseSquare(text)
	switch {
	case p.Result().Over():
		reason := phrase.New("reason." + p.Result().Reason)
		return rules.Played{}, rules.Illegal(rules.CodeGameOver, "turn.over", "reason", reason)
	case !ok:
		return rules.Played{}, rules.Unreadable("turn.unreadable", "turn", rules.Excerpt(text))
	case at.File >= size || at.Rank < 0 || at.Rank >= size:
		return rules.Played{}, rules.Illegal(rules.CodeNoSuchSquare, "turn.square", "square", at)
	case p.board[at.File][at.Rank] != 0:
		return rules.Played{}, rules.Illegal("taken", "turn.taken", "square", at)
	}
	events := []rules.Event{{Kind: rules.EventPlaced, Seat: p.toMove, To: at.String(), Count: 1}}
	p.board[at.File][at.Rank] = letters[p.toMove]
	p.toMove = p.toMove.Other()
	if result := p.Result(); result.Over() {
		events = append(events, rules.Event{Kind: rules.EventEnded, Seat: result.Winner, Reason: result.Reason})
	}
	return rules.Played{Next: p, Turn: at.String(), Events: events}, nil
}

func (p position) Next(prefix string) (rules.Options, error) {
	_, err := p.Play(prefix)
	if err == nil {
		return rules.Options{MayEnd: true, Steps: []rules.Step{}}, nil
	}
	var options rules.Options
	begun := strings.ToLower(strings.Trim(prefix, " ,"))
	for i := range size * size {
		name := rules.Square{File: i / size, Rank: i % size}.String()
		if p.board[i/size][i%size] == 0 && strings.HasPrefix(name, begun) && !p.Result().Over() {
			options.Steps = append(options.Steps, rules.Step{Text: name, Places: []string{name}, Kind: rules.StepPlace})
		}
	}
	if len(options.Steps) > 0 {
		err = nil
	}
	return options, err
}

func (p position) Diagram(lang string) rules.Diagram {
	legend := []rules.Legend{{ASCII: "x", Unicode: "x", Text: "piece.x"}, {ASCII: "o", Unicode: "o", Text: "piece.o"}}
	d := rules.Diagram{Files: size, Ranks: size, Legend: legend, Bottom: rules.NoSeat}
	for i := range size * size {
		name, letter := rules.Square{File: i / size, Rank: i % size}.String(), string(p.board[i/size][i%size])
		if seat := rules.Seat(strings.Index(letters, letter)); seat != rules.NoSeat {
			d.Pieces = append(d.Pieces, rules.Piece{
				Square: name, Seat: seat, Kind: letter, Letter: letter, Shape: rules.ShapeDisc, ASCII: letter, Unicode: letter,
			})
		}
	}
	return d.In(words.In(lang))
}

func describe(events []rules.Event, names [2]string) (sentences []phrase.Message) {
	for _, e := range events {
		if e.Seat == rules.NoSeat {
			sentences = append(sentences, phrase.New("described.drawn"))
		} else {
			sentences = append(sentences, phrase.New("described."+e.Kind, "player", names[e.Seat], "square", e.To))
		}
	}
	return sentences
}

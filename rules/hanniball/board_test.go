package hanniball

import (
	"strings"
	"testing"

	"turnpost/rules"
)

// place builds a position from words: the side to move, pieces with their squares
// and the Ball, "w Me1 He4 ed6 *a9". Upper case is White.
func place(t testing.TB, text string) *position {
	t.Helper()
	p := &position{number: 3}
	words := strings.Fields(text)
	if words[0] == "b" {
		p.number = 4
	}
	for _, word := range words[1:] {
		s := squareOf(t, word[1:])
		if word[0] == '*' {
			p.ball = s
			continue
		}
		here, ok := pieceOf(word[0])
		if !ok {
			t.Fatalf("%s is not a piece", word)
		}
		p.board[s] = here
	}
	// The result must be a position that could be stored.
	if _, err := parse(p.String()); err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return p
}

func squareOf(t testing.TB, name string) square {
	t.Helper()
	at, _ := rules.ParseSquare(name)
	s, ok := onBoard(at)
	if !ok {
		t.Fatalf("%s is not a square", name)
	}
	return s
}

// holds checks facts about a position: "Hd6" a piece, ".e4" an empty square, "*d6" the Ball.
func holds(t testing.TB, p *position, facts string) {
	t.Helper()
	for _, fact := range strings.Fields(facts) {
		s := squareOf(t, fact[1:])
		switch fact[0] {
		case '*':
			if p.ball != s {
				t.Errorf("%s: the Ball is not on %s", p, s)
			}
		case '.':
			if p.board[s] != empty {
				t.Errorf("%s: %s is not empty", p, s)
			}
		default:
			if p.board[s].letter() != fact[0] {
				t.Errorf("%s: no %c on %s", p, fact[0], s)
			}
		}
	}
}

func TestBoard(t *testing.T) {
	if len(allSquares) != 9*13+6 {
		t.Errorf("%d squares", len(allSquares))
	}
	count := map[rules.Seat][2]int{}
	for _, s := range allSquares {
		goal := count[goalOf(s)]
		goal[0]++
		count[goalOf(s)] = goal
		area := count[areaOf(s)]
		area[1]++
		count[areaOf(s)] = area
	}
	for _, seat := range []rules.Seat{rules.First, rules.Second} {
		// A goal has 3 squares, a goal area 2 × 5; they are disjoint.
		if count[seat] != [2]int{3, 10} {
			t.Errorf("seat %d: %v goal and area squares", seat, count[seat])
		}
	}
	for _, name := range []string{"a1", "c1", "g1", "c15", "g15", "a0", "a16", "j5"} {
		at, _ := rules.ParseSquare(name)
		if _, ok := onBoard(at); ok {
			t.Errorf("%s is a square", name)
		}
	}
}

func TestSetup(t *testing.T) {
	p, err := parse(startText)
	if err != nil {
		t.Fatal(err)
	}
	holds(t, p, "Me1 Lc2 Lg2 Eb3 Ed3 Ef3 Eh3 Hb4 Hd4 Hf4 Hh4 *e8")
	holds(t, p, "me15 lc14 lg14 eb13 ed13 ef13 eh13 hb12 hd12 hf12 hh12")
	pieces := 0
	for _, here := range p.board {
		if here != empty {
			pieces++
		}
	}
	if pieces != 22 || p.ToMove() != rules.First {
		t.Errorf("%d pieces, seat %d to move", pieces, p.ToMove())
	}
}

func TestBetween(t *testing.T) {
	for jump, want := range map[string]string{
		"b4 c6": "b5 c5", "b4 d5": "c4 c5", "b4 a2": "b3 a3", "e6 c5": "d6 d5", "b2 d1": "c2 c1", "d1 b2": "c1 c2",
	} {
		from, to, _ := strings.Cut(jump, " ")
		along, diagonal := between(squareOf(t, from), squareOf(t, to))
		if got := along.String() + " " + diagonal.String(); got != want {
			t.Errorf("%s passes %s, want %s", jump, got, want)
		}
	}
}

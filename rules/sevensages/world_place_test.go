package sevensages

import (
	"strings"
	"testing"

	"turnpost/rules"
	"turnpost/rules/rulestest"
)

// place sets up a position of the standard game from the relevant squares, at 0-0. The other stones are outside:
// White's from a2 up, Black's from o14 down.
func place(t testing.TB, mover, white, black, ball string) *position {
	t.Helper()
	p := &position{target: 5, mover: rules.Seat(strings.Index(sideLetters, mover))}
	fill(t, p, whiteStone, white, "a2 a3 a4 a5 a6 a7 a8")
	fill(t, p, blackStone, black, "o14 o13 o12 o11 o10 o9 o8")
	p.ball = at(t, ball)
	p.board[p.ball] = theBall
	if _, err := New().Parse(variantStandard, p.String()); err != nil {
		t.Fatal(err)
	}
	return p
}

func fill(t testing.TB, p *position, stone piece, named, spare string) {
	t.Helper()
	list := append(strings.Fields(named), strings.Fields(spare)...)
	for _, name := range list[:stones] {
		p.board[at(t, name)] = stone
	}
}

func at(t testing.TB, name string) square {
	t.Helper()
	s, err := squareNamed(name)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// parsed parses a position of the standard game.
func parsed(t testing.TB, text string) rules.Position {
	t.Helper()
	p, err := New().Parse(variantStandard, text)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// answer returns the canonical text of a turn, or its refusal.
func answer(p rules.Position, turn string) string {
	played, err := p.Play(turn)
	if err != nil {
		return rulestest.ErrorText(New(), err)
	}
	return played.Turn
}

// turnCase is a turn in a position made by place; want is its canonical text or
// its refusal.
type turnCase struct{ rule, mover, white, black, ball, turn, want string }

func checkTurns(t *testing.T, cases []turnCase) {
	for _, c := range cases {
		p := place(t, c.mover, c.white, c.black, c.ball)
		if got := answer(p, c.turn); got != c.want {
			t.Errorf("%s: %q on %s\ngot  %s\nwant %s", c.rule, c.turn, p, got, c.want)
		}
	}
}

package hnefatafl

import (
	"slices"
	"strings"
	"testing"
)

func TestMoves(t *testing.T) {
	for _, c := range []struct {
		rule, position, from string
		want                 string // squares that the piece may move to
	}{
		// "every piece moves any number of empty squares along a rank or file"
		{"an attacker", "7/7/7/7/1t5/7/5K1 a", "b3", "a3 c3 d3 e3 f3 g3 b1 b2 b4 b5 b6 b7"},
		{"a defender", "5t1/7/7/7/1T5/7/5K1 d", "b3", "a3 c3 d3 e3 f3 g3 b1 b2 b4 b5 b6 b7"},
		{"the king", "1t5/7/7/7/1K5/7/5T1 d", "b3", "a3 c3 d3 e3 f3 g3 b1 b2 b4 b5 b6"},
		{"stopped by others", "1t5/1T5/7/7/1t1T3/7/1t3K1 a", "b3", "a3 c3 b2 b4 b5"},
		// "It may pass over the throne only when the throne is empty, and only the king may
		// end on the throne or a corner; the king may return to the throne"
		{"over the throne", "7/7/7/1t5/7/7/5K1 a", "b4", "a4 c4 e4 f4 g4 b1 b2 b3 b5 b6 b7"},
		{"before the taken throne", "7/7/7/1t1K3/7/7/7 a", "b4", "a4 c4 b1 b2 b3 b5 b6 b7"},
		{"along the edge", "7/7/7/7/7/5K1/3t3 a", "d1", "b1 c1 e1 f1 d2 d3 d5 d6 d7"},
		{"the king over the throne", "5t1/7/7/7/1T1K3/7/7 d", "d3", "c3 e3 f3 g3 d1 d2 d4 d5 d6 d7"},
		{"the king back on the throne", "5t1/7/3T3/7/1T1K3/7/7 d", "d3", "c3 e3 f3 g3 d1 d2 d4"},
		{"the king onto corners", "7/7/7/7/7/1t5/1K5 d", "b1", "a1 c1 d1 e1 f1 g1"},
	} {
		options, err := at(t, "7x7", c.position).Next(c.from)
		if err != nil {
			t.Fatalf("%s: %s: %v", c.rule, c.position, err)
		}
		var got []string
		for _, turn := range options.Texts() {
			to, _, _ := strings.Cut(strings.TrimPrefix(turn, c.from+"-"), "x")
			got = append(got, to)
		}
		want := strings.Fields(c.want)
		slices.Sort(got)
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Errorf("%s: %s: %s goes to %v, want %v", c.rule, c.position, c.from, got, want)
		}
	}
}

// A set shifted by one square holds the neighbours in the board's tables.
func TestShifts(t *testing.T) {
	for _, setup := range setups {
		b := newBoard(setup.size)
		for s := range b.squares.all {
			for d, shifted := range []set{s.bit().west(), s.bit().south(), s.bit().north(), s.bit().east()} {
				if next := b.step[d][s].bit(); shifted.and(b.squares) != next {
					t.Errorf("%s: %s in direction %d is %v, want %v", setup.variant, b.names[s], d,
						b.squareNames(shifted.and(b.squares)), b.squareNames(next))
				}
			}
		}
	}
}

package hnefatafl

import (
	"testing"

	"turnpost/rules"
)

func TestEnds(t *testing.T) {
	for _, c := range []struct {
		rule, position, turn string
		after                string
		want                 rules.Result
	}{
		// "The king on a corner: defenders win, capturing on the way like any move"
		{
			"escape", "7/7/7/5t1/7/7/1K5 d", "b1-a1",
			"7/7/7/5t1/7/7/K6 a", rules.Won(defenders, "escape"),
		},
		{
			"escape with a capture", "7/7/7/K4t1/7/7/1tT4 d", "a4-a1xb1",
			"7/7/7/5t1/7/7/K1T4 a", rules.Won(defenders, "escape"),
		},
		{
			"escape that takes the last attacker", "7/7/7/K6/7/7/1tT4 d", "a4-a1",
			"7/7/7/7/7/7/K1T4 a", rules.Won(defenders, "escape"),
		},
		{
			"the edge is no escape", "7/7/7/1K3t1/7/7/7 d", "b4-a4",
			"7/7/7/K4t1/7/7/7 a",
			rules.Result{},
		},
		// "The king captured: attackers win; he leaves the board"
		{
			"king captured", "7/7/6t/7/7/4tK1/3T3 a", "g5-g2xKf2",
			"7/7/7/7/7/4t1t/3T3 d", rules.Won(attackers, "king_captured"),
		},
		{
			"last defender captured", "7/7/7/1t1K3/7/tT5/7 a", "b4-c4",
			"7/7/7/2tK3/7/tT5/7 d",
			rules.Result{},
		},
		// "The side to move has no legal move: it loses"
		{
			"last attacker captured", "7/7/3T1K1/7/7/7/1Tt4 d", "d5-d1",
			"7/7/5K1/7/7/7/1T1T3 a", rules.Won(defenders, "no_moves"),
		},
		{
			"last attacker walled in", "7/7/5K1/7/T6/t1T4/7 d", "c2-b2",
			"7/7/5K1/7/T6/tT5/7 a", rules.Won(defenders, "no_moves"),
		},
		{
			"king and defender walled in", "7/tt5/T6/Kt5/t6/7/7 a", "b6-b5",
			"7/t6/Tt5/Kt5/t6/7/7 d", rules.Won(attackers, "no_moves"),
		},
		// A move across the empty throne is a legal move, and so is a move to the king's squares.
		{
			"only across the throne", "7/7/7/T6/2TtT2/3T3/1K5 d", "a4-a3",
			"7/7/7/7/T1TtT2/3T3/1K5 a",
			rules.Result{},
		},
		{
			"blocked behind the throne", "7/7/T6/7/2TtT2/3T3/1K5 d", "a5-d5",
			"7/7/3T3/7/2TtT2/3T3/1K5 a", rules.Won(defenders, "no_moves"),
		},
		{
			"only onto the throne", "7/7/5t1/7/2tKt2/3t3/7 a", "f5-f4",
			"7/7/7/5t1/2tKt2/3t3/7 d",
			rules.Result{},
		},
		{
			"only onto a corner", "7/7/5t1/7/7/1t5/1Kt4 a", "f5-f4",
			"7/7/7/5t1/7/1t5/1Kt4 d",
			rules.Result{},
		},
		{
			"walled in on the throne", "7/5t1/3t3/2tKt2/3t3/7/7 a", "f6-f5",
			"7/7/3t1t1/2tKt2/3t3/7/7 d", rules.Won(attackers, "no_moves"),
		},
	} {
		next := play(t, at(t, "7x7", c.position), c.turn).Next
		if next.String() != c.after || next.Result() != c.want {
			t.Errorf("%s: %s: %q leads to %s %v, want %s %v", c.rule, c.position, c.turn,
				next, next.Result(), c.after, c.want)
		}
	}
}

// "Third repetition: draw"; the setup counts as the first occurrence.
func TestRepetition(t *testing.T) {
	var history rules.History
	p := rules.Position(at(t, "9x9", ""))
	result := history.Reach(p)
	for n, turn := range []string{"d1-d2", "e7-d7", "d2-d1", "d7-e7", "d1-d2", "e7-d7", "d2-d1", "d7-e7"} {
		if result.Over() {
			t.Fatalf("over before turn %d", n+1)
		}
		p = play(t, p, turn).Next
		result = history.Reach(p)
	}
	if result != rules.Drawn(rules.ReasonRepetition) {
		t.Errorf("third occurrence of the setup: %v", result)
	}
	if p.Key() != p.String() {
		t.Errorf("key %q, text %q", p.Key(), p)
	}
}

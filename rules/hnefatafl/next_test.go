package hnefatafl

import (
	"slices"
	"strings"
	"testing"

	"turnpost/rules/rulestest"
)

func TestNext(t *testing.T) {
	const file = "7/7/7/7/5K1/2t4/2t4 a"
	const corner = "7/7/7/7/7/5t1/5K1 d"
	const three = "9/6K2/9/3t5/3T5/t3Tt3/3T5/3t5/9 a"
	const king = "7/7/6t/7/7/4tK1/3T3 a"
	const ten = "2T1T6/3t7/2T1T6/11/11/5K5/11/11/11/11/11 a"
	for _, c := range []struct{ variant, position, prefix, want string }{
		{"7x7", corner, "", "f1-e1 f1-d1 f1-c1 f1-b1 f1-a1 f1-g1"},
		{"7x7", corner, " ,", "f1-e1 f1-d1 f1-c1 f1-b1 f1-a1 f1-g1"},
		{"7x7", file, "c1", "c1-b1 c1-d1 c1-e1 c1-f1"},
		{"7x7", file, " C1- ", "c1-b1 c1-d1 c1-e1 c1-f1"},
		{"7x7", file, "c2-c", "c2-c3 c2-c4 c2-c5 c2-c6 c2-c7"},
		{"7x7", corner, "Kf1-g", "f1-g1"},
		// The turns are listed in canonical text, with captures.
		{"9x9", three, "a4-d", "a4-d4xd3/d5/e4"},
		{"9x9", three, "a4-d4xd", "a4-d4xd3/d5/e4"},
		{"9x9", three, "a4-d4xd3", "a4-d4xd3/d5/e4"},
		{"7x7", king, "g5-g2x", "g5-g2xf2"},
		// The name of a square denotes its piece; without a piece, d1 is a prefix of d10.
		{"11x11", "", "d1", "d1-c1 d1-b1 d1-d2 d1-d3 d1-d4 d1-d5"},
		{"11x11", "11/11/11/11/11/5K5/11/11/11/11/3t7 a", "d1-d1", "d1-d10 d1-d11"},
		{"11x11", ten, "d1", "d10-c10 d10-b10 d10-a10 " +
			"d10-d9 d10-d8 d10-d7 d10-d6 d10-d5 d10-d4 d10-d3 d10-d2 d10-d1 d10-d11 " +
			"d10-e10 d10-f10 d10-g10 d10-h10 d10-i10 d10-j10 d10-k10"},
		{"11x11", ten, "d10-d", "d10-d9 d10-d8 d10-d7 d10-d6 d10-d5 d10-d4 d10-d3 d10-d2 d10-d1 d10-d11"},
	} {
		got, err := at(t, c.variant, c.position).Next(c.prefix)
		if want := strings.Fields(c.want); err != nil || got.MayEnd || !slices.Equal(got.Texts(), want) {
			t.Errorf("%s: %q goes on with %v %v, want %v", c.position, c.prefix, got, err, want)
		}
	}
}

func TestNextOfWholeTurn(t *testing.T) {
	for _, turn := range []string{"d1-c1", " D1-C1, ", "d1-c1+", "Kd1-c1"} {
		got, err := at(t, "7x7", "").Next(turn)
		if err != nil || !got.MayEnd || got.Steps == nil || len(got.Steps) > 0 {
			t.Errorf("%q: %+v, %v", turn, got, err)
		}
	}
}

func TestNextOfNothing(t *testing.T) {
	for _, c := range []struct{ position, prefix, code string }{
		{"", "pass", "syntax"},
		{"", "d1-c1 d", "syntax"},
		{"", "d1-h", "syntax"},
		{"", "z", "syntax"},
		{"", "z9", "no_such_square"},
		{"", "d12-", "no_such_square"},
		{"", "a1", "no_piece"},
		{"", "a1-b", "no_piece"},
		{"", "d3", "not_your_piece"},
		{"", "d1-c2", "not_a_line"},
		{"", "b4-e4", "blocked"},
		{"", "d1-a1", "corner_only_king"},
		{"", "d1-c1xc2", "wrong_captures"},
		{"7/7/7/7/7/7/6K a", "", "game_over"},
	} {
		p := at(t, "7x7", c.position)
		got, err := p.Next(c.prefix)
		if code, _, _ := rulestest.Refusal(New(), err); code != c.code {
			t.Errorf("%s: %q: %+v, %v, want %s", p, c.prefix, got, err, c.code)
		}
	}
}

func TestNextOfPieceWithoutMoves(t *testing.T) {
	const want = "blocked: the attacker on f1 cannot move: no square next to it is free for it"
	for _, prefix := range []string{"f1", "F1-"} {
		if _, err := at(t, "11x11", "").Next(prefix); err == nil || rulestest.ErrorText(New(), err) != want {
			t.Errorf("%q: %v, want %s", prefix, err, want)
		}
	}
}

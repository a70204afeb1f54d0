package hnefatafl

import (
	"errors"
	"testing"

	"turnpost/rules"
)

func TestNotation(t *testing.T) {
	const three = "9/6K2/9/3t5/3T5/t3Tt3/3T5/3t5/9 a"     // a4-d4 captures three
	const king = "7/7/6t/7/7/4tK1/3T3 a"                  // g5-g2 captures the king
	const fileK = "11/11/11/11/11/11/10t/10K/7t3/11/11 a" // h3-k3 captures the king
	for _, c := range []struct{ variant, position, turn, want string }{
		{"11x11", "", "d1-d4", "d1-d4"},
		{"11x11", "", "D1-d4", "d1-d4"},
		{"11x11", "", " ,\t d1-d4 ,\r\n", "d1-d4"},
		{"11x11", "", "d1-d4+", "d1-d4"},
		{"11x11", "", "d1-d4++", "d1-d4"},
		{"11x11", "", "d1-d4-", "d1-d4"},
		{"11x11", "", "d1-d4--", "d1-d4"},
		// A K before a letter marks the king, and is accepted for any piece; before a number it is a file.
		{"11x11", "", "kd1-d4", "d1-d4"},
		{"11x11", "", "k4-j4", "k4-j4"},
		{"11x11", "", "Kk4-j4", "k4-j4"},
		{"11x11", "", "K4-J4", "k4-j4"},
		{"7x7", "7/7/7/7/7/1t1K3/7 d", "Kd2-d4", "d2-d4"},
		// "Input may leave the captures out; if given, exactly the right set, in any order"
		{"9x9", three, "a4-d4", "a4-d4xd3/d5/e4"},
		{"9x9", three, "a4-d4xd3/d5/e4", "a4-d4xd3/d5/e4"},
		{"9x9", three, "A4-D4XE4XD3/D5++", "a4-d4xd3/d5/e4"},
		{"9x9", three, "a4-d4/e4/d5xd3", "a4-d4xd3/d5/e4"},
		// "The king's square with or without a K before it"
		{"7x7", king, "g5-g2", "g5-g2xf2"},
		{"7x7", king, "g5-g2xf2", "g5-g2xf2"},
		{"7x7", king, "g5-g2xKf2--", "g5-g2xf2"},
		{"7x7", king, "G5-G2/kF2", "g5-g2xf2"},
		{"11x11", fileK, "h3-k3xk4", "h3-k3xk4"},
		{"11x11", fileK, "h3-k3xKk4", "h3-k3xk4"},
	} {
		if got := play(t, at(t, c.variant, c.position), c.turn); got.Turn != c.want {
			t.Errorf("%q is %q, want %q", c.turn, got.Turn, c.want)
		}
	}
}

func TestUnreadable(t *testing.T) {
	for _, turn := range []string{
		"", " ", ",", "pass", "d", "d1", "d1-", "-d4", "d1d4", "d1xd4", "d1--d4", "d1 - d4", "d1 d4", "d1–d4",
		"Qd1-d4", "KKd1-d4", "d1-d4+++", "d1-d4+-", "d1-d4x", "d1-d4xx", "d1-d4 xe4", "d1-d4xe4,d5", "d1-d4e4",
		"d1-d4-d5", "d1-d4 d4-d5", "d1-d4!", "d01-d4", "d1-d4xK", "d1-d004", "é1-d4", "d1-d4\x00",
	} {
		_, err := at(t, "11x11", "").Play(turn)
		if _, ok := errors.AsType[*rules.UnreadableTurn](err); !ok {
			t.Errorf("%q: %v", turn, err)
		}
	}
}

package sevensages

import (
	"strings"
	"testing"

	"turnpost/rules/rulestest"
)

func TestNotation(t *testing.T) {
	const (
		how      = ` is no turn: write from-to to slide, as in h5-h7, or from-ball~end to kick, as in h5-h8~d10`
		noTurn   = `syntax: the turn is empty: write h5-h7 to slide a stone, or h5-h8~d10 to kick the ball from h8 to d10`
		noSquare = ": the board has files a to o and ranks 1 to 15"
	)
	cases := []struct{ turn, want string }{
		{"h5-g5", "h5-g5"},
		{"H5-G5", "h5-g5"},
		{"  h5-g5 ,\r\n", "h5-g5"},
		{",, h5-g5", "h5-g5"},
		{"h5-h8~d10", "h5-h8~h10~d10"},
		{" H5-h8~H10~D10 ", "h5-h8~h10~d10"},

		{"", noTurn},
		{" , ", noTurn},
		{"h5", `syntax: "h5"` + how},
		{"h5-", `syntax: "h5-"` + how},
		{"h5-h8~", `syntax: "h5-h8~"` + how},
		{"h5-h8~~d10", `syntax: "h5-h8~~d10"` + how},
		{"-h5", `syntax: "-h5"` + how},
		{"h5~h8", `syntax: "h5~h8"` + how},
		{"h5-g5-f5", `syntax: "h5-g5-f5"` + how},
		{"h5-g5 h11-g11", `syntax: "h5-g5 h11-g11"` + how},
		{"h5 - g5", "h5-g5"},
		{"h5-g05", `syntax: "h5-g05"` + how},
		{"5h-5g", `syntax: "5h-5g"` + how},
		{"pass", `syntax: "pass"` + how},
		{"h5–g5", "h5-g5"},
		{"h5-g5" + strings.Repeat("x", 45), `syntax: "h5-g5` + strings.Repeat("x", 34) + `…"` + how},

		{"p5-g5", "no_such_square: there is no square p5" + noSquare},
		{"h5-h16", "no_such_square: there is no square h16" + noSquare},
		{"h5-H0", "no_such_square: there is no square h0" + noSquare},
		{"h5-h100", "no_such_square: there is no square h100" + noSquare},
		{"h5-h8~z9", "no_such_square: there is no square z9" + noSquare},
	}
	p, _ := New().Start(variantStandard)
	for _, c := range cases {
		if got := answer(p, c.turn); got != c.want {
			t.Errorf("%q\ngot  %s\nwant %s", c.turn, got, c.want)
		}
	}
}

// TestKickThatNeverBounces checks that a kick is refused because it cannot bounce, with and without an end.
func TestKickThatNeverBounces(t *testing.T) {
	p := parsed(t, "15/15/15/1o4S7S/2s10s1/2S12/15/15/5S9/1s7sS4/5s9/9S5/15/2s8s1S1/15 b 1-3")
	for _, turn := range []string{"c11-b12", "c11-b12~b5"} {
		_, err := p.Play(turn)
		if code, _, _ := rulestest.Refusal(New(), err); code != CodeNoBounce {
			t.Errorf("%s: %v", turn, err)
		}
		if _, err = p.Next(turn); err == nil {
			t.Errorf("%s may be gone on with", turn)
		}
	}
}

// TestFaultOrder checks that a turn with two faults is refused for the one that the rules list first.
func TestFaultOrder(t *testing.T) {
	cases := []struct{ first, white, black, ball, turn, code string }{
		{"syntax, then no such square", "h5", "", "h8", "h5-z9-", "syntax"},
		{"no such square, then no piece", "h5", "", "h8", "g5-z9", "no_such_square"},
		{"no piece, then no line", "h5", "", "h8", "g5-h9", "no_piece"},
		{"not your piece, then no line", "h5", "g9", "h8", "g9-h3", "not_your_piece"},
		{"no line, then goal area closed", "h5", "", "h8", "h5-g15", "not_a_line"},
		{"backward, then blocked", "h5 i4", "", "h8", "h5-j3", "backward_diagonal"},
		{"blocked, then goal area closed", "h5 h9", "", "c3", "h5-h15", "blocked"},
		{"blocked, then goal area full", "h5 h3 f1", "", "c3", "h5-h1", "blocked"},
		{"blocked, then the end is missing", "h5 h6", "", "h8", "h5-h8", "blocked"},
		{"no bounce, then the end is missing", "h5", "", "h8", "h5-h8", "no_bounce"},
		{"a stone behind the ball, then the end is missing", "h5", "h9", "h8", "h5-h8", "ball_blocked"},
		{"no bounce, then a bad way", "h5", "", "h8", "h5-h8~h9~a1", "no_bounce"},
		{"a stone behind the ball, then a bad way", "h5", "h9", "h8", "h5-h8~h9~a1", "ball_blocked"},
	}
	for _, c := range cases {
		_, err := place(t, "w", c.white, c.black, c.ball).Play(c.turn)
		if code, _, _ := rulestest.Refusal(New(), err); code != c.code {
			t.Errorf("%s: %q gives %v", c.first, c.turn, err)
		}
	}
}

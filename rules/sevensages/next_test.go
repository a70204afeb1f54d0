package sevensages

import (
	"slices"
	"strings"
	"testing"

	"turnpost/rules/rulestest"
)

func TestNext(t *testing.T) {
	cases := []struct {
		prefix string
		mayEnd bool
		first  string // texts of the first steps
		count  int
	}{
		{"", false, "d3-a3 d3-a6 d3-b3", 174},
		{"h5", false, "h5-a12 h5-b11 h5-c10", 49},
		{"h5-", false, "h5-a12 h5-b11 h5-c10", 49},
		{" H5-,", false, "h5-a12 h5-b11 h5-c10", 49},
		{"h5-h8", false, "h5-h8~h10~h9~b9 h5-h8~h10~b10", 26},
		{"h5-h8~", false, "h5-h8~h10~h9~b9 h5-h8~h10~b10", 26},
		{"h5-h8~h10~h9~", false, "h5-h8~h10~h9~b9", 13},
		{"h5-h8~h10~h9~n", false, "h5-h8~h10~h9~n9", 1},
		{"h5-g5", true, "", 0},
		{"h5-h8~d10", true, "", 0},
		{"h5-h8~h10~h9~d9", true, "", 0},
		{"h5-h8~h10~h9~h10~d10", true, "", 0},
		{"h", false, "h1-a1 h1-b1", 92},
		// A path to and fro is not canonical; the kicks to the ends of its next leg are listed.
		{"h5-h8~h10~h9~h10~", false, "h5-h8~h10~b10 h5-h8~h10~c10", 13},
		{"h5-h8~h10~h9~h10~b", false, "h5-h8~h10~b10", 1},
	}
	p, _ := New().Start(variantStandard)
	for _, c := range cases {
		o, err := p.Next(c.prefix)
		if err != nil {
			t.Errorf("%q: %v", c.prefix, err)
			continue
		}
		first := strings.Fields(c.first)
		got := o.Texts()[:min(len(first), len(o.Steps))]
		if o.MayEnd != c.mayEnd || len(o.Steps) != c.count || !slices.Equal(got, first) {
			t.Errorf("%q: may end %v, %d steps: %v", c.prefix, o.MayEnd, len(o.Steps), o.Steps)
		}
	}
}

// TestNextCompletesNumbers checks that a number is complete if a stone with that name can move, and is completed
// otherwise.
func TestNextCompletesNumbers(t *testing.T) {
	p := place(t, "w", "h1 h11", "", "c3")
	o, err := p.Next("h1")
	last := len(o.Steps) - 1
	if err != nil || !strings.HasPrefix(o.Steps[0].Text, "h1-") || !strings.HasPrefix(o.Steps[last].Text, "h1-") {
		t.Errorf("%v, %v", o.Steps, err)
	}
	p = place(t, "w", "h11", "", "c3")
	o, err = p.Next("h1")
	if err != nil || !strings.HasPrefix(o.Steps[0].Text, "h11-") {
		t.Errorf("%v, %v", o.Steps, err)
	}
}

func TestNextRefuses(t *testing.T) {
	cases := []struct{ rule, white, black, ball, prefix, want string }{
		{
			"no such square", "h5", "", "h8", "z9",
			"no_such_square: there is no square z9: the board has files a to o and ranks 1 to 15",
		},
		{"no stone", "h5", "", "h8", "h6-", "no_piece: there is no stone on h6"},
		{"the other's stone", "h5", "h9", "h7", "h9", "not_your_piece: the stone on h9 is Black's, and White is to move"},
		{"a stone without a turn", "a15 b15 a14", "", "h8", "a15", "blocked: the stone on a15 has no legal turn"},
		{
			"no such slide", "h5", "", "h8", "h5-i4",
			"backward_diagonal: the stone on h5 cannot slide to i4: White may go diagonally backward only onto the ball",
		},
		{
			"no kick for want of a bounce", "h5", "", "h8", "h5-h8",
			"no_bounce: kicked from h5, the ball on h8 would come to h15, " +
				"which is in Black's goal area, before it meets a stone: it must bounce",
		},
		{
			"the same with a tilde", "h5", "", "h8", "h5-h8~",
			"no_bounce: kicked from h5, the ball on h8 would come to h15, " +
				"which is in Black's goal area, before it meets a stone: it must bounce",
		},
		{
			"a dead ball", "h5", "h10 g9 i9", "h8", "h5-h8",
			"unreachable_end: the ball on h8 would bounce on h9 and has no way on from there",
		},
		{
			"no kick", "h5", "h12", "h8", "h5-h7~",
			"not_a_kick: the stone on h5 does not kick the ball on h7: the ball lies on h8",
		},
		{
			"a wrong pivot", "h5", "h12", "h8", "h5-h8~h10~",
			"bad_path: the leg h8~h10 is not the first: the ball runs to h11, where it meets the stone on h12",
		},
		{
			"an unreachable end", "h5", "h12", "h8", "h5-h8~c3",
			"unreachable_end: no bounces bring the ball from h8 to c3: its first bounce is on h11",
		},
		{
			"unreadable", "h5", "h12", "h8", "h5~",
			`syntax: "h5~" is no turn: write from-to to slide, as in h5-h7, or from-ball~end to kick, as in h5-h8~d10`,
		},
		{
			"unreadable after a way", "h5", "h12", "h8", "h5-h8~h11~?",
			`syntax: "h5-h8~h11~?" is no turn: write from-to to slide, as in h5-h7, or from-ball~end to kick, as in h5-h8~d10`,
		},
		{
			"two tildes", "h5", "h12", "h8", "h5-h8~~",
			`syntax: "h5-h8~~" is no turn: write from-to to slide, as in h5-h7, or from-ball~end to kick, as in h5-h8~d10`,
		},
	}
	for _, c := range cases {
		_, err := place(t, "w", c.white, c.black, c.ball).Next(c.prefix)
		if code, _, ok := rulestest.Refusal(New(), err); !ok || rulestest.ErrorText(New(), err) != c.want {
			t.Errorf("%s: %q gives %s, %v\nwant %s", c.rule, c.prefix, code, err, c.want)
		}
	}
}

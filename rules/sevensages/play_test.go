package sevensages

import (
	"reflect"
	"testing"

	"turnpost/rules"
	"turnpost/rules/phrase"
	"turnpost/rules/rulestest"
)

// playDescribed plays a turn and describes it for ann (White) and bob (Black).
func playDescribed(t *testing.T, p rules.Position, turn string) (rules.Played, string) {
	t.Helper()
	played, err := p.Play(turn)
	if err != nil {
		t.Fatal(err)
	}
	return played, New().Describe(phrase.English, played.Events, [2]string{"ann", "bob"})
}

func TestPlay(t *testing.T) {
	const scoring = "12sss/14s/14s/11s2s/15/15/15/7o7/15/15/3SS10/S14/S14/S14/S6S7 w "
	cases := []struct{ rule, position, turn, next, described string }{
		{
			"a slide moves one stone", setup + " w 0-0", "h5-g5",
			"7s7/15/3s3s3s3/15/3s3s3s3/15/15/7o7/15/15/3S2S4S3/15/3S3S3S3/15/7S7 b 0-0",
			"ann's stone slid from h5 to g5.",
		},
		{
			"a kick leaves the stone where the ball lay", setup + " w 0-0", "h5-h8~d10",
			"7s7/15/3s3s3s3/15/3s3s3s3/3o11/15/7S7/15/15/3S7S3/15/3S3S3S3/15/7S7 b 0-0",
			"ann's stone on h5 kicked the ball on h8, which bounced on h10 and came to rest on d10.",
		},
		{
			"Black moves after White", setup + " b 2-3", "h11-h8~g7",
			"7s7/15/3s3s3s3/15/3s7s3/15/15/7s7/6o8/15/3S3S3S3/15/3S3S3S3/15/7S7 w 2-3",
			"bob's stone on h11 kicked the ball on h8, which bounced on h6 and h7 and came to rest on g7.",
		},
		{
			"a point restores the setup, and who conceded it moves", scoring + "0-2", "e5-h8~g15", setup + " b 1-2",
			"ann's stone on e5 kicked the ball on h8, which bounced on k11 and came to rest on g15. " +
				"That scores for ann, who now has 1 point; the stones and the ball go back to the setup.",
		},
		{
			"so does the fifth, which wins", scoring + "4-4", "e5-h8~g15", setup + " b 5-4",
			"ann's stone on e5 kicked the ball on h8, which bounced on k11 and came to rest on g15. " +
				"That scores for ann, who now has 5 points; the stones and the ball go back to the setup. ann wins the game.",
		},
		{
			"who cannot move loses", "15/15/15/15/15/15/15/10o4/12S2/12S2/15/15/SSS12/sssS11/ssssS10 w 2-3", "m6-l6",
			"15/15/15/15/15/15/15/10o4/12S2/11S3/15/15/SSS12/sssS11/ssssS10 b 2-3",
			"ann's stone slid from m6 to l6. ann wins the game: bob has no legal turn.",
		},
	}
	for _, c := range cases {
		p := parsed(t, c.position)
		played, described := playDescribed(t, p, c.turn)
		if played.Next.String() != c.next || described != c.described || p.String() != c.position {
			t.Errorf("%s: %q\ngot  %s %s\nwant %s %s", c.rule, c.turn, played.Next, described, c.next, c.described)
		}
	}
}

func TestEvents(t *testing.T) {
	p := parsed(t, "12sss/14s/14s/11s2s/15/15/15/7o7/15/15/3SS10/S14/S14/S14/S6S7 w 4-0")
	played, err := p.Play("e5-h8~g15")
	if err != nil {
		t.Fatal(err)
	}
	want := []rules.Event{
		{Kind: rules.EventMoved, Seat: rules.First, Piece: "Stone", From: "e5", To: "h8"},
		{Kind: rules.EventKicked, Seat: rules.First, Way: []string{"h8", "k11", "g15"}},
		{Kind: rules.EventPoint, Seat: rules.First, At: "g15", Count: 5},
		{Kind: rules.EventEnded, Seat: rules.First, Reason: ReasonPoints},
	}
	if !reflect.DeepEqual(played.Events, want) {
		t.Errorf("got  %+v\nwant %+v", played.Events, want)
	}
}

func TestResult(t *testing.T) {
	const stuckBlack = "15/15/15/15/15/15/15/10o4/12S2/11S3/15/15/SSS12/sssS11/ssssS10 "
	cases := []struct {
		variant, position string
		want              rules.Result
		refusal           string
	}{
		{variantStandard, setup + " w 4-4", rules.Result{}, ""},
		{
			variantStandard, setup + " b 5-4", rules.Won(rules.First, ReasonPoints),
			"game_over: the game is over: White has 5 points",
		},
		{
			variantStandard, setup + " w 0-5", rules.Won(rules.Second, ReasonPoints),
			"game_over: the game is over: Black has 5 points",
		},
		{variantShort, setup + " w 0-0", rules.Result{}, ""},
		{
			variantShort, setup + " w 0-1", rules.Won(rules.Second, ReasonPoints),
			"game_over: the game is over: Black has 1 point",
		},
		{
			variantStandard, stuckBlack + "b 0-4", rules.Won(rules.First, rules.ReasonNoMoves),
			"game_over: the game is over: Black has no legal turn",
		},
		{variantStandard, stuckBlack + "w 0-4", rules.Result{}, ""},
		// No stone can slide; c14 can kick the ball on d13 if it bounces off h9.
		{variantStandard, "SSSSs10/SSSs11/ssso11/15/15/15/7s7/15/15/12s2/15/15/15/15/15 w 0-0", rules.Result{}, ""},
		{
			variantStandard, "SSSSs10/SSSs11/ssso11/15/15/15/8s6/15/15/12s2/15/15/15/15/15 w 0-0",
			rules.Won(rules.Second, rules.ReasonNoMoves), "game_over: the game is over: White has no legal turn",
		},
	}
	for _, c := range cases {
		p, err := New().Parse(c.variant, c.position)
		if err != nil {
			t.Fatal(err)
		}
		if got := p.Result(); got != c.want {
			t.Errorf("%s %s: %+v, want %+v", c.variant, c.position, got, c.want)
		}
		if c.refusal == "" {
			continue
		}
		_, next := p.Next("")
		for _, err := range []error{next, playError(p, "h5-g5"), playError(p, "z99")} {
			if err == nil || rulestest.ErrorText(New(), err) != c.refusal {
				t.Errorf("%s %s: %v, want %s", c.variant, c.position, err, c.refusal)
			}
		}
	}
}

func playError(p rules.Position, turn string) error {
	_, err := p.Play(turn)
	return err
}

package bohnduell

import (
	"slices"
	"testing"

	"turnpost/rules"
)

const (
	standardStart = "12:0,0,0,0:0/12:0,0,0,0:0 g"
	overPosition  = "0:0,0,0,0:13/0:1,0,0,0:10 r"
)

func TestStart(t *testing.T) {
	for variant, want := range map[string]string{
		"":         standardStart,
		"standard": standardStart,
		"long":     "20:0,0,0,0:0/20:0,0,0,0:0 g",
	} {
		// "All bowls start empty. Green moves first."
		p, err := New().Start(variant)
		if err != nil || p.String() != want || p.Key() != "" {
			t.Errorf("%q starts with %v, %v; want %s", variant, p, err, want)
		}
	}
}

// Each case tests a sentence of the rules, once satisfied and once violated.
func TestTurns(t *testing.T) {
	for _, c := range []struct{ rule, position, turn, want string }{
		{"one ball into bowl 1 and one into each bowl farther", standardStart, "p1", "8:1,1,1,1:0/12:0,0,0,0:0 r"},
		{"… 2", standardStart, "p2", "9:1,1,1,0:0/12:0,0,0,0:0 r"},
		{"… 3", standardStart, "p3", "10:1,1,0,0:0/12:0,0,0,0:0 r"},
		{"… 4: the nearer bowls get nothing", standardStart, "p4", "11:1,0,0,0:0/12:0,0,0,0:0 r"},
		{"placing may take the whole stock", "2:0,0,1,3:5/2:1,3,0,1:6 g", "p3", "0:1,1,1,3:5/2:1,3,0,1:6 r"},
		{"placing may fill a bowl beyond its number", "4:0,1,2,2:0/12:1,1,1,0:0 g", "p1", "0:1,2,3,3:0/12:1,1,1,0:0 r"},
		{"an empty bowl steals from bowl 5-k: 1 from 4", "10:1,1,0,0:0/12:0,0,0,0:0 r", "p1", "10:0,1,0,0:0/8:1,1,1,1:1 g"},
		{"… 2 from 3", "9:0,0,0,0:0/9:1,2,1,2:0 g", "p2", "6:1,1,1,0:2/9:1,0,1,2:0 r"},
		{"… 3 from 2", "9:0,0,0,0:0/9:1,2,1,2:0 g", "p3", "7:1,1,0,0:1/9:1,2,0,2:0 r"},
		{"… 4 from 1", "9:0,0,0,0:0/9:1,2,1,2:0 g", "p4", "8:1,0,0,0:2/9:1,2,1,0:0 r"},
		{"Red steals alike", "9:1,2,1,2:0/9:0,0,0,0:0 r", "p2", "9:1,0,1,2:0/6:1,1,1,0:2 g"},
		{"a bowl with a ball steals nothing", "9:0,1,0,0:0/9:1,2,1,1:0 g", "p3", "7:1,2,0,0:0/9:1,2,1,1:0 r"},
		{"nothing opposite, nothing stolen", "9:0,0,0,0:0/9:2,2,0,2:0 g", "p3", "7:1,1,0,0:0/9:2,2,0,2:0 r"},
		{"the empty bowls behind do not steal", "9:0,0,0,1:0/9:1,2,1,1:0 g", "p1", "5:1,1,1,2:0/9:1,2,1,1:0 r"},
		{"a stuck bowl is stolen whole", "6:0,0,0,0:0/9:9,0,0,0:0 g", "p1", "2:1,1,1,1:9/9:0,0,0,0:0 r"},
		{"emptied bowl 1 goes to the large bowl", "6:1,2,1,1:1/6:1,2,1,1:1 g", "e1", "6:1,2,1,0:2/6:1,2,1,1:1 r"},
		{"… 2: one each on the way", "2:0,3,2,1:3/4:1,3,1,1:3 g", "e2", "2:0,3,0,2:4/4:1,3,1,1:3 r"},
		{"… 3", "2:0,3,2,1:3/4:1,3,1,1:3 g", "e3", "2:0,0,3,2:4/4:1,3,1,1:3 r"},
		{"… 4", "8:4,0,0,0:0/8:4,0,0,0:0 g", "e4", "8:0,1,1,1:1/8:4,0,0,0:0 r"},
		{
			"emptying steals nothing, even sown into empty bowls", "8:0,3,0,0:1/8:1,1,1,1:0 g", "e3",
			"8:0,0,1,1:2/8:1,1,1,1:0 r",
		},
		{"a side without a legal turn is skipped", "0:0,0,2,1:10/0:1,0,0,0:10 g", "e1", "0:0,0,2,0:11/0:1,0,0,0:10 g"},
		{"… again and again", "0:0,0,2,0:11/0:1,0,0,0:10 g", "e2", "0:0,0,0,1:12/0:1,0,0,0:10 g"},
		{"… also when the turn took its last one away", "4:0,0,0,0:5/0:4,0,0,0:11 g", "p1", "0:1,1,1,1:9/0:0,0,0,0:11 g"},
		{"a side with stock alone is not skipped", "1:1,0,0,1:10/1:0,0,0,0:10 g", "e1", "1:1,0,0,0:11/1:0,0,0,0:10 r"},
		{"a side with a bowl alone is not skipped", "0:1,0,0,1:10/0:0,0,0,1:11 g", "e1", "0:1,0,0,0:11/0:0,0,0,1:11 r"},
		{"at the end the last mover's opponent is to move", "0:0,0,0,1:12/0:1,0,0,0:10 g", "e1", overPosition},
	} {
		if got := play(t, c.position, c.turn).Next.String(); got != c.want {
			t.Errorf("%s: %s on %s\ngot  %s\nwant %s", c.rule, c.turn, c.position, got, c.want)
		}
	}
}

// The text shared by several refusals.
const (
	itIsOver     = "the game is over: neither side has a turn left, and the large bowls hold 13 (Green) and 10 (Red)"
	placingTakes = ": placing puts one into the chosen bowl and one into each bowl behind it"
	withFewer    = ": with fewer, the last ball would not reach the large bowl"
	bowlNumbers  = ": each side has bowls 1 to 4, 1 next to the large bowl and 4 farthest from it"
)

func TestRefused(t *testing.T) {
	for _, c := range []struct{ position, turn, code, detail string }{
		{
			"2:0,0,1,3:5/2:1,3,0,1:6 g", "p1", CodeStockTooSmall,
			"p1 needs 4 balls from Green's stock, which holds 2 balls" + placingTakes,
		},
		{
			"3:4,1,1,0:5/1:3,3,3,0:0 r", "place 2", CodeStockTooSmall,
			"p2 needs 3 balls from Red's stock, which holds 1 ball" + placingTakes,
		},
		{
			"0:2,2,1,1:7/2:1,0,0,0:8 g", "p4", CodeStockTooSmall,
			"p4 needs 1 ball from Green's stock, which holds no balls" + placingTakes,
		},
		{
			standardStart, "e1", CodeBowlCount,
			"Green's bowl 1 holds no balls and must hold exactly 1 ball to be emptied" + withFewer,
		},
		{
			"5:2,1,1,1:2/1:3,3,3,0:2 r", "e4", CodeBowlCount,
			"Red's bowl 4 holds 3 balls and must hold exactly 4 balls to be emptied" + withFewer,
		},
		{
			"2:0,3,0,2:4/2:1,3,2,0:5 g", "e1", CodeBowlCount,
			"Green's bowl 1 holds 2 balls and must hold exactly 1 ball to be emptied: " +
				"with more it is stuck until the opponent steals from it",
		},
		{standardStart, "p0", CodeNoSuchBowl, "there is no bowl 0" + bowlNumbers},
		{standardStart, "e5", CodeNoSuchBowl, "there is no bowl 5" + bowlNumbers},
		{standardStart, "place 12", CodeNoSuchBowl, "there is no bowl 12" + bowlNumbers},
		{overPosition, "p1", rules.CodeGameOver, itIsOver},
		{overPosition, "e9", rules.CodeGameOver, itIsOver},
	} {
		_, err := at(t, c.position).Play(c.turn)
		sameFault(t, err, c.code, c.detail)
	}
}

func TestResult(t *testing.T) {
	for _, c := range []struct {
		rule, position string
		want           rules.Result
	}{
		{"more balls win", overPosition, rules.Won(rules.First, ReasonCount)},
		{"… for Red", "0:0,0,0,0:10/0:1,0,0,0:13 g", rules.Won(rules.Second, ReasonCount)},
		{"equal is a draw", "0:1,1,0,0:11/0:0,0,0,0:11 r", rules.Drawn(ReasonCount)},
		{"balls in small bowls count for nobody", "0:3,4,4,0:6/0:0,0,0,0:7 g", rules.Won(rules.Second, ReasonCount)},
		{"a ball in stock is a turn", "1:1,0,0,0:12/0:0,0,0,0:10 g", rules.Result{}},
		{"a bowl that can be emptied is a turn", "0:4,0,0,0:12/0:0,0,0,0:8 g", rules.Result{}},
		{"the other side's turn counts too", "0:0,0,0,0:12/1:0,0,0,0:11 r", rules.Result{}},
	} {
		if got := at(t, c.position).Result(); got != c.want {
			t.Errorf("%s: %s: %+v, want %+v", c.rule, c.position, got, c.want)
		}
	}
}

func TestEvents(t *testing.T) {
	for _, c := range []struct {
		position, turn string
		want           []rules.Event
	}{
		{standardStart, "p3", []rules.Event{{Kind: "placed", Seat: rules.First, From: "gs", To: "g3", Count: 2}}},
		{"10:1,1,0,0:0/12:0,0,0,0:0 r", "p1", []rules.Event{
			{Kind: "placed", Seat: rules.Second, From: "rs", To: "r1", Count: 4},
			{Kind: "stolen", Seat: rules.First, From: "g4", To: "rl", Count: 1},
		}},
		{"8:4,0,0,0:0/8:4,0,0,0:0 g", "e4", []rules.Event{{Kind: "sown", Seat: rules.First, From: "g4", To: "gl", Count: 4}}},
		{"0:0,0,2,1:10/0:1,0,0,0:10 g", "e1", []rules.Event{
			{Kind: "sown", Seat: rules.First, From: "g1", To: "gl", Count: 1},
			{Kind: "skipped", Seat: rules.Second},
		}},
		// "No skip is reported" at the end.
		{"0:0,0,0,1:12/0:1,0,0,0:10 g", "e1", []rules.Event{
			{Kind: "sown", Seat: rules.First, From: "g1", To: "gl", Count: 1},
			{Kind: "ended", Seat: rules.First, Reason: ReasonCount, Count: 3},
		}},
		{"0:1,1,0,0:11/0:0,0,0,1:10 r", "e1", []rules.Event{
			{Kind: "sown", Seat: rules.Second, From: "r1", To: "rl", Count: 1},
			{Kind: "ended", Seat: rules.NoSeat, Reason: ReasonCount},
		}},
	} {
		if got := play(t, c.position, c.turn).Events; !slices.EqualFunc(got, c.want, sameEvent) {
			t.Errorf("%s on %s\ngot  %+v\nwant %+v", c.turn, c.position, got, c.want)
		}
	}
}

func sameEvent(a, b rules.Event) bool {
	return a.Kind == b.Kind && a.Seat == b.Seat && a.From == b.From && a.To == b.To && a.Count == b.Count &&
		a.Reason == b.Reason && a.Piece == "" && a.At == "" && a.Way == nil
}

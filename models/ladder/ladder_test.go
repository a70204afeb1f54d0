package ladder

import (
	"slices"
	"testing"
	"time"

	"turnpost/models/modeltest/vectors"
)

// event is a line of the vectors.
type event struct {
	Kind, ID string
	Begin    int64
	Players  []string
	Steps    []struct {
		At           int64
		Join, Leave  string
		Challenge    []any // number, challenger, challenged
		Refused      Refusal
		End          []any // number, "challenger", "challenged" or null, reason
		Ladder, Idle []string
	}
}

func TestVectors(t *testing.T) {
	ladders := 0
	vectors.Each(t, func(t *testing.T, e *event) {
		t.Helper()
		if e.Kind == "ladder" {
			ladders++
			t.Run(e.ID, func(t *testing.T) { checkLadder(t, e) })
		}
	}, "testdata/ladders.jsonl", "tournaments.jsonl")
	if ladders == 0 {
		t.Fatal("no ladder")
	}
}

func checkLadder(t *testing.T, e *event) {
	sides := map[any]Side{nil: Nobody, "challenger": Challenger, "challenged": Challenged}
	l := New(e.Players, time.Unix(e.Begin, 0))
	for i, step := range e.Steps {
		at := time.Unix(step.At, 0)
		switch {
		case step.Join != "":
			l.Join(step.Join, at)
		case step.Leave != "":
			l.Leave(step.Leave)
		case step.Challenge != nil:
			c := step.Challenge
			if got := l.Challenge(int(c[0].(float64)), c[1].(string), c[2].(string), at); got != step.Refused {
				t.Fatalf("step %d: %v is refused by %q, want %q", i, c, got, step.Refused)
			}
		default:
			l.End(int(step.End[0].(float64)), sides[step.End[1]], step.End[2].(string), at)
		}
		if got := l.Order(); !slices.Equal(got, step.Ladder) {
			t.Fatalf("step %d: ladder %v, want %v", i, got, step.Ladder)
		}
		if got := l.Idle(at); !slices.Equal(got, step.Idle) {
			t.Fatalf("step %d: idle %v, want %v", i, got, step.Idle)
		}
	}
}

// The limits that the vectors do not reach, and the order in which they are looked for.
func TestRefusals(t *testing.T) {
	at := time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC)
	for _, c := range []struct {
		facts Facts
		want  Refusal
	}{
		{Facts{Challenger: 4, Opponent: 1, Own: 1, Against: 2}, ""},
		{Facts{Challenger: 4, Opponent: 1, Own: 2, Against: 3, Last: at}, TooMany},
		{Facts{Challenger: 4, Opponent: 1, Own: 1, Against: 3, Last: at}, Busy},
		{Facts{Challenger: 4, Opponent: 1, Last: at}, TooSoon},
		{Facts{Challenger: 4, Opponent: 1, Last: at.Add(time.Second - Rest)}, TooSoon},
		{Facts{Challenger: 4, Opponent: 1, Last: at.Add(-Rest)}, ""},
		{Facts{Challenger: 4, Opponent: 1, Against: 3, Paired: true}, Busy},
		{Facts{Challenger: 4, Opponent: 1, Paired: true, Last: at}, Paired},
		{Facts{Challenger: 4, Opponent: 1, Paired: true}, Paired},
		{Facts{Challenger: 5, Opponent: 1, Own: 2}, TooFar},
		{Facts{Challenger: 1, Opponent: 2, Own: 2}, NotAbove},
		{Facts{Challenger: 2, Opponent: 2}, NotAbove},
		{Facts{Opponent: 2}, NotOnLadder},
		{Facts{Challenger: 2}, NotOnLadder},
	} {
		if got := c.facts.Refusal(at); got != c.want {
			t.Errorf("%+v: %q, want %q", c.facts, got, c.want)
		}
	}
}

// Games against who is challenged by others and running ones are told apart; two players have one game at a time,
// and the challenger waits from its end.
func TestChallengeCountsGames(t *testing.T) {
	at := time.Unix(1790000000, 0)
	l := New([]string{"a", "b", "c", "d", "e"}, at)
	no := 0
	challenge := func(challenger, challenged string, want Refusal) {
		t.Helper()
		no++
		if got := l.Challenge(no, challenger, challenged, at); got != want {
			t.Fatalf("%s challenges %s: %q, want %q", challenger, challenged, got, want)
		}
	}
	challenge("b", "a", "") // 1
	challenge("c", "a", "") // 2
	challenge("d", "a", "") // 3
	challenge("d", "c", "") // 4
	challenge("d", "b", TooMany)
	challenge("c", "b", "") // 6
	l.End(2, Challenger, "rules", at)
	if got, want := l.Order(), []string{"c", "a", "b", "d", "e"}; !slices.Equal(got, want) {
		t.Fatalf("ladder %v, want %v", got, want)
	}
	challenge("a", "c", "") // 7: the other way, since game 2 has ended
	at = at.Add(2 * Rest)
	challenge("b", "a", Paired)
	challenge("b", "c", Paired)
	if idle := l.Idle(at); !slices.Equal(idle, []string{"e"}) {
		t.Errorf("%v are idle, want e alone: all others are playing", idle)
	}
	l.End(4, Challenged, "rules", at)
	at = at.Add(Rest - time.Second)
	challenge("d", "c", TooSoon)
	at = at.Add(time.Second)
	challenge("d", "b", "")           // 11
	l.End(6, Challenger, "rules", at) // above already
	if got, want := l.Order(), []string{"c", "a", "b", "d", "e"}; !slices.Equal(got, want) {
		t.Fatalf("ladder %v, want %v", got, want)
	}
	l.End(6, Challenged, "timeout", at) // over already
	if len(l.Order()) != 5 {
		t.Fatalf("ladder %v after a game ended twice", l.Order())
	}
}

func TestEndByTime(t *testing.T) {
	order := []string{"a", "b", "c", "d"}
	for _, c := range []struct {
		challenger, challenged string
		winner                 Side
		reason                 string
		want                   []string
	}{
		{"d", "b", Challenger, "timeout", []string{"a", "d", "c"}},
		{"d", "b", Challenged, "timeout", []string{"a", "b", "c"}},
		{"b", "d", Challenger, "timeout", []string{"a", "b", "c"}}, // has passed the opponent since
		{"d", "x", Challenger, "timeout", []string{"a", "b", "c", "d"}},
		{"x", "b", Challenger, "timeout", []string{"a", "c", "d"}},
		{"d", "b", Nobody, "timeout", []string{"a", "b", "c", "d"}},
		{"d", "a", Challenger, "resignation", []string{"d", "a", "b", "c"}},
		{"d", "a", Challenged, "resignation", []string{"a", "b", "c", "d"}},
	} {
		if got := End(order, c.challenger, c.challenged, c.winner, c.reason); !slices.Equal(got, c.want) {
			t.Errorf("%+v: %v", c, got)
		}
	}
	if !slices.Equal(order, []string{"a", "b", "c", "d"}) {
		t.Errorf("End changed its argument to %v", order)
	}
}

// The digests are those of sha256sum.
func TestChallengerFirst(t *testing.T) {
	for no, want := range map[int]bool{1: false, 2: false, 3: true, 4: false, 10: false} {
		if got := ChallengerFirst("t3", no); got != want {
			t.Errorf("game %d: %v", no, got)
		}
	}
}

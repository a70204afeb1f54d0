package rulestest

import (
	"testing"

	"turnpost/rules"
	"turnpost/rules/hnefatafl"
	"turnpost/rules/rulestest/tictactoe"
)

// opening is a ruleset whose setup never returns, as where the first turn allows the second one to be a swap.
type opening struct{ rules.Ruleset }

type openingPosition struct{ rules.Position }

func (openingPosition) Key() string { return "setup" }

func (r opening) Start(variant string) (rules.Position, error) {
	p, err := r.Ruleset.Start(variant)
	return openingPosition{p}, err
}

// What is tried again is recorded once.
func TestCasesAreRecordedOnce(t *testing.T) {
	r := newRecorder(t, Suite{Ruleset: hnefatafl.New()}, "7x7", 0)
	for range 2 {
		r.refuse(start(t, r.s.Ruleset, r.variant, ""), "a1-a2")
		r.misread("nothing")
	}
	if turns, positions := r.refused(), r.bad(); len(turns) != 1 || len(positions) != 1 {
		t.Errorf("recorded %v and %v", turns, positions)
	}
}

// A position that a person wrote stays, right or wrong; the others are recorded.
func TestWrittenPositionsStay(t *testing.T) {
	g := Game{Turns: []Turn{{Input: "a1", Position: "by hand"}, {Input: "b2"}}}
	(&recorder{t: t, s: Suite{Ruleset: tictactoe.New()}, variant: "standard"}).replay(&g)
	if g.Turns[0].Position != "by hand" || g.Turns[1].Position != "3/1o1/x2 x" {
		t.Errorf("recorded %+v", g.Turns)
	}
}

// A draw by repetition is recorded, of the setup or of the position that pieces return to.
func TestRepetitionIsRecorded(t *testing.T) {
	for turns, r := range map[int]rules.Ruleset{8: hnefatafl.New(), 9: opening{hnefatafl.New()}} {
		g := (&recorder{t: t, s: Suite{Ruleset: r}, variant: "7x7"}).repetition()
		if len(g.Turns) != turns || !g.Ends() {
			t.Errorf("%d turns, which end in %s; want %d and a draw", len(g.Turns), g.Outcome, turns)
		}
	}
}

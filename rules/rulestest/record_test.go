package rulestest

import (
	"testing"

	"turnpost/rules"
	"turnpost/rules/hnefatafl"
)

// opening is a ruleset whose setup never returns, as where the first turn allows the second one to be a swap.
type opening struct{ rules.Ruleset }

type openingPosition struct{ rules.Position }

func (openingPosition) Key() string { return "setup" }

func (r opening) Start(variant string) (rules.Position, error) {
	p, err := r.Ruleset.Start(variant)
	return openingPosition{p}, err
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

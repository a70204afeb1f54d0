package house

import (
	"testing"

	"turnpost/models/play"
	"turnpost/rules"
	"turnpost/rules/catalog"
	"turnpost/rules/phrase"
	"turnpost/rules/rulestest/sample"
)

// After a sound first turn nobody stands better than at the beginning, so that the house takes a draw in every game, on
// both sides; all levels decide alike.
func TestTheHouseTakesADrawAfterOneTurn(t *testing.T) {
	sample.Whole(t, "thinks in every game")
	for _, r := range catalog.All() {
		info := r.Info(phrase.English)
		for _, v := range info.Variants {
			setup, err := r.Start(v.ID)
			if err != nil {
				t.Fatal(err)
			}
			turn, err := r.House().Turn(setup, rules.Thought{
				Level: rules.Hard, Nodes: drawNodes, Seed: 1, Seen: []string{setup.Key()},
			})
			if err != nil {
				t.Fatal(err)
			}
			played, err := setup.Play(turn)
			if err != nil {
				t.Fatal(err)
			}
			seen, thinker := []string{setup.Key(), played.Next.Key()}, r.House()
			for _, seat := range []rules.Seat{rules.First, rules.Second} {
				task := &play.HouseTask{Position: played.Next, Past: []rules.Position{setup, played.Next}, Seat: seat, Seen: seen}
				takes, err := takesDraw(thinker, task, rules.Thought{Level: rules.Easy, Seed: 1, Seen: seen})
				if err != nil || !takes {
					t.Errorf("%s %s, after %s: the house in seat %d takes a draw: %t, %v", info.ID, v.ID, turn, seat, takes, err)
				}
			}
		}
	}
}

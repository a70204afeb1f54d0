package store

import (
	"testing"

	"turnpost/models"
	"turnpost/models/challenge"
	"turnpost/models/play"
	"turnpost/rules"
	"turnpost/rules/rulestest/sample"
)

// A game with the house in which the person has played no turn is in no list for others, with either side to begin and
// however it ended; that person finds it, and games between people are listed from the start.
func TestUntouchedGamesWithTheHouseAreNotListed(t *testing.T) {
	sample.Whole(t, "tries a rare case")
	w := newHouseWorld(t)
	ann, bob := w.player("ann"), w.player("bob")
	first, second, played := w.houseGame(ann, "first"), w.houseGame(ann, "second"), w.houseGame(ann, "first")
	w.play(second, models.Player{ID: second.Players[rules.First].ID}, "d1-c1")
	w.play(played, ann, "d1-c1")
	people := w.game(ann, bob, "hnefatafl", "7x7")
	shown := func(to int64, f play.GameFilter) map[string]bool {
		f.ShownTo, f.Limit = &to, 10
		games, _, err := w.Games(t.Context(), f)
		if err != nil {
			t.Fatal(err)
		}
		found := map[string]bool{}
		for _, g := range games {
			found[g.ID] = true
		}
		return found
	}
	for name, f := range map[string]play.GameFilter{
		"all": {}, "ongoing": {Status: models.Ongoing}, "of ann": {Player: "ann"}, "a variant": {
			Ruleset: "hnefatafl",
			Variant: "7x7",
		},
	} {
		for _, to := range []int64{0, bob.ID} {
			got := shown(to, f)
			if got[first.ID] || got[second.ID] || !got[played.ID] || !got[people.ID] {
				t.Errorf("%s for %d: %v", name, to, got)
			}
		}
		if got := shown(ann.ID, f); len(got) != 4 {
			t.Errorf("%s for ann: %v", name, got)
		}
	}
	if _, err := w.ResignGame(t.Context(), ann.ID, second.ID); err != nil {
		if _, err = w.AbortGame(t.Context(), ann.ID, second.ID); err != nil {
			t.Fatal(err)
		}
	}
	if shown(bob.ID, play.GameFilter{})[second.ID] {
		t.Error("an untouched game is listed when it is over")
	}
	_, err := w.challengeHouse(ann, challenge.NewChallenge{Opponent: "House"})
	wantCode(t, err, models.CodeInvalid)
}

package store

import (
	"testing"

	"turnpost/models"
)

// An operator ends the games of the house and no others.
func TestStopHouse(t *testing.T) {
	w := newHouseWorld(t)
	ann, bob := w.player("ann"), w.player("bob")
	games := []*models.Game{w.houseGame(ann, "first"), w.houseGame(ann, "second"), w.houseGame(bob, "second")}
	between := w.game(ann, bob, "hnefatafl", "7x7")
	if n, err := w.Admin().StopHouse(t.Context()); err != nil || n != len(games) {
		t.Errorf("%d ended, %v", n, err)
	}
	for _, g := range games {
		if g = w.find(g); g.Status != models.Aborted || g.Result.Reason != models.ReasonAnnulled || w.houseAt(g) != 0 {
			t.Errorf("%s: %+v", g.Status, g.Result)
		}
	}
	if g := w.find(between); g.Status != models.Ongoing {
		t.Errorf("the game between players is %s", g.Status)
	}
}

package store

import (
	"testing"
	"time"

	"turnpost/models"
	"turnpost/models/challenge"
	"turnpost/rules"
	"turnpost/rules/rulestest/sample"
)

// The house never loses on time: its clock starts again. Its opponent does.
func TestHouseHasTime(t *testing.T) {
	sample.Whole(t, "tries a rare case")
	w := newHouseWorld(t)
	ann := w.player("ann")
	w.sweep()
	c, err := w.challengeHouse(ann, challenge.NewChallenge{Seat: "first", Terms: models.Terms{Pace: "1h"}})
	if err != nil {
		t.Fatal(err)
	}
	g := w.play(c.Begun, ann, "d1-c1")
	due, deadline := w.houseAt(g), g.Deadline
	w.run(2*time.Hour + time.Minute)
	if g = w.find(g); g.Status != models.Ongoing || g.Deadline.Sub(deadline) != 2*time.Hour || w.houseAt(g) != due {
		t.Fatalf("%s, deadline %s after %s, due at %d after %d", g.Status, g.Deadline, deadline, w.houseAt(g), due)
	}
	if lag, err := w.DeadlineLag(t.Context()); err != nil || lag != 0 {
		t.Errorf("lag %s, %v", lag, err)
	}
	w.pass(30 * time.Second)
	g = w.play(g, models.Player{ID: g.Players[1].ID}, "d3-c3")
	if left := g.Left[rules.First]; left != time.Hour {
		t.Errorf("the player has %s", left)
	}
	w.run(time.Hour + 6*time.Minute)
	if g = w.find(g); g.Status != models.Finished || g.Result != rules.Won(rules.Second,
		models.ReasonTimeout) || w.houseAt(g) != 0 {
		t.Errorf("%s: %+v", g.Status, g.Result)
	}
}

// A player who leaves ends the games with the house.
func TestHouseIsLeft(t *testing.T) {
	sample.Whole(t, "tries a rare case")
	w := newHouseWorld(t)
	ann, bob := w.player("ann"), w.player("bob")
	left, banned := w.play(w.houseGame(ann, "first"), ann, "d1-c1"), w.houseGame(bob, "second")
	if err := w.DeletePlayer(t.Context(), ann.ID, "ann"); err != nil {
		t.Fatal(err)
	}
	if err := w.Admin().BanPlayer(t.Context(), "bob"); err != nil {
		t.Fatal(err)
	}
	for _, g := range []*models.Game{left, banned} {
		if g = w.find(g); g.Status != models.Aborted || w.houseAt(g) != 0 {
			t.Errorf("%s, the house is due at %d", g.Status, w.houseAt(g))
		}
	}
}

// An offer that is withdrawn or declined leaves the house nothing to decide, but a turn of the house stays due.
func TestOffersLeaveTheTurnOfTheHouse(t *testing.T) {
	w := newHouseWorld(t)
	ann := w.player("ann")
	g := w.houseGame(ann, "first")
	house := models.Player{ID: g.Players[1].ID}
	for _, c := range []struct {
		due bool
		by  models.Player
		act models.OfferAction
	}{{false, ann, models.WithdrawOffer}, {false, house, models.DeclineOffer}, {true, ann, models.WithdrawOffer}, {
		true,
		house, models.DeclineOffer,
	}} {
		if c.due && w.find(g).Ply == 0 {
			w.play(g, ann, "d1-c1")
		}
		if _, err := w.NegotiateDraw(t.Context(), ann.ID, g.ID, models.MakeOffer); err != nil || w.houseAt(g) == 0 {
			t.Fatalf("due at %d, %v", w.houseAt(g), err)
		}
		if _, err := w.NegotiateDraw(t.Context(), c.by.ID, g.ID, c.act); err != nil {
			t.Fatal(err)
		}
		if due := w.houseAt(g) != 0; due != c.due {
			t.Errorf("turn of the house %t, %s: due %t", c.due, c.act, due)
		}
	}
}

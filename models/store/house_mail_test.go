package store

import (
	"testing"
	"time"

	"turnpost/models"
	"turnpost/models/play"
	"turnpost/rules/rulestest/sample"
)

// The mail about a turn of the house waits while its player is at the game, and is dropped if they have played on.
func TestHouseMailWaits(t *testing.T) {
	sample.Whole(t, "tries a rare case")
	w := newHouseWorld(t)
	ann := w.player("ann")
	g := w.houseGame(ann, "first")
	house := models.Player{ID: g.Players[1].ID}
	g = w.play(w.play(g, ann, "d1-c1"), house, "d3-c3")
	w.pass(play.HouseMailDelay - time.Second)
	if got := kinds(w.deliver()); got != "" {
		t.Errorf("mailed %q early", got)
	}
	g = w.play(w.play(g, ann, "c1-d1"), house, "c3-d3")
	w.pass(play.HouseMailDelay - time.Second)
	if got := kinds(w.deliver()); got != "" {
		t.Errorf("mailed %q of a turn that was answered", got)
	}
	w.pass(time.Second)
	if got := kinds(w.deliver()); got != "your_turn:ann " {
		t.Errorf("mailed %q", got)
	}
	if _, err := w.PlayTurn(t.Context(), models.TurnInput{
		Game: g.ID, Player: ann.ID, Text: "d1-c1",
		Via: models.ViaMail,
	}); err != nil {
		t.Fatal(err)
	}
	w.play(g, house, "d3-c3")
	if got := kinds(w.deliver()); got != "your_turn:ann " {
		t.Errorf("mailed %q at once", got)
	}
}

// The decision of the house on an offer is seen where the offer was made: it is mailed only to who plays by mail.
func TestDecisionOfTheHouseIsMailedToWhoPlaysByMail(t *testing.T) {
	sample.Whole(t, "tries a rare case")
	for via, want := range map[models.Via]string{models.ViaHTTP: "", models.ViaMail: "offer_answer:ann "} {
		w := newHouseWorld(t)
		ann := w.player("ann")
		g := w.houseGame(ann, "first")
		if _, err := w.PlayTurn(t.Context(), models.TurnInput{
			Game: g.ID, Player: ann.ID, Text: "d1-c1",
			Via: via,
		}); err != nil {
			t.Fatal(err)
		}
		w.deliver()
		if _, err := w.NegotiateDraw(t.Context(), ann.ID, g.ID, models.MakeOffer); err != nil {
			t.Fatal(err)
		}
		if _, err := w.NegotiateDraw(t.Context(), g.Players[1].ID, g.ID, models.DeclineOffer); err != nil {
			t.Fatal(err)
		}
		if got := kinds(w.deliver()); got != want {
			t.Errorf("%s: mailed %q, want %q", via, got, want)
		}
	}
}

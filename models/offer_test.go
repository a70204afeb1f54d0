package models

import (
	"testing"

	"turnpost/rules"
)

func TestResign(t *testing.T) {
	w := newWorld(t)
	ann, bob, eve := w.player("ann"), w.player("bob"), w.player("eve")
	g := w.game(ann, bob, "hnefatafl", "7x7")
	w.deliver()
	_, err := w.ResignGame(t.Context(), eve.ID, g.ID)
	wantCode(t, err, CodeForbidden)
	after, err := w.ResignGame(t.Context(), bob.ID, g.ID)
	if err != nil || after.Status != Finished || after.Result != rules.Won(rules.First, ReasonResignation) {
		t.Fatalf("%+v, %v", after, err)
	}
	_, err = w.ResignGame(t.Context(), ann.ID, g.ID)
	wantCode(t, err, CodeGameOver)
	if got := kinds(w.deliver()); got != "game_over:ann game_over:bob " {
		t.Fatalf("mailed %q", got)
	}
	_, records, err := w.PlayerByName(t.Context(), "bob")
	if err != nil || len(records) != 1 || records[0] != (Record{Ruleset: "hnefatafl", Lost: 1}) {
		t.Fatalf("%+v, %v", records, err)
	}
}

func TestDrawOffers(t *testing.T) {
	w := newWorld(t)
	ann, bob := w.player("ann"), w.player("bob")
	g := w.game(ann, bob, "hnefatafl", "7x7")
	w.deliver()
	draw := func(p Player, a OfferAction) (*Game, error) { return w.NegotiateDraw(t.Context(), p.ID, g.ID, a) }
	_, err := draw(bob, AcceptOffer)
	wantCode(t, err, CodeConflict)
	_, err = draw(bob, "maybe")
	wantCode(t, err, CodeInvalid)
	if after, err := draw(ann, MakeOffer); err != nil || after.DrawBy != rules.First {
		t.Fatalf("%+v, %v", after, err)
	}
	_, err = draw(ann, MakeOffer)
	wantCode(t, err, CodeConflict)
	_, err = draw(ann, AcceptOffer)
	wantCode(t, err, CodeConflict)
	if got := kinds(w.deliver()); got != "offer:bob " {
		t.Fatalf("mailed %q", got)
	}
	if box, err := w.Inbox(t.Context(), bob); err != nil || len(box.Offers) != 1 || len(box.Games) != 0 {
		t.Fatalf("%+v, %v", box, err)
	}
	if after, err := draw(bob, DeclineOffer); err != nil || after.DrawBy != rules.NoSeat {
		t.Fatalf("%+v, %v", after, err)
	}
	if got := kinds(w.deliver()); got != "offer_answer:ann " {
		t.Fatalf("mailed %q", got)
	}
	// An offer with a turn is pending until the opponent plays.
	after, err := w.PlayTurn(t.Context(), TurnInput{Game: g.ID, Player: ann.ID, Text: "d1-c1", OfferDraw: true})
	if err != nil || after.DrawBy != rules.First {
		t.Fatalf("%+v, %v", after, err)
	}
	if after = w.play(g, bob, "d3-c3"); after.DrawBy != rules.NoSeat {
		t.Fatalf("the offer outlived the answer")
	}
	if _, err = draw(bob, MakeOffer); err != nil {
		t.Fatal(err)
	}
	if _, err = draw(bob, WithdrawOffer); err != nil {
		t.Fatal(err)
	}
	w.deliver()
	if _, err = draw(bob, MakeOffer); err != nil {
		t.Fatal(err)
	}
	// Making the offer that the opponent has made accepts it.
	if after, err = draw(ann, MakeOffer); err != nil || after.Result != rules.Drawn(ReasonAgreement) {
		t.Fatalf("%+v, %v", after, err)
	}
	if got := kinds(w.deliver()); got != "game_over:ann game_over:bob " {
		t.Fatalf("mailed %q", got)
	}
}

func TestGamesList(t *testing.T) {
	w := newWorld(t)
	ann, bob, eve := w.player("ann"), w.player("bob"), w.player("eve")
	for range 5 {
		w.pass(1)
		w.game(ann, bob, "hnefatafl", "7x7")
		w.game(bob, eve, "bohnduell", "")
	}
	count := func(f GameFilter) (n int) {
		t.Helper()
		f.Limit = 2
		seen := map[string]bool{}
		for {
			games, next, err := w.Games(t.Context(), f)
			if err != nil {
				t.Fatal(err)
			}
			for _, g := range games {
				if seen[g.ID] {
					t.Fatalf("%s is listed twice", g.ID)
				}
				seen[g.ID] = true
			}
			if next == "" {
				return len(seen)
			}
			f.Before = next
		}
	}
	for _, c := range []struct {
		filter GameFilter
		want   int
	}{
		{GameFilter{}, 10},
		{GameFilter{Player: "Bob"}, 10},
		{GameFilter{Player: "eve"}, 5},
		{GameFilter{Player: "nobody"}, 0},
		{GameFilter{ToMove: "bob"}, 5},
		{GameFilter{Player: "bob", NotTo: "bob"}, 5},
		{GameFilter{Player: "eve", NotTo: "nobody"}, 0},
		{GameFilter{Status: Finished}, 0},
		{GameFilter{Ruleset: "bohnduell", Player: "ann"}, 0},
		{GameFilter{Ruleset: "hnefatafl", Status: Ongoing, Player: "ann"}, 5},
	} {
		if n := count(c.filter); n != c.want {
			t.Errorf("%+v: %d games, want %d", c.filter, n, c.want)
		}
	}
	_, _, err := w.Games(t.Context(), GameFilter{Before: "x", Limit: 2})
	wantCode(t, err, CodeInvalid)
}

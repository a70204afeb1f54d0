package store

import (
	"testing"

	"turnpost/models"
	"turnpost/models/account"
	"turnpost/models/play"
	"turnpost/rules"
)

func TestResign(t *testing.T) {
	w := newWorld(t)
	ann, bob, eve := w.player("ann"), w.player("bob"), w.player("eve")
	g := w.game(ann, bob, "hnefatafl", "7x7")
	w.deliver()
	_, err := w.ResignGame(t.Context(), eve.ID, g.ID)
	wantCode(t, err, models.CodeForbidden)
	after, err := w.ResignGame(t.Context(), bob.ID, g.ID)
	if err != nil || after.Status != models.Finished || after.Result != rules.Won(rules.First, models.ReasonResignation) {
		t.Fatalf("%+v, %v", after, err)
	}
	_, err = w.ResignGame(t.Context(), ann.ID, g.ID)
	wantCode(t, err, models.CodeGameOver)
	if got := kinds(w.deliver()); got != "game_over:ann game_over:bob " {
		t.Fatalf("mailed %q", got)
	}
	_, records, err := w.PlayerByName(t.Context(), "bob")
	if err != nil || len(records) != 1 || records[0] != (account.Record{Ruleset: "hnefatafl", Lost: 1}) {
		t.Fatalf("%+v, %v", records, err)
	}
}

func TestDrawOffers(t *testing.T) {
	w := newWorld(t)
	ann, bob := w.player("ann"), w.player("bob")
	g := w.game(ann, bob, "hnefatafl", "7x7")
	w.deliver()
	draw := func(p models.Player, a models.OfferAction) (*models.Game, error) {
		return w.NegotiateDraw(t.Context(), p.ID, g.ID, a)
	}
	_, err := draw(bob, models.AcceptOffer)
	wantCode(t, err, models.CodeConflict)
	_, err = draw(bob, "maybe")
	wantCode(t, err, models.CodeInvalid)
	if after, err := draw(ann, models.MakeOffer); err != nil || after.DrawBy != rules.First {
		t.Fatalf("%+v, %v", after, err)
	}
	_, err = draw(ann, models.MakeOffer)
	wantCode(t, err, models.CodeConflict)
	_, err = draw(ann, models.AcceptOffer)
	wantCode(t, err, models.CodeConflict)
	if got := kinds(w.deliver()); got != "offer:bob " {
		t.Fatalf("mailed %q", got)
	}
	if box, err := w.Inbox(t.Context(), bob); err != nil || len(box.Offers) != 1 || len(box.Games) != 0 {
		t.Fatalf("%+v, %v", box, err)
	}
	if after, err := draw(bob, models.DeclineOffer); err != nil || after.DrawBy != rules.NoSeat {
		t.Fatalf("%+v, %v", after, err)
	}
	if got := kinds(w.deliver()); got != "offer_answer:ann " {
		t.Fatalf("mailed %q", got)
	}
	// An offer with a turn is pending until the opponent plays.
	after, err := w.PlayTurn(t.Context(), models.TurnInput{Game: g.ID, Player: ann.ID, Text: "d1-c1", OfferDraw: true})
	if err != nil || after.DrawBy != rules.First {
		t.Fatalf("%+v, %v", after, err)
	}
	if after = w.play(g, bob, "d3-c3"); after.DrawBy != rules.NoSeat {
		t.Fatalf("the offer outlived the answer")
	}
	if _, err = draw(bob, models.MakeOffer); err != nil {
		t.Fatal(err)
	}
	if _, err = draw(bob, models.WithdrawOffer); err != nil {
		t.Fatal(err)
	}
	w.deliver()
	if _, err = draw(bob, models.MakeOffer); err != nil {
		t.Fatal(err)
	}
	// Making the offer that the opponent has made accepts it.
	if after, err = draw(ann, models.MakeOffer); err != nil || after.Result != rules.Drawn(models.ReasonAgreement) {
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
	count := func(f play.GameFilter) (n int) {
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
		filter play.GameFilter
		want   int
	}{
		{play.GameFilter{}, 10},
		{play.GameFilter{Player: "Bob"}, 10},
		{play.GameFilter{Player: "eve"}, 5},
		{play.GameFilter{Player: "nobody"}, 0},
		{play.GameFilter{ToMove: "bob"}, 5},
		{play.GameFilter{Player: "bob", NotTo: "bob"}, 5},
		{play.GameFilter{Player: "eve", NotTo: "nobody"}, 0},
		{play.GameFilter{Status: models.Finished}, 0},
		{play.GameFilter{Ruleset: "bohnduell", Player: "ann"}, 0},
		{play.GameFilter{Ruleset: "hnefatafl", Status: models.Ongoing, Player: "ann"}, 5},
	} {
		if n := count(c.filter); n != c.want {
			t.Errorf("%+v: %d games, want %d", c.filter, n, c.want)
		}
	}
	_, _, err := w.Games(t.Context(), play.GameFilter{Before: "x", Limit: 2})
	wantCode(t, err, models.CodeInvalid)
}

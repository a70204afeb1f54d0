package store

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"turnpost/models"
	"turnpost/models/play"
	"turnpost/rules"
	"turnpost/rules/rulestest/sample"
)

func TestTakeback(t *testing.T) {
	w := newWorld(t)
	ann, bob := w.player("ann"), w.player("bob")
	g := w.game(ann, bob, "hnefatafl", "7x7")
	back := func(p models.Player, a models.OfferAction, ply int) (*models.Game, error) {
		return w.NegotiateTakeback(t.Context(), p.ID, g.ID, a, ply)
	}
	first := w.play(g, ann, "d1-c1")
	w.play(g, bob, "d3-c3")
	w.play(g, ann, "c1-b1")
	w.deliver()
	for _, ply := range []int{-1, 3, 4} {
		_, err := back(ann, models.MakeOffer, ply)
		wantCode(t, err, models.CodeInvalid)
	}
	_, err := back(bob, models.AcceptOffer, 1)
	wantCode(t, err, models.CodeConflict)
	offered, err := back(ann, models.MakeOffer, 1)
	if err != nil || offered.TakebackBy != rules.First || offered.TakebackTo != 1 || offered.Ply != 3 {
		t.Fatalf("%+v, %v", offered, err)
	}
	if got := kinds(w.deliver()); got != "offer:bob " {
		t.Fatalf("mailed %q", got)
	}
	for _, again := range []struct {
		player models.Player
		action models.OfferAction
		ply    int
	}{{ann, models.MakeOffer, 1}, {bob, models.AcceptOffer, 0}} {
		_, err := back(again.player, again.action, again.ply)
		wantCode(t, err, models.CodeConflict)
	}
	for player, waits := range map[*models.Player]int{&ann: 0, &bob: 1} {
		if box, err := w.Inbox(t.Context(), *player); err != nil || len(box.Offers) != waits {
			t.Fatalf("%d offers, %v", len(box.Offers), err)
		}
	}
	_, err = back(ann, models.AcceptOffer, 1)
	wantCode(t, err, models.CodeConflict)
	after, err := back(bob, models.AcceptOffer, 1)
	if err != nil || after.Ply != 1 || after.Position != first.Position || after.ToMove != rules.Second ||
		after.LastTurn.Text != "d1-c1" || after.TakebackBy != rules.NoSeat {
		t.Fatalf("%+v, %v", after, err)
	}
	if got := kinds(w.deliver()); got != "offer_answer:ann your_turn:bob " {
		t.Fatalf("mailed %q", got)
	}
	// The same ply after a takeback is distinct: it has a separate notice.
	w.play(g, bob, "d3-b3")
	if got := kinds(w.deliver()); got != "your_turn:ann " {
		t.Fatalf("mailed %q", got)
	}
	log, err := w.GameLog(t.Context(), g.ID, 0, 10)
	if err != nil || len(log) != 1 || log[0].Kind != play.LogTakeback ||
		!slices.Equal(log[0].Turns, []string{"d3-c3", "c1-b1"}) || log[0].Ply != 3 {
		t.Fatalf("%+v, %v", log, err)
	}
	// A turn voids an offer.
	if _, err := back(bob, models.MakeOffer, 0); err != nil {
		t.Fatal(err)
	}
	if after := w.play(g, ann, "c1-c2"); after.TakebackBy != rules.NoSeat {
		t.Fatal("the offer outlived a turn")
	}
	if _, err := back(bob, models.MakeOffer, 0); err != nil {
		t.Fatal(err)
	}
	w.deliver()
	if _, err := back(ann, models.DeclineOffer, 0); err != nil {
		t.Fatal(err)
	}
	if got := kinds(w.deliver()); got != "offer_answer:bob " {
		t.Fatalf("mailed %q", got)
	}
}

func TestAbort(t *testing.T) {
	w := newWorld(t)
	ann, bob := w.player("ann"), w.player("bob")
	g := w.game(ann, bob, "hnefatafl", "7x7")
	w.play(g, ann, "d1-c1")
	if after, err := w.AbortGame(t.Context(), ann.ID, g.ID); err != nil || after.Status != models.Aborted {
		t.Fatalf("%+v, %v", after, err)
	}
	g = w.game(ann, bob, "hnefatafl", "7x7")
	w.play(g, ann, "d1-c1")
	w.play(g, bob, "d3-c3")
	_, err := w.AbortGame(t.Context(), ann.ID, g.ID)
	wantCode(t, err, models.CodeConflict)
}

// A refused offer says which: the takeback or the draw that is pending, or the last ply to return to.
func TestRefusedOffersSayWhy(t *testing.T) {
	w := newWorld(t)
	ann, bob := w.player("ann"), w.player("bob")
	g := w.game(ann, bob, "hnefatafl", "7x7")
	w.play(w.play(g, ann, "d1-c1"), bob, "d3-c3")
	back := func(ply int) error {
		_, err := w.NegotiateTakeback(t.Context(), ann.ID, g.ID, models.MakeOffer, ply)
		return err
	}
	draw := func() error {
		_, err := w.NegotiateDraw(t.Context(), ann.ID, g.ID, models.MakeOffer)
		return err
	}
	if err := errors.Join(back(1), draw()); err != nil {
		t.Fatal(err)
	}
	for want, err := range map[string]error{
		"error.takeback_offered ply=1": back(1), "error.draw_offered opponent=bob": draw(), "ply=2 last=1": back(2),
	} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
}

// The time that the player to move has used before a takeback stays used; then time runs for the player of the earlier
// ply.
func TestTakebackAndTheClock(t *testing.T) {
	sample.Whole(t, "tries a rare case")
	w := newWorld(t)
	ann, bob := w.player("ann"), w.player("bob")
	g := w.paced(ann, bob, "72h+1h")
	w.play(g, ann, "d1-c1")
	w.deliver()
	w.runWithoutMail(10 * time.Hour) // bob thinks
	if _, err := w.NegotiateTakeback(t.Context(), ann.ID, g.ID, models.MakeOffer, 0); err != nil {
		t.Fatal(err)
	}
	after, err := w.NegotiateTakeback(t.Context(), bob.ID, g.ID, models.AcceptOffer, 0)
	if err != nil {
		t.Fatal(err)
	}
	if want := [2]time.Duration{73 * time.Hour, 63 * time.Hour}; after.Left != want { // both have got an hour
		t.Errorf("left %v, want %v", after.Left, want)
	}
	if !after.Deadline.Equal(w.now().Add(73 * time.Hour)) {
		t.Errorf("the deadline is %s", after.Deadline)
	}
}

// A turn that a client sends for the state before a takeback is stale, though the ply is the same.
func TestTurnForTheStateBeforeATakeback(t *testing.T) {
	w := newWorld(t)
	ann, bob := w.player("ann"), w.player("bob")
	g := w.game(ann, bob, "hnefatafl", "7x7")
	w.play(g, ann, "d1-c1")
	if _, err := w.NegotiateTakeback(t.Context(), ann.ID, g.ID, models.MakeOffer, 0); err != nil {
		t.Fatal(err)
	}
	if _, err := w.NegotiateTakeback(t.Context(), bob.ID, g.ID, models.AcceptOffer, 0); err != nil {
		t.Fatal(err)
	}
	in := models.TurnInput{Game: g.ID, Player: ann.ID, Text: "d1-c1", Takebacks: new(0), Via: models.ViaHTTP}
	_, err := w.PlayTurn(t.Context(), in)
	wantCode(t, err, models.CodeStale)
	in.Takebacks = new(1)
	if after, err := w.PlayTurn(t.Context(), in); err != nil || after.Ply != 1 {
		t.Errorf("%+v, %v", after, err)
	}
}

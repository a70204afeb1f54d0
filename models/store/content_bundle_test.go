package store

import (
	"testing"
	"time"

	"turnpost/models"
	"turnpost/models/mailbox"
	"turnpost/models/notice"
	"turnpost/rules/rulestest/sample"
)

func TestNoticesOfOneGameAreOneMail(t *testing.T) {
	w := newWorld(t)
	ann, bob := w.player("ann"), w.player("bob")
	w.game(ann, bob, "hnefatafl", "7x7")
	var primaries []*mailbox.Content
	for _, c := range w.deliver() {
		if c.Game != nil {
			primaries = append(primaries, c)
		}
	}
	if len(primaries) != 1 || primaries[0].Kind != models.KindYourTurn ||
		len(primaries[0].Secondary) != 1 || primaries[0].Secondary[0].Kind != models.KindChallengeAnswer {
		t.Fatalf("mails %q", kinds(primaries))
	}
	answer, turn := w.newest(ann, models.KindChallengeAnswer), w.newest(ann, models.KindYourTurn)
	if primaries[0].ID != min(answer.ID, turn.ID) || answer.Status != models.Sent || turn.Status != models.Sent {
		t.Errorf("led by %d: %+v, %+v", primaries[0].ID, answer, turn)
	}
	primary, secondary := answer, turn
	if turn.ID < answer.ID {
		primary, secondary = turn, answer
	}
	if primary.Reason != "" || primary.Primary != 0 || secondary.Reason != notice.ReasonBundled ||
		secondary.Primary != primary.ID {
		t.Errorf("the ledger says %q and %q", primary.Reason, secondary.Reason)
	}
}

func TestMailThatWasTriedKeepsItsNotices(t *testing.T) {
	w := newWorld(t)
	ann, bob := w.player("ann"), w.player("bob")
	g := w.game(ann, bob, "hnefatafl", "7x7")
	w.deliver()
	g = w.play(g, ann, "d1-c1")
	first := w.claim()
	if _, err := w.NegotiateDraw(t.Context(), ann.ID, g.ID, models.MakeOffer); err != nil {
		t.Fatal(err)
	}
	w.pass(time.Minute) // the worker is dead
	again := w.claim()
	if len(first) != 1 || len(again) != 1 || again[0].Key != first[0].Key || len(again[0].Parts) != 1 {
		t.Fatalf("claimed %+v, then %+v", first, again)
	}
	if err := w.Settle(t.Context(), again[0].Sent()); err != nil {
		t.Fatal(err)
	}
	if got := kinds(w.deliver()); got != "offer:bob " {
		t.Errorf("then %q was mailed", got)
	}
}

func TestRestOfAMailKeepsItsKey(t *testing.T) {
	sample.Whole(t, "tries a rare case")
	w := newWorld(t)
	ann, bob := w.player("ann"), w.player("bob")
	g := w.game(ann, bob, "hnefatafl", "7x7")
	w.deliver()
	g = w.play(g, ann, "d1-c1")
	if _, err := w.NegotiateDraw(t.Context(), ann.ID, g.ID, models.MakeOffer); err != nil {
		t.Fatal(err)
	}
	claims, err := w.ClaimNotices(t.Context(), 10, time.Minute)
	if err != nil || len(claims) != 1 || len(claims[0].Parts) != 2 {
		t.Fatalf("%+v, %v", claims, err)
	}
	if err := w.Settle(t.Context(), claims[0].Again(w.now().Add(time.Hour), "451 later")); err != nil {
		t.Fatal(err)
	}
	noTurns := w.link(models.Link{Purpose: models.LinkUnsubscribe, Player: bob.ID, Kind: models.KindYourTurn})
	if _, err := w.Unsubscribe(t.Context(), noTurns); err != nil {
		t.Fatal(err)
	}
	w.pass(time.Hour)
	mails := w.deliver()
	if len(mails) != 1 || mails[0].Kind != models.KindOffer || mails[0].Key != claims[0].Key {
		t.Fatalf("mailed %q", kinds(mails))
	}
	if n := w.newest(bob, models.KindYourTurn); n.Status != models.Dropped || n.Reason != notice.DropKindOff {
		t.Errorf("the ledger says %+v", n)
	}
}

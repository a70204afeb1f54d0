package store

import (
	"context"
	"testing"
	"time"

	"turnpost/models"
	"turnpost/models/notice"
	"turnpost/rules/rulestest/sample"
)

// gatheringWorld is a world whose messages and offers wait for a minute, with a game that ann has begun to play.
func gatheringWorld(t *testing.T) (w *world, ann, bob models.Player, g *models.Game) {
	t.Helper()
	w = newWorld(t)
	ann, bob = w.player("ann"), w.player("bob")
	g = w.game(ann, bob, "hnefatafl", "7x7")
	g = w.play(g, ann, "d1-c1")
	w.deliver()
	w.GatherMail = time.Minute
	return w, ann, bob, g
}

// offerDraw offers or withdraws a draw.
func (w *world) offerDraw(g *models.Game, by models.Player, a models.OfferAction) {
	w.t.Helper()
	if _, err := w.NegotiateDraw(context.Background(), by.ID, g.ID, a); err != nil {
		w.t.Fatal(err)
	}
}

func TestNoticesOfAMinuteAreOneMail(t *testing.T) {
	w, ann, _, g := gatheringWorld(t)
	w.offerDraw(g, ann, models.MakeOffer)
	w.pass(20 * time.Second)
	w.say(ann, g, "Shall we?")
	w.pass(20 * time.Second)
	if _, err := w.NegotiateTakeback(t.Context(), ann.ID, g.ID, models.MakeOffer, 0); err != nil {
		t.Fatal(err)
	}
	w.pass(20*time.Second - time.Millisecond)
	if got := kinds(w.deliver()); got != "" {
		t.Fatalf("within the minute %q was mailed", got)
	}
	w.pass(time.Millisecond)
	mails := w.deliver()
	if len(mails) != 1 || len(mails[0].Secondary) != 2 {
		t.Fatalf("mailed %q", kinds(mails))
	}
	w.pass(time.Hour)
	if got := kinds(w.deliver()); got != "" {
		t.Errorf("then %q was mailed", got)
	}
}

// A turn is mailed at once, and takes along what waits.
func TestTurnsDoNotWaitForOtherNotices(t *testing.T) {
	w, _, bob, g := gatheringWorld(t)
	w.say(bob, g, "This one took me a while.")
	w.pass(10 * time.Second)
	g = w.play(g, bob, "d3-c3")
	mails := w.deliver()
	if len(mails) != 1 || mails[0].Kind != models.KindYourTurn || len(mails[0].Secondary) != 1 ||
		mails[0].Secondary[0].Kind != models.KindMessage {
		t.Fatalf("mailed %q", kinds(mails))
	}
	if !mails[0].Game.UpdatedAt.Equal(w.now()) || mails[0].Game.Ply != g.Ply {
		t.Errorf("the mail is about %+v", mails[0].Game)
	}
}

// What waits for one game does not wait for another, and a message to a digest keeps the digest's hour.
func TestOnlyNoticesOfOneGameGather(t *testing.T) {
	w, ann, bob, g := gatheringWorld(t)
	other := w.game(ann, bob, "hnefatafl", "7x7")
	w.pass(time.Minute)
	w.deliver()
	w.say(ann, g, "Here.")
	w.pass(30 * time.Second)
	w.say(ann, other, "And there.")
	w.pass(30 * time.Second)
	if mails := w.deliver(); len(mails) != 1 || mails[0].Game.ID != g.ID {
		t.Fatalf("mailed %q", kinds(mails))
	}
	w.pass(30 * time.Second)
	if mails := w.deliver(); len(mails) != 1 || mails[0].Game.ID != other.ID {
		t.Fatalf("then mailed %q", kinds(mails))
	}
	hour := 18
	w.set(bob, models.Settings{
		Mail:       map[models.Kind]models.Delivery{models.KindMessage: models.Digest},
		DigestHour: &hour,
	})
	w.say(ann, g, "At leisure.")
	if n := w.newest(bob, models.KindMessage); n.DueAt.Hour() != 17 && n.DueAt.Hour() != 18 || n.DueAt.Minute() != 0 {
		t.Errorf("the message is due at %v", n.DueAt)
	}
}

// A worker that dies with the mail leaves all of it to the next one. Notices withdrawn meanwhile are omitted, and
// later ones are in another mail.
func TestGatheredMailSurvivesItsWorker(t *testing.T) {
	sample.Whole(t, "tries a rare case")
	w, ann, _, g := gatheringWorld(t)
	w.offerDraw(g, ann, models.MakeOffer)
	w.pass(30 * time.Second)
	w.say(ann, g, "Shall we?")
	w.pass(30 * time.Second)
	first := w.claim()
	if len(first) != 1 || len(first[0].Parts) != 2 {
		t.Fatalf("claimed %+v", first)
	}
	w.say(ann, g, "Or not?") // the worker is dead
	w.offerDraw(g, ann, models.WithdrawOffer)
	w.pass(2 * time.Minute)
	again := w.claim()
	if len(again) != 1 || again[0].Key != first[0].Key || len(again[0].Parts) != 2 {
		t.Fatalf("claimed %+v, then %+v", first, again)
	}
	c, err := w.ComposeContent(t.Context(), again[0])
	if err != nil || c == nil || c.Kind != models.KindMessage || len(c.Secondary) != 0 {
		t.Fatalf("%+v, %v", c, err)
	}
	if err := w.Settle(t.Context(), again[0].Sent()); err != nil {
		t.Fatal(err)
	}
	if n := w.newest(c.To, models.KindOffer); n.Status != models.Dropped || n.Reason != notice.DropOfferGone {
		t.Errorf("the ledger says %+v", n)
	}
	if mails := w.deliver(); len(mails) != 1 || len(mails[0].Messages) != 1 || mails[0].Messages[0].Text != "Or not?" {
		t.Errorf("then mailed %q", kinds(mails))
	}
}

// A claim that is given back untried waits again, together with what it took along.
func TestGatheredNoticesOfAReturnedClaim(t *testing.T) {
	w, ann, _, g := gatheringWorld(t)
	w.offerDraw(g, ann, models.MakeOffer)
	w.pass(30 * time.Second)
	w.say(ann, g, "Shall we?")
	w.pass(30 * time.Second)
	claims := w.claim()
	if len(claims) != 1 {
		t.Fatalf("claimed %+v", claims)
	}
	if err := w.ReturnClaim(t.Context(), claims[0]); err != nil {
		t.Fatal(err)
	}
	if mails := w.deliver(); len(mails) != 1 || len(mails[0].Secondary) != 1 {
		t.Errorf("mailed %q", kinds(mails))
	}
}

package store

import (
	"testing"
	"time"

	"turnpost/models"
	"turnpost/models/calendar"
	"turnpost/models/challenge"
	"turnpost/models/notice"
	"turnpost/models/schema"
	"turnpost/rules/rulestest/sample"
)

func TestDigest(t *testing.T) {
	w := newWorld(t)
	ann, bob, cat := w.player("ann"), w.player("bob"), w.player("cat")
	hour := 18
	all := map[models.Kind]models.Delivery{}
	for _, kind := range models.KindsWhere(func(f models.KindFacts) bool { return f.MayBeOff }) {
		all[kind] = models.Digest
	}
	w.set(bob, models.Settings{Mail: all, DigestHour: &hour, Quiet: &calendar.QuietHours{From: "17:00", Until: "19:00"}})
	slow, quick := w.game(ann, bob, "hnefatafl", "7x7"), w.game(cat, bob, "hnefatafl", "7x7")
	outdated := w.game(ann, bob, "hnefatafl", "7x7")
	w.deliver()
	w.play(quick, cat, "d1-c1")
	w.pass(time.Hour)
	w.play(slow, ann, "d1-c1")
	if _, err := w.CreateChallenge(t.Context(), ann, challenge.NewChallenge{
		Ruleset:  "bohnduell",
		Opponent: "bob",
	}); err != nil {
		t.Fatal(err)
	}
	outdated = w.play(outdated, ann, "d1-c1")
	w.play(outdated, bob, "d3-c3")
	if got := kinds(w.deliver()); got != "your_turn:ann " {
		t.Fatalf("before the hour %q was mailed", got)
	}
	w.pass(5 * time.Hour)
	mails := w.deliver()
	if len(mails) != 1 || mails[0].Kind != models.KindDigest || mails[0].To.ID != bob.ID {
		t.Fatalf("at the hour %q was mailed in %d mails", kinds(mails), len(mails))
	}
	with := mails[0].Secondary
	if n := len(with); n < 3 ||
		with[0].Game.ID != quick.ID || with[1].Game.ID != slow.ID || with[n-1].Kind != models.KindChallenge {
		t.Errorf("the digest tells %q", kinds(mails))
	}
	if n := w.newest(bob, models.KindYourTurn); n.Status != models.Dropped && n.Reason != notice.ReasonInDigest {
		t.Errorf("the ledger says %+v", n)
	}
	if _, err := w.Unsubscribe(t.Context(), mails[0].Unsubscribe); err != nil {
		t.Fatal(err)
	}
	w.pass(24 * time.Hour)
	if _, err := w.CreateChallenge(t.Context(), ann, challenge.NewChallenge{
		Ruleset:  "bohnduell",
		Opponent: "bob",
	}); err != nil {
		t.Fatal(err)
	}
	if got := kinds(w.deliver()); got != "" {
		t.Errorf("after the end of digests %q was mailed", got)
	}
}

func TestEmptyDigestIsNotSent(t *testing.T) {
	w := newWorld(t)
	ann, bob := w.player("ann"), w.player("bob")
	w.set(bob, models.Settings{Mail: map[models.Kind]models.Delivery{
		models.KindYourTurn:  models.Digest,
		models.KindChallenge: models.Off,
	}})
	g := w.game(ann, bob, "hnefatafl", "7x7")
	w.deliver()
	g = w.play(g, ann, "d1-c1")
	w.play(g, bob, "d3-c3")
	w.deliver()
	w.pass(24 * time.Hour)
	if got := kinds(w.deliver()); got != "" {
		t.Errorf("mailed %q", got)
	}
}

// Where a player ends the digest, everything that waited for it is sent at once, also more than one part of it.
func TestEndOfTheDigestSendsAllThatWaited(t *testing.T) {
	sample.Whole(t, "queues more mails than one part")
	w := newWorld(t)
	ann, bob := w.player("ann"), w.player("bob")
	games := w.manyGames(ann, bob, 2*schema.BulkPart+2)
	w.set(bob, models.Settings{Mail: map[models.Kind]models.Delivery{models.KindYourTurn: models.Digest}})
	waiting := 0
	for _, g := range games {
		if g.Players[0].ID == ann.ID {
			w.play(g, ann, "d1-c1")
			waiting++
		}
	}
	if got := w.deliver(); waiting <= schema.BulkPart || len(got) != 0 {
		t.Fatalf("%d turns wait, %s was mailed", waiting, kinds(got))
	}
	select {
	case <-w.Woken():
	default:
	}
	w.set(bob, models.Settings{Mail: map[models.Kind]models.Delivery{models.KindYourTurn: models.Instant}})
	if err := w.ApplyBulkChanges(t.Context()); err != nil {
		t.Fatal(err)
	}
	select {
	case <-w.Woken():
	default:
		t.Error("the mail worker is not woken")
	}
	if got := len(contents(w.deliver())); got != waiting {
		t.Errorf("%d turns were mailed, %d waited", got, waiting)
	}
}

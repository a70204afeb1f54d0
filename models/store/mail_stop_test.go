package store

import (
	"testing"
	"time"

	"turnpost/models"
	"turnpost/models/account"
	"turnpost/models/core"
	"turnpost/models/notice"
	"turnpost/models/schema"
	"turnpost/rules/rulestest/sample"
)

// Mail that a complaint paused resumes at the player's request: with one tap or with a test mail.
func TestComplaintIsUndone(t *testing.T) {
	w := newWorld(t)
	ann, bob := w.player("ann"), w.player("bob")
	patch := models.ProfilePatch{
		Mail:  map[models.Kind]models.Delivery{models.KindMessage: models.Off},
		Games: map[string]models.Delivery{"k7m2q9xr": models.Digest},
	}
	if _, err := w.UpdateProfile(t.Context(), bob.ID, patch); err != nil {
		t.Fatal(err)
	}
	for name, resume := range map[string]func() error{
		"tap":       func() error { return w.ResumeMail(t.Context(), bob.ID) },
		"test mail": func() error { return w.SendTestMail(t.Context(), bob) },
	} {
		g := w.game(ann, bob, "hnefatafl", "9x9")
		w.deliver()
		w.play(g, ann, "d1-d2")
		if err := w.RecordComplaint(t.Context(), bob.ID, ""); err != nil {
			t.Fatal(err)
		}
		if got := w.deliver(); len(got) != 0 {
			t.Errorf("%s: while paused, %s was mailed", name, kinds(got))
		}
		p, _, err := w.PlayerByName(t.Context(), "bob")
		if err != nil || p.Failing == nil || p.Failing.Detail != account.MailReported {
			t.Fatalf("%s: %+v, %v", name, p.Failing, err)
		}
		if err := resume(); err != nil {
			t.Fatal(err)
		}
		p, _, err = w.PlayerByName(t.Context(), "bob")
		if err != nil || p.Failing != nil || p.Settings.Mail[models.KindMessage] != models.Off ||
			p.Settings.Games["k7m2q9xr"] != models.Digest ||
			p.Settings.Mail[models.KindYourTurn] != "" {
			t.Errorf("%s: %+v, %+v, %v", name, p.Failing, p.Settings, err)
		}
		mails := w.deliver()
		if len(mails) == 0 || mails[0].Kind != models.KindYourTurn {
			t.Errorf("%s: afterwards %s was mailed", name, kinds(mails))
		}
	}
}

// Complaints used to turn off all kinds of mail: such a player gets mail again with the same tap.
func TestEarlierComplaintIsUndone(t *testing.T) {
	w := newWorld(t)
	ann := w.player("ann")
	off := map[models.Kind]models.Delivery{}
	for _, k := range models.KindsThatMayBeOff() {
		off[k] = models.Off
	}
	if _, err := w.UpdateProfile(t.Context(), ann.ID, models.ProfilePatch{Mail: off}); err != nil {
		t.Fatal(err)
	}
	if err := w.ResumeMail(t.Context(), ann.ID); err != nil {
		t.Fatal(err)
	}
	if p, _, err := w.PlayerByName(t.Context(), "ann"); err != nil || len(p.Settings.Mail) != len(off) {
		t.Errorf("without a complaint: %+v, %v", p.Settings, err)
	}
	err := w.Write(t.Context(), func(tx *core.Tx) error { return account.PauseMail(tx, ann.ID, account.MailReported) })
	if err != nil {
		t.Fatal(err)
	}
	if err := w.ResumeMail(t.Context(), ann.ID); err != nil {
		t.Fatal(err)
	}
	if p, _, err := w.PlayerByName(t.Context(), "ann"); err != nil || p.Failing != nil || len(p.Settings.Mail) != 0 {
		t.Errorf("%+v, %+v, %v", p.Failing, p.Settings, err)
	}
}

// Mail that is resumed while it is being dropped leaves out no game.
func TestMailIsResumedWhileItIsDropped(t *testing.T) {
	sample.Whole(t, "drops more mails than one part")
	w := newWorld(t)
	ann, bob := w.player("ann"), w.player("bob")
	games := w.manyGames(ann, bob, 6*schema.BulkPart)
	waiting := 0
	for _, g := range games {
		if playerToMove(w.find(g), ann, bob).ID == ann.ID {
			w.play(g, ann, "d1-c1")
			waiting++
		}
	}
	if waiting <= 2*schema.BulkPart {
		t.Fatalf("only %d games wait for bob", waiting)
	}
	if err := w.RecordComplaint(t.Context(), bob.ID, ""); err != nil {
		t.Fatal(err)
	}
	if err := w.ResumeMail(t.Context(), bob.ID); err != nil {
		t.Fatal(err)
	}
	if err := w.ApplyBulkChanges(t.Context()); err != nil {
		t.Fatal(err)
	}
	mailed := map[string]bool{}
	for _, c := range w.deliver() {
		if c.Kind == models.KindYourTurn && c.To.ID == bob.ID {
			mailed[c.Game.ID] = true
		}
	}
	for _, g := range games {
		if g := w.find(g); g.Players[g.ToMove].ID == bob.ID && !mailed[g.ID] {
			t.Errorf("no mail of game %s", g.ID)
		}
	}
}

// A code and a test mail that are queued as mail is paused are sent; other mail is dropped.
func TestCodesAreSentWhileMailIsPaused(t *testing.T) {
	w := newWorld(t)
	ann, bob := w.player("ann"), w.player("bob")
	g := w.game(ann, bob, "hnefatafl", "7x7")
	w.deliver()
	w.pass(time.Hour)
	w.play(g, ann, "d1-c1")
	if err := w.SendTestMail(t.Context(), bob); err != nil {
		t.Fatal(err)
	}
	if err := w.RequestCode(t.Context(), bob.Email); err != nil {
		t.Fatal(err)
	}
	if err := w.RecordComplaint(t.Context(), bob.ID, ""); err != nil {
		t.Fatal(err)
	}
	if err := w.ApplyBulkChanges(t.Context()); err != nil {
		t.Fatal(err)
	}
	if n := w.newest(bob, models.KindYourTurn); n.Status != models.Dropped || n.Reason != notice.DropMailFailing {
		t.Errorf("the notice of the turn: %+v", n)
	}
	if got := kinds(w.deliver()); got != "test:bob code:bob " {
		t.Errorf("mailed %q", got)
	}
}

// An account that an operator bans gets no mail that is queued, not even a code.
func TestBanDropsCodes(t *testing.T) {
	w := newWorld(t)
	bob := w.player("bob")
	w.pass(time.Hour)
	if err := w.RequestCode(t.Context(), bob.Email); err != nil {
		t.Fatal(err)
	}
	if err := w.Admin().BanPlayer(t.Context(), "bob"); err != nil {
		t.Fatal(err)
	}
	if err := w.ApplyBulkChanges(t.Context()); err != nil {
		t.Fatal(err)
	}
	if n := w.newest(bob, models.KindCode); n.Status != models.Dropped || n.Reason != notice.DropAccountBanned {
		t.Errorf("%+v", n)
	}
}

// The ledger shows that everything that was queued is dropped, also more than one part of it.
func TestPausedMailIsDroppedInParts(t *testing.T) {
	sample.Whole(t, "stops hundreds of mails")
	w := newWorld(t)
	ann, bob := w.player("ann"), w.player("bob")
	for _, g := range w.manyGames(ann, bob, 2*schema.BulkPart+2) {
		if g.Players[0].ID == ann.ID {
			w.play(g, ann, "d1-c1")
		}
	}
	if waiting, _, err := w.OutboxDepth(t.Context()); err != nil || waiting <= schema.BulkPart {
		t.Fatalf("%d notices wait, %v", waiting, err)
	}
	if err := w.RecordComplaint(t.Context(), bob.ID, ""); err != nil {
		t.Fatal(err)
	}
	if err := w.ApplyBulkChanges(t.Context()); err != nil {
		t.Fatal(err)
	}
	if waiting, _, err := w.OutboxDepth(t.Context()); err != nil || waiting != 0 {
		t.Errorf("%d notices wait, %v", waiting, err)
	}
}

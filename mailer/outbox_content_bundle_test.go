package mailer

import (
	"slices"
	"strings"
	"testing"
	"time"

	"turnpost/models"
	"turnpost/models/notice"
)

func TestMailsAboutOneGameAreOne(t *testing.T) {
	o := newOffice(t)
	ann, bob := o.player("ann"), o.player("bob")
	o.drain(0)
	o.game(ann, bob)
	p := newPeer(t, o.address)
	p.fail("RCPT", "450 4.2.1 greylisted")
	config := o.config()
	config.Transport = o.server(p.address())
	o.start(config)
	o.want(OutcomeRetry)
	for _, n := range o.ledger(ann)[:2] {
		if n.Status != models.Queued || n.Attempts != 1 || !strings.Contains(n.Failure, "greylisted") {
			t.Errorf("after the first try the ledger says %+v", n)
		}
	}
	o.pass(time.Minute)
	o.want(OutcomeSent)
	mails := o.mails()
	if len(mails) != 1 {
		t.Fatalf("%d mails came", len(mails))
	}
	e := mails[0].parse(t)
	if !strings.HasPrefix(e.Text, "Your turn against bob") ||
		!strings.Contains(e.Text, "bob accepts your challenge") {
		t.Errorf("what came: %s\n%s", e.GetHeader("Subject"), e.Text)
	}
	for _, n := range o.ledger(ann)[:2] {
		if n.Status != models.Sent {
			t.Errorf("the ledger says %+v", n)
		}
	}
}

func TestDigestIsOneMailWithEveryBoard(t *testing.T) {
	o := newOffice(t)
	ann, bob := o.player("ann"), o.player("bob")
	first, second := o.game(ann, bob), o.game(ann, bob)
	settings := models.ProfilePatch{
		Mail:   map[models.Kind]models.Delivery{models.KindYourTurn: models.Digest},
		Values: models.Values{"digest_hour": {"18"}},
	}
	if _, err := o.UpdateProfile(t.Context(), bob.ID, settings); err != nil {
		t.Fatal(err)
	}
	o.drain(2)
	o.play(first.ID, ann, "Your turn.")
	o.play(second.ID, ann, "")
	o.start(o.config())
	o.pass(7 * time.Hour)
	o.want(OutcomeSent)
	mails := o.mails()
	if len(mails) != 1 || mails[0].to != "bob@example.org" {
		t.Fatalf("what came: %v", messageIDs(t, mails))
	}
	e := mails[0].parse(t)
	contains(t, e.Text, "The links above play and answer in your place")
	if e.GetHeader("Subject") != "Your digest · 2 games await you" || len(e.Inlines) != 2 ||
		!strings.Contains(e.Text, "> Your turn.") {
		t.Errorf("what came: %s, %d pictures\n%s", e.GetHeader("Subject"), len(e.Inlines), e.Text)
	}
	if stop := e.GetHeader("List-Unsubscribe"); !strings.Contains(stop, "/unsubscribe/") {
		t.Errorf("List-Unsubscribe: %s", stop)
	}
	sent := o.ledger(bob)[:2]
	if slices.ContainsFunc(sent, func(n notice.Notice) bool {
		return n.Status != models.Sent ||
			n.Reason != notice.ReasonInDigest
	}) {
		t.Errorf("the ledger says %+v", sent)
	}
}

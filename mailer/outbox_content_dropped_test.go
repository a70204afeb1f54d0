package mailer

import (
	"context"
	"strings"
	"sync"
	"testing"

	"turnpost/models"
	"turnpost/models/mailbox"
	"turnpost/models/notice"
)

func TestTurnsThatDidNotHappenAreNotTold(t *testing.T) {
	o := newOffice(t)
	ann, bob := o.player("ann"), o.player("bob")
	g := o.game(ann, bob)
	o.drain(1)
	for _, turn := range []string{"a1-a9", "nonsense", ""} {
		if _, err := o.PlayTurn(t.Context(), models.TurnInput{Game: g.ID, Player: ann.ID, Text: turn}); err == nil {
			t.Fatalf("%q is legal", turn)
		}
	}
	canceled, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := o.ResignGame(canceled, ann.ID, g.ID); err == nil {
		t.Fatal("resigned without a request")
	}
	if err := o.SendTestMail(t.Context(), bob); err != nil {
		t.Fatal(err)
	}
	o.start(o.config())
	o.want(OutcomeSent)
	if ids := messageIDs(t, o.mails()); len(ids) != 1 || !strings.HasPrefix(ids[0], "<test.") {
		t.Errorf("what came: %v", ids)
	}
}

func TestOutdatedMailIsDropped(t *testing.T) {
	o := newOffice(t)
	ann, bob := o.player("ann"), o.player("bob")
	g := o.game(ann, bob)
	o.drain(1)
	o.play(g.ID, ann, "")
	config := o.config()
	var once sync.Once
	config.Outbox = hooked{Outbox: o.Store, content: func(ctx context.Context, c mailbox.Claim) (*mailbox.Content, error) {
		once.Do(func() { o.play(g.ID, bob, "") }) // bob has looked for himself, just now
		return o.ComposeContent(ctx, c)
	}}
	o.start(config)
	o.want(OutcomeDropped, OutcomeSent)
	if n := o.ledger(bob)[0]; n.Status != models.Dropped || n.Reason != notice.DropTurnPlayed {
		t.Errorf("the ledger says %+v", n)
	}
	if mails := o.mails(); len(mails) != 1 || mails[0].to != "ann@example.org" {
		t.Errorf("what came: %v", messageIDs(t, mails))
	}
}

func TestMailThatIsOffIsDropped(t *testing.T) {
	o := newOffice(t)
	ann, bob := o.player("ann"), o.player("bob")
	g := o.game(ann, bob)
	o.drain(1)
	off := map[models.Kind]models.Delivery{models.KindYourTurn: models.Off}
	if _, err := o.UpdateProfile(t.Context(), bob.ID, models.ProfilePatch{Mail: off}); err != nil {
		t.Fatal(err)
	}
	o.play(g.ID, ann, "")
	o.start(o.config())
	o.want(OutcomeDropped)
	if n := o.ledger(bob)[0]; n.Status != models.Dropped || n.Reason == "" || len(o.mails()) != 0 {
		t.Errorf("%d mails came; the ledger says %+v", len(o.mails()), n)
	}
}

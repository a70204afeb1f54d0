package mailer

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"turnpost/models"
	"turnpost/models/challenge"
	"turnpost/rules/rulestest/sample"
)

func TestOneRecipientGetsMailInOrder(t *testing.T) {
	o := newOffice(t)
	ann, bob := o.player("ann"), o.player("bob")
	g := o.game(ann, bob)
	o.drain(1)
	o.play(g.ID, ann, "")
	for range 4 {
		if err := o.SendTestMail(t.Context(), bob); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := o.ResignGame(t.Context(), ann.ID, g.ID); err != nil { // drops the notice of the turn
		t.Fatal(err)
	}
	config := o.config()
	config.Parallel = 8
	o.start(config)
	for range 6 { // ann gets one of them
		o.want(OutcomeSent)
	}
	var got []string
	for _, m := range o.mails() {
		if m.to == "bob@example.org" {
			got = append(got, m.parse(t).GetHeader("Message-ID"))
		}
	}
	var want []string
	for i := range 4 {
		want = append(want, fmt.Sprintf("<test.%d.%d.%d@mail.example.org>", bob.ID, models.ToMillis(o.Clock.Now()), i))
	}
	if want = append(want, "<over."+g.ID+".1@mail.example.org>"); !slices.Equal(got, want) {
		t.Errorf("bob got %v, want %v", got, want)
	}
}

func TestALaterMailOfAGameWaitsForTheEarlier(t *testing.T) {
	sample.Whole(t, "tries a rare case")
	o := newOffice(t)
	ann, bob := o.player("ann"), o.player("bob")
	g := o.game(ann, bob)
	o.drain(1)
	o.play(g.ID, ann, "")
	p := newPeer(t, o.address)
	p.fail("RCPT", "450 4.2.1 greylisted")
	config := o.config()
	config.Transport = o.server(p.address())
	o.start(config)
	o.want(OutcomeRetry)
	if _, err := o.NegotiateDraw(t.Context(), ann.ID, g.ID, models.MakeOffer); err != nil {
		t.Fatal(err)
	}
	if len(o.mails()) != 0 {
		t.Fatal("the offer came before the turn")
	}
	o.pass(time.Minute)
	o.want(OutcomeSent, OutcomeSent)
	ids := messageIDs(t, o.mails())
	if len(ids) != 2 || !strings.HasPrefix(ids[0], "<turn.") || !strings.HasPrefix(ids[1], "<offer.") {
		t.Errorf("what came: %v", ids)
	}
}

func TestTwoWorkersSendEachMailOnce(t *testing.T) {
	sample.Together(t, "two processes at once")
	o := newOffice(t)
	hosts := []models.Player{o.player("ann"), o.player("bob"), o.player("eve"), o.player("joe")}
	o.drain(0)
	mails := sample.Count(40, 16)
	for i := range mails {
		n := challenge.NewChallenge{Ruleset: "bohnduell", Opponent: fmt.Sprintf("guest%d@example.org", i)}
		if _, err := o.CreateChallenge(t.Context(), hosts[i%len(hosts)], n); err != nil {
			t.Fatal(err)
		}
	}
	other := o.Open()
	defer other.Close()
	second := o.config()
	second.Outbox = other
	stops := []func(){o.start(o.config()), o.start(second)}
	for range mails {
		o.want(OutcomeSent)
	}
	for _, stop := range stops {
		stop()
	}
	ids := messageIDs(t, o.mails())
	slices.Sort(ids)
	if len(ids) != mails || len(slices.Compact(ids)) != mails {
		t.Errorf("%d mails came, want %d different ones", len(ids), mails)
	}
}

package mailer

import (
	"errors"
	"testing"
	"time"

	"turnpost/models"
	"turnpost/models/mailbox"
	"turnpost/rules/rulestest/sample"
)

// A mail that takes long is not claimed by another worker meanwhile. When its worker dies, it waits for the end of the
// lease at most.
func TestInboundLease(t *testing.T) {
	sample.Whole(t, "tries a rare case")
	if inboundLease > 15*time.Second {
		t.Errorf("a mail waits for %v after a crash", inboundLease)
	}
	busy, renewed, goOn := make(chan bool), make(chan bool), make(chan bool)
	m := newMailroom(t, func(c *InboxConfig) {
		c.Renew = time.Millisecond
		c.step = func(name string) {
			switch name {
			case "read":
				busy <- true
				<-goOn
			case "renewed":
				select {
				case renewed <- true:
				case <-goOn:
				}
			}
		}
	})
	ann := m.player("ann")
	m.game(ann, m.player("bob"))
	l := m.awaiting("ann@example.org")
	if _, err := m.inbox.Receive(t.Context(), Incoming{
		Source: "smtp", From: l.to, To: []string{l.replyTo}, Raw: clients[1].compose(l, "d1-d4"),
	}); err != nil {
		t.Fatal(err)
	}
	go func() { _ = m.inbox.Run(t.Context()) }()
	<-busy
	others := func() int {
		t.Helper()
		claims, err := m.ClaimInbound(t.Context(), 10, inboundLease)
		if err != nil {
			t.Fatal(err)
		}
		return len(claims)
	}
	for range 5 {
		m.Clock.Advance(inboundLease * 2 / 3)
		<-renewed
		<-renewed // which has begun after the clock advanced
		if n := others(); n != 0 {
			t.Fatal("another worker claims the mail that is read")
		}
	}
	close(goOn)
	m.wantSettled(mailbox.InboundPlayed)
}

// A claim of a dead worker ends with its lease, and a replaced worker cannot renew it.
func TestInboundLeaseEnds(t *testing.T) {
	sample.Whole(t, "tries a rare case")
	m := newMailroom(t)
	ann := m.player("ann")
	m.game(ann, m.player("bob"))
	m.post("x@example.net", "From: x@example.net\nMessage-ID: <a@b>\n\nhello\n", "turnpost@example.org")
	first, err := m.ClaimInbound(t.Context(), 1, inboundLease)
	if err != nil || len(first) != 1 {
		t.Fatal(first, err)
	}
	m.Clock.Advance(inboundLease)
	second, err := m.ClaimInbound(t.Context(), 1, inboundLease)
	if err != nil || len(second) != 1 || second[0].Attempts != 2 {
		t.Fatal(second, err)
	}
	if err := m.RenewInbound(t.Context(), first[0], time.Hour); !errors.Is(err, models.ErrLeaseLost) {
		t.Errorf("the first claim is renewed: %v", err)
	}
	if err := m.SettleInbound(t.Context(), second[0],
		mailbox.InboundSettlement{Result: mailbox.InboundAutomatic}); err != nil {
		t.Fatal(err)
	}
	if err := m.RenewInbound(t.Context(), second[0], time.Hour); !errors.Is(err, models.ErrLeaseLost) {
		t.Errorf("a settled mail is renewed: %v", err)
	}
}

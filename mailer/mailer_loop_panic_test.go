package mailer

import (
	"context"
	"log/slog"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"turnpost/models/mailbox"
	"turnpost/rules/rulestest/sample"
)

// panicky is an outbox whose first claim panics.
type panicky struct {
	Outbox
	claimed *atomic.Bool
}

func (p panicky) ClaimNotices(ctx context.Context, n int, lease time.Duration) ([]mailbox.Claim, error) {
	if !p.claimed.Swap(true) {
		panic("a bug")
	}
	return p.Outbox.ClaimNotices(ctx, n, lease)
}

// A panic outside of an attempt does not end the worker.
func TestOutboxGoesOnAfterAPanic(t *testing.T) {
	sample.Whole(t, "tries a rare case")
	t.Parallel()
	o := newOffice(t)
	o.testMail()
	config := o.config()
	config.Outbox = panicky{o.Store, new(atomic.Bool)}
	o.start(config)
	o.want(OutcomeSent)
}

// A panic while mails are settled is their error, and the worker goes on.
func TestPanicWhileSettling(t *testing.T) {
	sample.Whole(t, "tries a rare case")
	t.Parallel()
	o := newOffice(t)
	o.testMail()
	config := o.config()
	var once sync.Once
	config.Outbox = hooked{Outbox: o.Store, settled: func(group []mailbox.Settling) []error {
		once.Do(func() { panic("a bug") })
		return o.SettleTogether(t.Context(), group)
	}}
	o.start(config)
	o.want(OutcomeLost)
	o.pass(2 * lease)
	o.want(OutcomeSent)
}

// A panic outside of the reading of a mail does not end the worker.
func TestInboxGoesOnAfterAPanic(t *testing.T) {
	sample.Whole(t, "tries a rare case")
	t.Parallel()
	var once sync.Once
	m := newMailroom(t, func(c *InboxConfig) {
		observe := c.Observe
		c.Observe = func(source string, result mailbox.InboundResult) {
			observe(source, result)
			once.Do(func() { panic("a bug") })
		}
	})
	m.run()
	ann := m.player("ann")
	m.game(ann, m.player("bob"))
	l := m.awaiting("ann@example.org")
	for i := range 2 {
		if _, err := m.inbox.Receive(t.Context(), Incoming{
			Source: "smtp", From: l.to, To: []string{l.replyTo}, Raw: clients[1+i].compose(l, "d1-d4"),
		}); err != nil {
			t.Fatal(err)
		}
	}
	for range 2 {
		select {
		case <-m.settled:
		case <-time.After(patience):
			t.Fatal("the worker has ended")
		}
	}
}

// A panic while a mailbox is polled does not end the poller.
func TestPollerGoesOnAfterAPanic(t *testing.T) {
	sample.Whole(t, "tries a rare case")
	t.Parallel()
	m := newMatch(t)
	address, client := imapMailbox(t, nil)
	putMail(t, client, clients[1].compose(m.mail, "d1-d4"))
	poller := newPoller(t, m, address)
	inbox := poller.Inbox
	var polls atomic.Int64
	poller.Inbox = nil // so that the first mail panics
	poller.Log = slog.New(onLog{quiet.Handler(), func(message string) {
		if polls.Add(1) == 1 {
			poller.Inbox = inbox // before the poller begins again
		}
	}})
	ctx, cancel := context.WithCancel(t.Context())
	var running sync.WaitGroup
	running.Go(func() { poller.Run(ctx) })
	m.wantSettled(mailbox.InboundPlayed)
	cancel()
	running.Wait()
}

// onLog calls a function for each record.
type onLog struct {
	slog.Handler
	logged func(message string)
}

func (onLog) Enabled(context.Context, slog.Level) bool { return true }

func (h onLog) Handle(_ context.Context, r slog.Record) error {
	h.logged(r.Message)
	return nil
}

package mailer

import (
	"context"
	"errors"
	"slices"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"turnpost/models"
	"turnpost/models/mailbox"
	"turnpost/rules/rulestest/sample"
)

// hooked is an outbox with replaceable methods.
type hooked struct {
	Outbox
	content  func(ctx context.Context, c mailbox.Claim) (*mailbox.Content, error)
	settled  func(group []mailbox.Settling) []error
	returned func(ctx context.Context, c mailbox.Claim) error
}

func (h hooked) ReturnClaim(ctx context.Context, c mailbox.Claim) error {
	if h.returned == nil {
		return h.Outbox.ReturnClaim(ctx, c)
	}
	return h.returned(ctx, c)
}

func (h hooked) ComposeContent(ctx context.Context, c mailbox.Claim) (*mailbox.Content, error) {
	if h.content == nil {
		return h.Outbox.ComposeContent(ctx, c)
	}
	return h.content(ctx, c)
}

func (h hooked) SettleTogether(ctx context.Context, group []mailbox.Settling) []error {
	if h.settled == nil {
		return h.Outbox.SettleTogether(ctx, group)
	}
	return h.settled(group)
}

// transportFunc is a function as a Transport.
type transportFunc func(ctx context.Context, m *Message) error

func (f transportFunc) Send(ctx context.Context, m *Message) error { return f(ctx, m) }

func TestCrashBetweenSendingAndSettlingRepeatsTheMail(t *testing.T) {
	sample.Whole(t, "tries a rare case")
	o := newOffice(t)
	ann, bob := o.player("ann"), o.player("bob")
	g := o.game(ann, bob)
	o.drain(1)
	o.play(g.ID, ann, "")

	config := o.config()
	config.Outbox = hooked{Outbox: o.Store, settled: func(group []mailbox.Settling) []error {
		return slices.Repeat([]error{errors.New("killed")}, len(group))
	}}
	stop := o.start(config)
	o.want(OutcomeLost)
	stop()
	o.Restart()
	o.start(o.config())
	o.pass(lease)
	o.want(OutcomeSent)
	ids := messageIDs(t, o.mails())
	if want := "<turn." + g.ID + ".1@mail.example.org>"; !slices.Equal(ids, []string{want, want}) {
		t.Errorf("what came: %v, want %s twice", ids, want)
	}
	if n := o.ledger(bob)[0]; n.Status != models.Sent || n.Attempts != 2 {
		t.Errorf("the ledger says %+v", n)
	}
}

// TestAMailThatCannotBeSettledIsNotRepeated fills the disk when a mail has been sent, for longer than a lease lasts.
// The worker settles the mail once there is room, and claims nothing before.
func TestAMailThatCannotBeSettledIsNotRepeated(t *testing.T) {
	sample.Together(t, "locks a database")
	t.Parallel()
	o := newOffice(t)
	ann, bob := o.player("ann"), o.player("bob")
	g := o.game(ann, bob)
	o.drain(1)
	o.play(g.ID, ann, "")
	written := make(chan error)
	config := o.config()
	config.Poll = 10 * time.Millisecond
	config.Outbox = hooked{Outbox: o.Store, settled: func(group []mailbox.Settling) []error {
		if err := <-written; err != nil {
			return slices.Repeat([]error{err}, len(group))
		}
		return o.SettleTogether(t.Context(), group)
	}}
	o.start(config)
	for range 2 { // from the second on the worker knows
		written <- syscall.ENOSPC
	}
	if err := o.SendTestMail(t.Context(), ann); err != nil {
		t.Fatal(err)
	}
	o.pass(2 * lease)
	for _, result := range []error{syscall.ENOSPC, nil} {
		if mails := o.mails(); len(mails) != 1 {
			t.Errorf("%d mails came before the first was settled", len(mails))
		}
		written <- result
	}
	o.want(OutcomeSent)
	written <- nil
	o.want(OutcomeSent)
	if mails := o.mails(); len(mails) != 2 {
		t.Errorf("%d mails came, want that of the turn and the test", len(mails))
	}
	if n := o.ledger(bob)[0]; n.Status != models.Sent || n.Attempts != 1 {
		t.Errorf("the ledger says %+v", n)
	}
}

// TestAMailThatCouldNotBeMadeIsNoTry lets the database be away for a moment, in which a mail is neither made nor given
// back. It does not wait for the minute after which a mail is usually tried again.
func TestAMailThatCouldNotBeMadeIsNoTry(t *testing.T) {
	o := newOffice(t)
	ann := o.testMail()
	config := o.config()
	var made, returned atomic.Int32
	config.Outbox = hooked{
		Outbox: o.Store,
		content: func(ctx context.Context, c mailbox.Claim) (*mailbox.Content, error) {
			if made.Add(1) == 1 {
				return nil, syscall.ENOSPC
			}
			return o.ComposeContent(ctx, c)
		},
		returned: func(ctx context.Context, c mailbox.Claim) error {
			if returned.Add(1) <= 2 {
				return syscall.ENOSPC
			}
			return o.ReturnClaim(ctx, c)
		},
	}
	o.start(config)
	o.want(OutcomeRetry)
	o.want(OutcomeSent)
	if n := o.ledger(ann)[0]; n.Attempts != 1 || n.Failure != "" {
		t.Errorf("the ledger says %+v", n)
	}
}

func TestCrashBeforeSendingLosesNothing(t *testing.T) {
	o := newOffice(t)
	o.testMail()
	sending, release := make(chan struct{}), make(chan struct{})
	server := o.server(o.address)
	config := o.config()
	config.Parallel = 1
	config.Transport = transportFunc(func(context.Context, *Message) error {
		close(sending)
		<-release
		return nil // as if it had been sent; the mail server saw nothing
	})
	stopFirst := o.start(config)
	<-sending
	config = o.config()
	config.Transport = server
	o.pass(lease) // before the second begins: it is the first that a wake-up may reach
	stopSecond := o.start(config)
	o.want(OutcomeSent)
	stopSecond()
	close(release)
	o.want(OutcomeLost) // the first worker settles too late
	stopFirst()
	if len(o.mails()) != 1 {
		t.Errorf("%d mails came, want 1", len(o.mails()))
	}
}

func TestStopFinishesTheMailInFlight(t *testing.T) {
	o := newOffice(t)
	ann := o.player("ann")
	o.drain(0)
	for range 2 {
		if err := o.SendTestMail(t.Context(), ann); err != nil {
			t.Fatal(err)
		}
	}
	server := o.server(o.address)
	ctx, cancel := context.WithCancel(t.Context())
	config := o.config()
	config.Transport = transportFunc(func(sending context.Context, m *Message) error {
		cancel()
		return errors.Join(sending.Err(), server.Send(sending, m))
	})
	if err := NewOutboxWorker(config).Run(ctx); err != nil {
		t.Fatal(err)
	}
	o.want(OutcomeSent)
	if list := o.ledger(ann); list[0].Status != models.Queued || list[0].Attempts != 0 || list[1].Status != models.Sent {
		t.Errorf("the ledger says %+v", list[:2])
	}
}

func TestFaultsOfOursAreTriedAgain(t *testing.T) {
	for name, fault := range map[string]func() (*mailbox.Content, error){
		"panic":    func() (*mailbox.Content, error) { panic("a bug") },
		"database": func() (*mailbox.Content, error) { return nil, errors.New("disk I/O error") },
	} {
		t.Run(name, func(t *testing.T) {
			o := newOffice(t)
			ann := o.testMail()
			config := o.config()
			var once sync.Once
			config.Outbox = hooked{Outbox: o.Store, content: func(ctx context.Context, c mailbox.Claim) (l *mailbox.Content,
				err error,
			) {
				failed := false
				once.Do(func() {
					failed = true
					l, err = fault()
				})
				if failed {
					return l, err
				}
				return o.ComposeContent(ctx, c)
			}}
			o.start(config)
			o.want(OutcomeRetry)
			if n := o.ledger(ann)[0]; n.Status != models.Queued || n.Failure != failureUnwritten {
				t.Errorf("the ledger says %+v", n)
			}
			o.pass(time.Minute)
			o.want(OutcomeSent)
		})
	}
}

// TestMailWithoutWordsIsGivenUpAtOnce: the next attempt would fail the same way.
func TestMailWithoutWordsIsGivenUpAtOnce(t *testing.T) {
	for _, kind := range []models.Kind{"gossip", models.KindYourTurn} {
		t.Run(string(kind), func(t *testing.T) {
			o := newOffice(t)
			ann := o.testMail()
			config := o.config()
			config.Outbox = hooked{Outbox: o.Store, content: func(context.Context, mailbox.Claim) (*mailbox.Content, error) {
				return &mailbox.Content{Claim: mailbox.Claim{Kind: kind}}, nil // without its game
			}}
			o.start(config)
			o.want(OutcomeFailed)
			if n := o.ledger(ann)[0]; n.Status != models.Failed || n.Failure != failureUnwritable || n.Attempts != 1 {
				t.Errorf("the ledger says %+v", n)
			}
		})
	}
}

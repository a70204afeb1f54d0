package mailer

import (
	"context"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"turnpost/models"
)

// playing is an outbox of a store that players use.
type playing struct {
	Outbox
	quiet atomic.Bool
}

func (p *playing) Quiet() bool { return p.quiet.Load() }

// While players play, mails are made one after another with a rest after each; where nobody plays there is none.
func TestWhoMakesAMailRests(t *testing.T) {
	const takes = time.Millisecond
	for _, c := range []struct {
		name        string
		quiet       bool
		takes, want time.Duration // of one mail, and until the next one is begun
	}{
		{"somebody plays", false, takes, (1 + restTimes) * takes},
		{"a mail that takes long", false, time.Second, time.Second + maxRest},
		{"nobody plays any more", true, takes, takes},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				outbox := &playing{}
				gate := newMakingGate(outbox)
				gate.places = make(chan struct{}, 1)
				began, leave := time.Now(), gate.enter()
				next := make(chan time.Duration)
				go func() { defer gate.enter()(); next <- time.Since(began) }()
				time.Sleep(c.takes) // of the bubble: it is no time at all
				outbox.quiet.Store(c.quiet)
				leave()
				if waited := <-next; waited != c.want {
					t.Errorf("the next mail is begun after %v, want %v", waited, c.want)
				}
				time.Sleep(maxRest)
			})
		})
	}
}

// Where nobody plays, one more mail is made at a time.
func TestASparePlaceIsForQuietTimes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		outbox := &playing{}
		outbox.quiet.Store(true)
		gate := newMakingGate(outbox)
		gate.places = make(chan struct{}, 1)
		defer gate.enter()()
		defer gate.enter()()
		entered := atomic.Bool{}
		outbox.quiet.Store(false)
		go func() { defer gate.enter()(); entered.Store(true) }()
		if synctest.Wait(); entered.Load() {
			t.Error("a third mail is made at a time")
		}
		outbox.quiet.Store(true)
	})
}

// What a mail says is read when its turn to be made has come.
func TestMailsAreReadWhereTheyAreMade(t *testing.T) {
	o := newOffice(t)
	ann := o.player("ann")
	o.drain(0)
	if err := o.SendTestMail(t.Context(), ann); err != nil {
		t.Fatal(err)
	}
	config := o.config()
	var w *OutboxWorker
	config.Outbox = hooked{Outbox: o.Store, content: func(ctx context.Context, c models.Claim) (*models.Content, error) {
		if len(w.making.places)+len(w.making.spare) == 0 {
			t.Error("a mail is read by somebody who has no place to make it")
		}
		return o.ComposeContent(ctx, c)
	}}
	w = NewOutboxWorker(config)
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- w.Run(ctx) }()
	o.want(OutcomeSent)
	cancel()
	if err := <-ended; err != nil {
		t.Error(err)
	}
}

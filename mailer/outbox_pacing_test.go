package mailer

import (
	"context"
	"slices"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"turnpost/models/mailbox"
	"turnpost/rules/rulestest/sample"
)

// playersAt is a load that a test sets.
type playersAt struct {
	quiet, contended atomic.Bool
	pause            atomic.Int64
}

func (p *playersAt) Quiet() bool     { return p.quiet.Load() }
func (p *playersAt) Contended() bool { return p.contended.Load() }

func (p *playersAt) Brake(pause time.Duration) { p.pause.Store(int64(pause)) }

// endless is an outbox in which mails always wait. Making one takes a processor for a millisecond; then it is outdated.
type endless struct {
	Outbox
	players playersAt
	late    time.Duration // how long ago its notices were due
	made    atomic.Int64
}

const endlessMail = time.Millisecond

func (e *endless) Quiet() bool     { return e.players.Quiet() }
func (e *endless) Contended() bool { return e.players.Contended() }

func (e *endless) Brake(pause time.Duration) { e.players.Brake(pause) }

func (*endless) Woken() <-chan struct{} { return nil }

func (e *endless) ClaimNotices(_ context.Context, n int, _ time.Duration) ([]mailbox.Claim, error) {
	return slices.Repeat([]mailbox.Claim{{ReadyAt: time.Now().Add(-e.late)}}, n), nil
}

func (*endless) ReturnClaim(context.Context, mailbox.Claim) error { return nil }

func (e *endless) ComposeContent(context.Context, mailbox.Claim) (*mailbox.Content, error) {
	<-time.After(endlessMail)
	e.made.Add(1)
	return nil, nil
}

// Turns keep at least 0.8 of their rate: while anybody plays, mails that wait without end take at most a fifth of two
// processors, the fewest of a server, and they go on all the same. While nobody plays they take both, and so do mails
// that are late.
func TestTurnsKeepTheirShare(t *testing.T) {
	sample.Together(t, "measures the load of a worker")
	const processors = 2
	const span = 10 * time.Second
	for _, c := range []struct {
		name             string
		quiet, contended bool
		late             time.Duration
		least, most      float64 // share of the processors; the last mails end after the span
		pause            time.Duration
	}{
		{"somebody plays", false, false, hurryFrom, 0.04, 0.2, 0},
		{"players wait for the database", false, true, hurryFrom, 0.01, 0.2, 0},
		{"nobody plays", true, false, 0, 0.95, 1.01, 0},
		{"mail hurries", false, false, (hurryFrom + hurryAll) / 2, 0.08, 0.2, 0},
		{"mail is late", false, false, hurryAll, 0.95, 1.01, 0},
		{"mail is late, and players wait", false, true, (hurryAll + oldestDue) / 2, 0.95, 1.01, maxPause / 2},
		{"mail is very late", false, true, time.Hour, 0.95, 1.01, maxPause},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				outbox := &endless{late: c.late}
				outbox.players.quiet.Store(c.quiet)
				outbox.players.contended.Store(c.contended)
				w := NewOutboxWorker(OutboxConfig{Outbox: outbox, Log: quiet})
				w.pacing = newPacing(outbox, defaultParallel, processors)
				ctx, stop := context.WithTimeout(t.Context(), span)
				defer stop()
				if err := w.Run(ctx); err != nil {
					t.Error(err)
				}
				share := float64(outbox.made.Load()) * float64(endlessMail) / float64(processors*span)
				if share < c.least || share > c.most {
					t.Errorf("mails take %.3f of the processors, want %.2f to %.2f", share, c.least, c.most)
				}
				if pause := time.Duration(outbox.players.pause.Load()); pause != c.pause {
					t.Errorf("players pause for %v, want %v", pause, c.pause)
				}
				<-time.After(maxRest)
			})
		})
	}
}

// A slow mail server does not slow players down.
func TestNobodyWaitsForASlowServer(t *testing.T) {
	load := &playersAt{}
	p := newPacing(load, defaultParallel, 2)
	claims := []mailbox.Claim{{ReadyAt: time.Now().Add(-time.Hour)}}
	if p.note(claims, time.Now()); load.pause.Load() != int64(maxPause) {
		t.Errorf("players pause for %v", time.Duration(load.pause.Load()))
	}
	p.end(0, fastMail)
	if p.note(claims, time.Now()); load.pause.Load() != 0 {
		t.Errorf("players pause for %v while each mail takes %v", time.Duration(load.pause.Load()), fastMail)
	}
}

// How many notices are claimed at a time.
func TestHowManyAreClaimed(t *testing.T) {
	const parallel = 4
	for _, c := range []struct {
		name      string
		contended bool
		woken     bool
		running   int
		took, ago time.Duration // the time of the last mail, and since it ended
		want      int
	}{
		{"the first ones", false, true, 0, 0, time.Hour, parallel},
		{"fast mails", false, true, 0, fastMail - 1, 0, claimedAhead * parallel},
		{"fast mails long ago", false, true, 0, fastMail - 1, maxAhead, parallel},
		{"slow mails", false, true, 1, fastMail, 0, parallel - 1},
		{"more than half under way", false, false, claimedAhead*parallel/2 + 1, 0, 0, 0},
		{"more than half, and new notices", false, true, claimedAhead*parallel/2 + 1, 0, 0, claimedAhead*parallel/2 - 1},
		{"half under way", false, false, claimedAhead * parallel / 2, 0, 0, claimedAhead * parallel / 2},
		{"players wait for the database", true, true, 0, 0, 0, parallel},
		{"players wait, and mails are under way", true, true, 1, 0, 0, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				load := &playersAt{}
				load.contended.Store(c.contended)
				p := newPacing(load, parallel, 2)
				p.running, p.lastTook, p.lastEnded = c.running, c.took, time.Now()
				<-time.After(c.ago)
				if got := p.room(c.woken); got != c.want {
					t.Errorf("%d are claimed, want %d", got, c.want)
				}
			})
		})
	}
}

// While somebody plays, mails are made one after another with a rest after each; while nobody does there is none.
func TestMakingAMailIsFollowedByARest(t *testing.T) {
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
				load := &playersAt{}
				p := newPacing(load, defaultParallel, 1)
				began, stop := time.Now(), p.startMaking()
				next := make(chan time.Duration)
				go func() { defer p.startMaking()(); next <- time.Since(began) }()
				time.Sleep(c.takes) // of the bubble: it is no time at all
				load.quiet.Store(c.quiet)
				stop()
				if waited := <-next; waited != c.want {
					t.Errorf("the next mail is begun after %v, want %v", waited, c.want)
				}
				time.Sleep(maxRest)
			})
		})
	}
}

// While nobody plays, one more mail is made at a time.
func TestASparePlaceIsForQuietTimes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		load := &playersAt{}
		load.quiet.Store(true)
		p := newPacing(load, defaultParallel, 1)
		defer p.startMaking()()
		defer p.startMaking()()
		entered := atomic.Bool{}
		load.quiet.Store(false)
		go func() { defer p.startMaking()(); entered.Store(true) }()
		if synctest.Wait(); entered.Load() {
			t.Error("a third mail is made at a time")
		}
		load.quiet.Store(true)
	})
}

// Between two batches the worker rests as long as the batch took, within bounds.
func TestYield(t *testing.T) {
	for _, c := range []struct {
		name        string
		contended   bool
		batch, want time.Duration
	}{
		{"nobody waits", false, time.Hour, 0},
		{"a short batch", true, 0, minYield},
		{"a batch", true, 100 * time.Millisecond, yieldTimes * 100 * time.Millisecond},
		{"a long batch", true, time.Hour, maxYield},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				load := &playersAt{}
				load.contended.Store(c.contended)
				p := newPacing(load, defaultParallel, 1)
				p.batchTook = c.batch
				began := time.Now()
				p.yield(t.Context())
				if rested := time.Since(began); rested != c.want {
					t.Errorf("the worker rests %v, want %v", rested, c.want)
				}
			})
		})
	}
}

// The content of a mail is read when its turn to be made has come.
func TestMailsAreReadWhereTheyAreMade(t *testing.T) {
	o := newOffice(t)
	o.testMail()
	config := o.config()
	var w *OutboxWorker
	config.Outbox = hooked{Outbox: o.Store, content: func(ctx context.Context, c mailbox.Claim) (*mailbox.Content, error) {
		if len(w.pacing.making)+len(w.pacing.spare) == 0 {
			t.Error("a mail is read without a place to make it")
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

package mailer

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"runtime/debug"
	"time"

	"turnpost/models"
)

// Outbox hands out notices and takes back what became of them. It is part of
// models.Store.
type Outbox interface {
	ClaimNotices(ctx context.Context, n int, lease time.Duration) ([]models.Claim, error)
	Renew(ctx context.Context, c models.Claim, lease time.Duration) error
	Letter(ctx context.Context, c models.Claim) (*models.Letter, error)
	Sent(ctx context.Context, c models.Claim) error
	GiveUp(ctx context.Context, c models.Claim, reason string) error
	Retry(ctx context.Context, c models.Claim, at time.Time, reason string) error
	Nudged() <-chan struct{}
}

// Transport hands one message over. Nil means that the other side answers for
// it from now on.
type Transport interface {
	Send(ctx context.Context, m *Message) error
}

// Outcome is what became of one attempt.
type Outcome string

// Outcomes.
const (
	OutcomeSent    Outcome = "sent"
	OutcomeDropped Outcome = "dropped" // no longer worth saying
	OutcomeRetry   Outcome = "retry"   // failed, to be tried again
	OutcomeFailed  Outcome = "failed"  // failed for good
	OutcomeLost    Outcome = "lost"    // not settled; the notice comes back when its lease ends
)

// Config is for New. Outbox, Writer and Transport are needed.
type Config struct {
	Outbox    Outbox
	Writer    *Writer
	Transport Transport
	Now       func() time.Time                        // time.Now when nil
	Log       *slog.Logger                            // slog.Default when nil
	Parallel  int                                     // mails at a time; 4 when 0
	Poll      time.Duration                           // between looks when nothing wakes the worker; 5 s when 0
	Backoff   func(attempt int) time.Duration         // Backoff when nil
	Observe   func(kind models.Kind, outcome Outcome) // called after each attempt, by several goroutines; may be nil
}

// Worker sends what is due.
type Worker struct{ config Config }

// How long things take at most. A lease is renewed while its attempt goes on, so
// that it can be short: it is what a mail waits when a worker dies.
const (
	lease         = 15 * time.Second
	renewEvery    = 5 * time.Second
	attemptMost   = 2 * time.Minute
	settlingMost  = 30 * time.Second
	parallelUsual = 4
	pollUsual     = 5 * time.Second
)

// New makes a Worker.
func New(c Config) *Worker {
	if c.Now == nil {
		c.Now = time.Now
	}
	if c.Log == nil {
		c.Log = slog.Default()
	}
	if c.Parallel == 0 {
		c.Parallel = parallelUsual
	}
	if c.Poll == 0 {
		c.Poll = pollUsual
	}
	if c.Backoff == nil {
		c.Backoff = Backoff
	}
	if c.Observe == nil {
		c.Observe = func(models.Kind, Outcome) {}
	}
	return &Worker{c}
}

// Run sends mail until ctx ends, then finishes what it has begun and returns
// nil. Several workers may run on one store, in one process or many.
func (w *Worker) Run(ctx context.Context) error {
	poll := time.NewTicker(w.config.Poll)
	defer poll.Stop()
	done := make(chan struct{}, w.config.Parallel)
	running := 0
	for ctx.Err() == nil {
		for _, c := range w.claim(ctx, w.config.Parallel-running) {
			running++
			go func() {
				// What has begun is finished, even when ctx ends.
				w.attempt(context.WithoutCancel(ctx), c)
				done <- struct{}{}
			}()
		}
		select {
		case <-done: // the recipient's next mail may be due
			running--
			for ; len(done) > 0; running-- {
				<-done
			}
		case <-w.config.Outbox.Nudged():
		case <-poll.C:
		case <-ctx.Done():
		}
	}
	for ; running > 0; running-- {
		<-done
	}
	return nil
}

// claim takes up to n notices that are due.
func (w *Worker) claim(ctx context.Context, n int) []models.Claim {
	if n == 0 {
		return nil
	}
	claims, err := w.config.Outbox.ClaimNotices(ctx, n, lease)
	if err != nil && ctx.Err() == nil {
		w.config.Log.ErrorContext(ctx, "claiming mail", "error", err)
	}
	return claims
}

// attempt tries to send the mail of one notice, and settles it.
func (w *Worker) attempt(ctx context.Context, c models.Claim) {
	began := w.config.Now()
	stop := w.keep(ctx, c)
	outcome, err := w.send(ctx, c)
	stop()
	if outcome != OutcomeDropped {
		var settled error
		outcome, settled = w.settle(ctx, c, err)
		err = errors.Join(err, settled)
	}
	log := w.config.Log.With("outcome", outcome, "notice", c.ID, "key", c.Key, "attempt", c.Attempts, "took", w.config.Now().Sub(began))
	if err != nil {
		log.WarnContext(ctx, "mail", "error", err)
	} else {
		log.InfoContext(ctx, "mail")
	}
	w.config.Observe(c.Kind, outcome)
}

// keep renews the lease of a notice until it is told to stop.
func (w *Worker) keep(ctx context.Context, c models.Claim) (stop func()) {
	ctx, stop = context.WithCancel(ctx)
	go func() {
		renew := time.NewTicker(renewEvery)
		defer renew.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-renew.C:
				if err := w.config.Outbox.Renew(ctx, c, lease); err != nil && ctx.Err() == nil {
					w.config.Log.WarnContext(ctx, "renewing a lease", "key", c.Key, "error", err)
				}
			}
		}
	}()
	return stop
}

// send makes and sends the mail of a notice. A panic on the way is an error.
func (w *Worker) send(ctx context.Context, c models.Claim) (outcome Outcome, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("%w: panic: %v\n%s", errUnwritten, p, debug.Stack())
		}
	}()
	ctx, cancel := context.WithTimeout(ctx, attemptMost)
	defer cancel()
	letter, err := w.config.Outbox.Letter(ctx, c)
	if err != nil {
		return "", fmt.Errorf("%w: %w", errUnwritten, err)
	}
	if letter == nil {
		return OutcomeDropped, nil
	}
	m, err := w.config.Writer.Write(letter, w.config.Now())
	if err != nil {
		return "", fmt.Errorf("%w: %w", errUnwritten, err)
	}
	return "", w.config.Transport.Send(ctx, m)
}

// settle tells the outbox what became of an attempt, by the policy of this package.
func (w *Worker) settle(ctx context.Context, c models.Claim, failure error) (Outcome, error) {
	ctx, cancel := context.WithTimeout(ctx, settlingMost)
	defer cancel()
	now := w.config.Now()
	again, may := nextTry(c.DueAt, now, w.config.Backoff(c.Attempts))
	var outcome Outcome
	var err error
	switch {
	case failure == nil:
		outcome, err = OutcomeSent, w.config.Outbox.Sent(ctx, c)
	case permanent(failure) || !may:
		outcome, err = OutcomeFailed, w.config.Outbox.GiveUp(ctx, c, reason(failure))
	default:
		outcome, err = OutcomeRetry, w.config.Outbox.Retry(ctx, c, again, reason(failure))
	}
	if err != nil {
		return OutcomeLost, fmt.Errorf("settling as %s: %w", outcome, err)
	}
	return outcome, nil
}

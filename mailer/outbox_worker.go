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
	RenewClaim(ctx context.Context, c models.Claim, lease time.Duration) error
	ReturnClaim(ctx context.Context, c models.Claim) error
	ComposeContent(ctx context.Context, c models.Claim) (*models.Content, error)
	SettleTogether(ctx context.Context, group []models.Settling) []error
	Woken() <-chan struct{}
	// Contended tells whether players wait for the database, so that mail should leave it to them.
	Contended() bool
	// Quiet tells whether no player does anything right now.
	Quiet() bool
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

// OutboxConfig is for NewOutboxWorker. Outbox, Writer and Transport are needed.
type OutboxConfig struct {
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

// OutboxWorker sends what is due.
type OutboxWorker struct {
	config  OutboxConfig
	sending chan struct{} // holds whoever makes and sends a mail
	making  *makingGate
	sent    settleGate
}

// How long things take at most. A lease is renewed while its attempt goes on, so
// that it can be short: it is what a mail waits when a worker dies.
const (
	lease           = 15 * time.Second
	renewEvery      = 5 * time.Second
	maxAttempt      = 2 * time.Minute
	maxSettling     = 30 * time.Second
	defaultParallel = 4
	defaultPoll     = 5 * time.Second
)

// NewOutboxWorker makes an OutboxWorker.
func NewOutboxWorker(c OutboxConfig) *OutboxWorker {
	if c.Now == nil {
		c.Now = time.Now
	}
	if c.Log == nil {
		c.Log = slog.Default()
	}
	if c.Parallel == 0 {
		c.Parallel = defaultParallel
	}
	if c.Poll == 0 {
		c.Poll = defaultPoll
	}
	if c.Backoff == nil {
		c.Backoff = Backoff
	}
	if c.Observe == nil {
		c.Observe = func(models.Kind, Outcome) {}
	}
	return &OutboxWorker{
		config: c, sending: make(chan struct{}, c.Parallel), making: newMakingGate(c.Outbox),
		sent: settleGate{outbox: c.Outbox},
	}
}

// Run sends mail until ctx ends, then finishes what it has begun and returns
// nil. Several workers may run on one store, in one process or many.
func (w *OutboxWorker) Run(ctx context.Context) error {
	poll := time.NewTicker(w.config.Poll)
	defer poll.Stop()
	done := make(chan time.Duration, claimedAhead*w.config.Parallel)
	running, woken := 0, true
	var began, ended time.Time // when the first of those that run was claimed, and when the last one ended
	var worked, took time.Duration
	for ctx.Err() == nil {
		if running == 0 {
			w.yield(ctx, worked)
			began, worked = time.Now(), 0
		}
		limit := w.config.Parallel
		if took < fastMail && time.Since(ended) < maxAhead && !w.config.Outbox.Contended() {
			limit *= claimedAhead
		}
		free := limit - running
		switch {
		case running > 0 && w.config.Outbox.Contended(): // the next ones go together, after a rest
			free = 0
		case limit > w.config.Parallel && !woken && running > limit/2: // more go together in a moment
			free = 0
		}
		for _, c := range w.claim(ctx, free) {
			running++
			w.sent.expect()
			go func() { done <- w.attempt(ctx, c) }()
		}
		woken = false
		select {
		case took = <-done: // the recipient's next mail may be due
			running--
			for ; len(done) > 0; running-- {
				took = max(took, <-done)
			}
			ended = time.Now()
			worked = ended.Sub(began)
		case <-w.config.Outbox.Woken():
			woken = true
		case <-poll.C:
			woken = true
		case <-ctx.Done():
		}
	}
	for ; running > 0; running-- {
		<-done
	}
	return nil
}

// How long the worker leaves the machine to players who wait: in times of what its last mails took, at least
// and at most. Mail goes on under any load; and a turn that is answered at once needs none.
const (
	yieldTimes = 1
	minYield   = 40 * time.Millisecond
	maxYield   = 250 * time.Millisecond
)

// yield waits while players wait for each other.
func (w *OutboxWorker) yield(ctx context.Context, worked time.Duration) {
	if !w.config.Outbox.Contended() {
		return
	}
	rest := time.NewTimer(max(minYield, min(yieldTimes*worked, maxYield)))
	defer rest.Stop()
	select {
	case <-rest.C:
	case <-ctx.Done():
	}
}

// attempt tries to send the mail of one notice when its turn comes, and settles it. What has begun is finished,
// even when ctx ends; what has not is given back. It tells how long making and sending took.
func (w *OutboxWorker) attempt(ctx context.Context, c models.Claim) (took time.Duration) {
	if !w.begin(ctx) {
		w.giveBack(context.WithoutCancel(ctx), c)
		return maxAhead
	}
	ctx = context.WithoutCancel(ctx)
	began, start := w.config.Now(), time.Now()
	stop := w.keep(ctx, c)
	outcome, err := w.send(ctx, c)
	<-w.sending
	took = time.Since(start)
	stop()
	if outcome == OutcomeDropped {
		w.sent.leave()
	} else {
		var settled error
		outcome, settled = w.settle(c, err)
		err = errors.Join(err, settled)
	}
	log := w.config.Log.With("outcome", outcome, "notice", c.ID, "key", c.Key, "attempt", c.Attempts, "took",
		w.config.Now().Sub(began))
	if err != nil {
		log.WarnContext(ctx, "mail", "error", err)
	} else {
		log.InfoContext(ctx, "mail")
	}
	w.config.Observe(c.Kind, outcome)
	return took
}

// send makes and sends the mail of a notice. A panic on the way is an error.
func (w *OutboxWorker) send(ctx context.Context, c models.Claim) (outcome Outcome, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("%w: panic: %v\n%s", errUnwritten, p, debug.Stack())
		}
	}()
	ctx, cancel := context.WithTimeout(ctx, maxAttempt)
	defer cancel()
	m, err := w.make(ctx, c)
	if err != nil {
		return "", fmt.Errorf("%w: %w", errUnwritten, err)
	}
	if m == nil {
		return OutcomeDropped, nil
	}
	defer m.discard()
	return "", w.config.Transport.Send(ctx, m)
}

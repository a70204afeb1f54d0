package mailer

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"runtime"
	"slices"
	"time"

	"turnpost/models"
	"turnpost/models/mailbox"
	"turnpost/models/panics"
	"turnpost/models/queue"
)

// Outbox hands out notices and settles them. It is a part of store.Store.
type Outbox interface {
	ClaimNotices(ctx context.Context, n int, lease time.Duration) ([]mailbox.Claim, error)
	RenewClaim(ctx context.Context, c mailbox.Claim, lease time.Duration) error
	ReturnClaim(ctx context.Context, c mailbox.Claim) error
	ComposeContent(ctx context.Context, c mailbox.Claim) (*mailbox.Content, error)
	SettleTogether(ctx context.Context, group []mailbox.Settling) []error
	Woken() <-chan struct{}
	playerLoad
}

// Transport hands one message over. Nil means that the other side is responsible for it from now on.
type Transport interface {
	Send(ctx context.Context, m *Message) error
}

// Outcome is the result of one attempt.
type Outcome string

// Outcomes.
const (
	OutcomeSent    Outcome = "sent"
	OutcomeDropped Outcome = "dropped" // outdated
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
	Poll      time.Duration                           // between claims when nothing wakes the worker; 5 s when 0
	Backoff   func(attempt int) time.Duration         // queue.Backoff when nil
	Observe   func(kind models.Kind, outcome Outcome) // called after each attempt, by several goroutines; may be nil
	Bounced   func(kind string)                       // as InboxConfig has it, by several goroutines
}

// OutboxWorker sends the mails of due notices.
type OutboxWorker struct {
	config   OutboxConfig
	pacing   *pacing
	settling settleGate
}

// Time limits. A lease is renewed while its attempt goes on, so that it can be short: a mail waits for its end when a
// worker dies.
const (
	lease       = 15 * time.Second
	renewEvery  = 5 * time.Second
	maxAttempt  = 2 * time.Minute
	maxSettling = 30 * time.Second
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
		c.Backoff = queue.Backoff
	}
	if c.Bounced == nil {
		c.Bounced = func(string) {}
	}
	if c.Observe == nil {
		c.Observe = func(models.Kind, Outcome) {}
	}
	return &OutboxWorker{
		config: c, pacing: newPacing(c.Outbox, c.Parallel, runtime.GOMAXPROCS(0)),
		settling: settleGate{outbox: c.Outbox},
	}
}

// Run sends mail until ctx ends, then finishes the mails under way and returns nil. After a panic it goes on. Several
// workers may run on one store, in one process or many.
func (w *OutboxWorker) Run(ctx context.Context) error {
	panics.Restart(ctx, w.config.Log, "outbox", w.run)
	return nil
}

func (w *OutboxWorker) run(ctx context.Context) {
	w.pacing.running = 0 // after a panic, all attempts have ended
	loop := queue.Loop[mailbox.Claim, time.Duration]{
		Poll: w.config.Poll, Woken: w.config.Outbox.Woken(), Most: w.pacing.maxRunning(), Do: w.tryClaim,
		Claim: func(ctx context.Context, _ int, woken bool) (claims []mailbox.Claim, more bool) {
			w.pacing.yield(ctx)
			claims = w.claim(ctx, w.pacing.room(woken))
			for range claims {
				w.pacing.begin()
				w.settling.expect()
			}
			return claims, false
		},
		Done: func(_ context.Context, took []time.Duration) { w.pacing.end(len(took), slices.Max(took)) },
	}
	loop.Run(ctx)
}

// tryClaim is attempt. After a panic outside of its mail, the lease ends by itself.
func (w *OutboxWorker) tryClaim(ctx context.Context, c mailbox.Claim) (took time.Duration) {
	err := panics.Recover(func() error { took = w.attempt(ctx, c); return nil })
	if err != nil {
		w.config.Log.ErrorContext(ctx, "mail", "notice", c.ID, "key", c.Key, "error", err)
		return maxAhead
	}
	return took
}

// attempt tries to send the mail of one notice, settles it, and returns how long making and sending took. When ctx
// ends, an attempt under way goes on, and one that has not begun gives its claim back.
func (w *OutboxWorker) attempt(ctx context.Context, c mailbox.Claim) (took time.Duration) {
	if !w.pacing.startSending(ctx) {
		w.giveBack(context.WithoutCancel(ctx), c)
		return maxAhead
	}
	stopping := ctx
	ctx = context.WithoutCancel(ctx)
	began, start := w.config.Now(), time.Now()
	stop := w.keep(ctx, c)
	outcome, err := w.send(ctx, c)
	w.pacing.stopSending()
	took = time.Since(start)
	stop()
	switch {
	case outcome == OutcomeDropped:
		w.settling.leave()
	case errors.Is(err, errUnwritten) && queue.IsTemporary(err):
		outcome = OutcomeRetry
		w.giveBackLater(stopping, c, err)
	default:
		var unsettled error
		outcome, unsettled = w.settle(stopping, c, err)
		err = errors.Join(err, unsettled)
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
func (w *OutboxWorker) send(ctx context.Context, c mailbox.Claim) (outcome Outcome, err error) {
	ctx, cancel := context.WithTimeout(ctx, maxAttempt)
	defer cancel()
	err = panics.Recover(func() error {
		outcome, err = w.makeAndSend(ctx, c)
		return err
	})
	if _, panicked := errors.AsType[*panics.Error](err); panicked {
		err = fmt.Errorf("%w: %w", errUnwritten, err)
	}
	return outcome, err
}

func (w *OutboxWorker) makeAndSend(ctx context.Context, c mailbox.Claim) (Outcome, error) {
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

// make makes the mail of a claim from the present state of the database; nil where it is outdated.
func (w *OutboxWorker) make(ctx context.Context, c mailbox.Claim) (*Message, error) {
	defer w.pacing.startMaking()()
	content, err := w.config.Outbox.ComposeContent(ctx, c)
	if err != nil || content == nil {
		return nil, err
	}
	return w.config.Writer.Write(content, w.config.Now())
}

package mailer

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode"

	"turnpost/mailer/verdict"
	"turnpost/models"
	"turnpost/models/account"
	"turnpost/models/mailbox"
	"turnpost/models/panics"
	"turnpost/models/queue"
	"turnpost/models/visible"
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

// claim claims up to n due notices.
func (w *OutboxWorker) claim(ctx context.Context, n int) []mailbox.Claim {
	if n <= 0 {
		return nil
	}
	claims, err := w.config.Outbox.ClaimNotices(ctx, n, lease)
	if err != nil && ctx.Err() == nil {
		w.config.Log.ErrorContext(ctx, "claiming mail", "error", err)
	}
	w.pacing.note(claims, w.config.Now())
	return claims
}

// keep renews the lease of a notice until stop is called, which waits for a renewal that has begun.
func (w *OutboxWorker) keep(ctx context.Context, c mailbox.Claim) (stop func()) {
	return queue.Keep(ctx, renewEvery, func(ctx context.Context) error {
		return w.config.Outbox.RenewClaim(ctx, c, lease)
	}, func(err error) { w.config.Log.WarnContext(ctx, "renewing a lease", "key", c.Key, "error", err) })
}

// giveBackLater returns a claim whose mail could not be made, as the database was away, once that answers: nothing was
// wrong with the mail, so this is no try of it. err is what went wrong. Until then it holds the lease, unless ctx ends.
func (w *OutboxWorker) giveBackLater(ctx context.Context, c mailbox.Claim, err error) {
	w.settling.leave()
	defer w.keep(context.WithoutCancel(ctx), c)()
	w.returned(ctx, c, queue.RetryTemporary(ctx, err, func(error) error {
		return w.returnClaim(context.WithoutCancel(ctx), c)
	}))
}

// giveBack returns a claim that was not tried, for any worker to claim.
func (w *OutboxWorker) giveBack(ctx context.Context, c mailbox.Claim) {
	w.settling.leave()
	w.returned(ctx, c, w.returnClaim(ctx, c))
}

func (w *OutboxWorker) returnClaim(ctx context.Context, c mailbox.Claim) error {
	ctx, cancel := context.WithTimeout(ctx, maxSettling)
	defer cancel()
	return w.config.Outbox.ReturnClaim(ctx, c)
}

// returned logs that a claim could not be returned: then it ends with its lease.
func (w *OutboxWorker) returned(ctx context.Context, c mailbox.Claim, err error) {
	if err != nil {
		w.config.Log.WarnContext(ctx, "returning a claim", "key", c.Key, "error", err)
	}
}

// settle settles a claim by the outcome of its attempt: sent where failure is nil, else to be tried again or failed.
func (w *OutboxWorker) settle(ctx context.Context, c mailbox.Claim, failure error) (Outcome, error) {
	now := w.config.Now()
	again, may := nextTry(c.DueAt, now, w.config.Backoff(c.Attempts), c.Attempts)
	outcome, settling := OutcomeSent, c.Sent()
	switch {
	case failure == nil:
	case permanent(failure) || !may:
		outcome, settling = OutcomeFailed, c.Refused(bounceOf(failure), ledgerFailure(failure))
	default:
		outcome, settling = OutcomeRetry, c.Again(again, ledgerFailure(failure))
	}
	if b := bounceOf(failure); b != account.BounceSoft {
		w.config.Bounced(string(b))
	}
	err := w.settling.settle(settling)
	if queue.IsTemporary(err) && outcome != OutcomeRetry { // it comes back at the end of its lease, which is sooner
		err = w.settleLater(ctx, c, settling, err)
	}
	if err != nil {
		return OutcomeLost, fmt.Errorf("settling as %s: %w", outcome, err)
	}
	return outcome, nil
}

// settleLater tries to settle a claim whose mail was sent, or failed for good, until it can, another worker has it, or
// ctx ends, and returns the last error; err is the first one. Meanwhile it holds the lease, and the worker claims
// nothing: a database that cannot be written to, for example on a full disk, stops the mail instead of repeating it.
func (w *OutboxWorker) settleLater(ctx context.Context, c mailbox.Claim, s mailbox.Settling, err error) error {
	w.pacing.unsettled.Add(1)
	defer w.pacing.unsettled.Add(-1)
	defer w.keep(ctx, c)()
	return queue.RetryTemporary(ctx, err, func(err error) error {
		w.config.Log.WarnContext(ctx, "a mail could not be settled; it is tried again", "key", c.Key, "error", err)
		w.settling.expect()
		return w.settling.settle(s)
	})
}

// settleGate settles mails together, up to maxSettledTogether in a transaction: one for each would cost more than the
// mail. It waits up to maxSettleWait for the mails on their way, and not at all where there are none. When the program
// is killed, mails that were sent and not yet settled are sent again.
type settleGate struct {
	outbox   Outbox
	mu       sync.Mutex
	expected int          // mails on their way
	waiting  *settleGroup // nil for none
}

// settleGroup is mails that are settled together.
type settleGroup struct {
	claims  []mailbox.Settling
	timeout *time.Timer
	settled chan struct{} // closed when errs is set
	errs    []error       // parallel to claims
}

// expect announces a mail. Its caller must call settle or leave later.
func (g *settleGate) expect() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.expected++
}

// leave withdraws an announced mail.
func (g *settleGate) leave() {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.expected--; g.expected == 0 {
		g.flush()
	}
}

// settle settles an announced mail together with others, and returns its error.
func (g *settleGate) settle(c mailbox.Settling) error {
	g.mu.Lock()
	group := g.waiting
	if group == nil {
		group = g.newGroup()
	}
	place := len(group.claims)
	group.claims = append(group.claims, c)
	if g.expected--; g.expected == 0 || len(group.claims) == maxSettledTogether {
		g.flush()
	}
	g.mu.Unlock()
	<-group.settled
	return group.errs[place]
}

// newGroup makes the group that waits. The caller holds the lock.
func (g *settleGate) newGroup() *settleGroup {
	group := &settleGroup{settled: make(chan struct{})}
	group.timeout = time.AfterFunc(maxSettleWait, func() {
		g.mu.Lock()
		defer g.mu.Unlock()
		if g.waiting == group {
			g.flush()
		}
	})
	g.waiting = group
	return group
}

// flush begins to settle the group that waits. The caller holds the lock.
func (g *settleGate) flush() {
	group := g.waiting
	if group == nil {
		return
	}
	g.waiting = nil
	group.timeout.Stop()
	go func() {
		defer close(group.settled)
		ctx, cancel := context.WithTimeout(context.Background(), maxSettling)
		defer cancel()
		err := panics.Recover(func() error { group.errs = g.outbox.SettleTogether(ctx, group.claims); return nil })
		if err != nil {
			group.errs = slices.Repeat([]error{err}, len(group.claims))
		}
	}()
}

// nextTry returns the time of the next try of a mail that was due at some time and has failed, and false after the last
// try.
func nextTry(due, now time.Time, wait time.Duration, tries int) (time.Time, bool) {
	if queue.Exhausted(tries, now.Sub(due)) {
		return time.Time{}, false
	}
	next, end := now.Add(wait), due.Add(queue.GiveUpAfter)
	if now.Before(end) && next.After(end) {
		next = end
	}
	return next, true
}

// permanent reports whether the next attempt would fail the same way.
func permanent(err error) bool {
	if errors.Is(err, errUnwritable) {
		return true
	}
	refusal, ok := errors.AsType[*exchangeError](err)
	return ok && refused(refusal.step, refusal.code()) && !refusal.means().ByItself()
}

// refused reports whether a response at some step is permanent and about the recipient or the message.
func refused(at step, code int) bool {
	if at == stepMail {
		return false
	}
	switch code {
	case 500, 502, 503, 530, 534, 535, 538:
		return false
	}
	return code >= 500 && code < 600
}

// means returns what the response says about later mail to the recipient. Before RCPT no
// response means that the mailbox is missing.
func (e *exchangeError) means() verdict.Meaning {
	code, text := e.said()
	if code == 0 {
		return verdict.Unclear
	}
	means := verdict.Of("", fmt.Sprint(code, " ", text))
	if e.step == stepMail && means == verdict.NoMailbox {
		return verdict.Unclear
	}
	return means
}

// bounceOf returns what a failure says about later mail to the recipient.
func bounceOf(err error) account.Bounce {
	refusal, ok := errors.AsType[*exchangeError](err)
	if !ok {
		return account.BounceSoft
	}
	return asBounce(refusal.means())
}

// asBounce returns what counts of a meaning.
func asBounce(m verdict.Meaning) account.Bounce {
	switch m {
	case verdict.NoMailbox:
		return account.BounceHard
	case verdict.Reputation:
		return account.BounceReputation
	}
	return account.BounceSoft
}

var (
	// errUnwritten marks a failure to make the message, before it was sent.
	errUnwritten = errors.New("writing the mail")
	// errUnwritable marks one that the next attempt would repeat: this program lacks the words or the kind of the
	// mail.
	errUnwritable = errors.New("this program cannot write the mail")
)

// Failures without a response of a server, as stored in the ledger. The codes have the phrases failure.CODE; the log
// has the details.
const (
	failureUnwritten   = "unwritten"   // tried again
	failureUnwritable  = "unwritable"  // given up
	failureUnreachable = "unreachable" // no server took the message
)

// maxFailure is the longest failure in characters.
const maxFailure = 300

// ledgerFailure returns a failure for the ledger: a code, or the mail server's words where there are any. It discloses
// nothing about this server's network.
func ledgerFailure(err error) string {
	switch {
	case errors.Is(err, errUnwritable):
		return failureUnwritable
	case errors.Is(err, errUnwritten):
		return failureUnwritten
	}
	if refusal, ok := errors.AsType[*exchangeError](err); ok && refusal.code() != 0 {
		return oneLine(fmt.Sprintln(refusal.said()), maxFailure)
	}
	return failureUnreachable
}

// oneLine makes a foreign text safe to show, and bounds it in characters.
func oneLine(text string, limit int) string {
	return visible.Shorten(strings.Join(strings.FieldsFunc(strings.ToValidUTF8(text, "?"), func(r rune) bool {
		return unicode.IsSpace(r) || unicode.IsControl(r)
	}), " "), limit)
}

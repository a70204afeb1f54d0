package webhook

import (
	"cmp"
	"context"
	"crypto/ecdh"
	"crypto/tls"
	"log/slog"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"turnpost/mailer"
	"turnpost/models"
	"turnpost/models/hook"
	"turnpost/models/mailbox"
	"turnpost/models/panics"
	"turnpost/models/queue"
	"turnpost/models/webhook"
)

// Store is the part of store.Store that the worker needs.
type Store interface {
	ClaimHooks(ctx context.Context, n int, lease time.Duration) (claims []hook.Claim, more bool, err error)
	ComposeHook(ctx context.Context, c hook.Claim) (*mailbox.Content, models.NoticeReason, error)
	PushKey(ctx context.Context) (*ecdh.PrivateKey, error)
	SettleHooks(ctx context.Context, outcomes []hook.Outcome) ([]hook.Settled, error)
	HooksWoken() <-chan struct{}
	Contended() bool
	Quiet() bool
}

// Config is for NewWorker. Store, Writer and Guard are needed.
type Config struct {
	Store   Store
	Writer  *mailer.Writer
	Guard   *Guard
	Now     func() time.Time   // time.Now when nil
	Log     *slog.Logger       // slog.Default when nil
	Poll    time.Duration      // between claims when nothing wakes the worker; 1 s when 0
	Observe func(hook.Settled) // called for each attempt; may be nil

	trust    *tls.Config   // nil but in tests
	patience time.Duration // with a receiver; maxAttempt when 0
	slow     time.Duration // after which a request leaves its place; slowRequest when 0
}

// The constants of the worker. A lease is longer than an attempt.
const (
	parallel    = 256   // attempts at a time that have places, of one host at most two
	maxRunning  = 2_048 // attempts at a time, with those that have left their places
	maxClaimed  = 16    // deliveries of one transaction
	lease       = 30 * time.Second
	defaultPoll = time.Second
	maxSettling = 30 * time.Second

	// Between transactions while players play, and while they wait for the database.
	busyRest      = 100 * time.Millisecond
	contendedRest = 250 * time.Millisecond
	// After making a body while players play, in times of making it, and at most.
	restTimes = 8
	maxRest   = 50 * time.Millisecond

	// A request that waits for its receiver so long leaves its place to others: it costs little but memory.
	slowRequest = time.Second / 2

	maxRetryAfter = 24 * time.Hour
)

// Worker sends what is due to webhooks.
type Worker struct {
	config  Config
	sender  *sender
	making  sync.Mutex
	hanging atomic.Int64 // requests that have left their places
}

// NewWorker makes a Worker.
func NewWorker(c Config) *Worker {
	if c.Now == nil {
		c.Now = time.Now
	}
	if c.Log == nil {
		c.Log = slog.Default()
	}
	if c.Poll == 0 {
		c.Poll = defaultPoll
	}
	if c.slow == 0 {
		c.slow = slowRequest
	}
	if c.Observe == nil {
		c.Observe = func(hook.Settled) {}
	}
	return &Worker{config: c, sender: newSender(c.Guard, c.trust, cmp.Or(c.patience, maxAttempt), c.Now)}
}

// Run sends until ctx ends, then finishes the attempts under way. After a panic it goes on. Several workers may run on
// one store, in one process or many.
func (w *Worker) Run(ctx context.Context) {
	defer w.sender.close()
	panics.Restart(ctx, w.config.Log, "webhooks", w.run)
}

func (w *Worker) run(ctx context.Context) {
	loop := queue.Loop[hook.Claim, hook.Outcome]{
		Poll: w.config.Poll, Woken: w.config.Store.HooksWoken(), Most: maxRunning,
		Claim: func(ctx context.Context, running int, _ bool) ([]hook.Claim, bool) {
			return w.claim(ctx, w.room(running)) // there may be room without a result, as requests leave their places
		},
		Do:   func(ctx context.Context, c hook.Claim) hook.Outcome { return w.attempt(context.WithoutCancel(ctx), c) },
		Done: w.settle,
		Rest: w.rest,
	}
	loop.Run(ctx)
}

// room returns how many attempts may begin beside those that run. Receivers that hang, however many, leave places to
// the others.
func (w *Worker) room(running int) int {
	return min(parallel-running+int(w.hanging.Load()), maxRunning-running)
}

func (w *Worker) claim(ctx context.Context, room int) ([]hook.Claim, bool) {
	if room <= 0 {
		return nil, false
	}
	claims, more, err := w.config.Store.ClaimHooks(ctx, min(room, maxClaimed), lease)
	if err != nil && ctx.Err() == nil {
		w.config.Log.ErrorContext(ctx, "claiming deliveries to webhooks", "error", err)
	}
	return claims, more
}

// rest leaves the database and the processors to players.
func (w *Worker) rest(ctx context.Context) {
	pause := busyRest
	switch {
	case w.config.Store.Contended():
		pause = contendedRest
	case w.config.Store.Quiet():
		return
	}
	timer := time.NewTimer(pause)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-ctx.Done():
	}
}

// settle settles outcomes together.
func (w *Worker) settle(ctx context.Context, outcomes []hook.Outcome) {
	settled, err := w.store(ctx, outcomes)
	for i, o := range outcomes {
		became := hook.HookLost
		if err == nil {
			became = settled[i]
		}
		w.config.Log.InfoContext(ctx, "webhook", "outcome", became, "message", o.Claim.MessageID, "host", o.Claim.Host,
			"status", o.Status, "detail", o.Detail, "reason", o.Dropped, "attempt", o.Claim.Attempts)
		w.config.Observe(became)
	}
}

// store settles outcomes. While the database cannot be written to, for example on a full disk, it tries again until ctx
// ends: nothing is claimed meanwhile, and nothing sent again for that.
func (w *Worker) store(ctx context.Context, outcomes []hook.Outcome) (settled []hook.Settled, err error) {
	try := func() (err error) {
		limited, cancel := context.WithTimeout(context.WithoutCancel(ctx), maxSettling)
		defer cancel()
		settled, err = w.config.Store.SettleHooks(limited, outcomes)
		return err
	}
	err = queue.RetryTemporary(ctx, try(), func(err error) error {
		w.config.Log.WarnContext(ctx, "deliveries to webhooks could not be settled; it is tried again", "error", err)
		return try()
	})
	if err != nil {
		w.config.Log.ErrorContext(ctx, "settling deliveries to webhooks", "error", err)
	}
	return settled, err
}

// attempt makes a message and sends it. A panic is a failure.
func (w *Worker) attempt(ctx context.Context, c hook.Claim) (o hook.Outcome) {
	err := panics.Recover(func() (err error) { o, err = w.makeAndSend(ctx, c); return err })
	if err != nil {
		w.config.Log.ErrorContext(ctx, "making a message to a webhook", "message", c.MessageID, "error", err)
		return w.failed(c, result{detail: hook.HookUnwritten})
	}
	return o
}

// makeAndSend returns the outcome of an attempt, or an error if there is no message to send.
func (w *Worker) makeAndSend(ctx context.Context, c hook.Claim) (hook.Outcome, error) {
	made, drop, err := w.make(ctx, c)
	if err != nil {
		return hook.Outcome{}, err
	}
	if drop != "" {
		return hook.Outcome{Claim: c, Dropped: drop}, nil
	}
	if err := w.sign(ctx, c, &made); err != nil {
		return hook.Outcome{}, err
	}
	leaves := time.AfterFunc(w.config.slow, func() { w.hanging.Add(1) })
	r := w.sender.send(ctx, c.URL, made)
	if !leaves.Stop() {
		w.hanging.Add(-1)
	}
	if c.Format == webhook.Push {
		r.detail = pushDetail(r)
	}
	if r.detail == hook.HookOK {
		return hook.Outcome{Claim: c, Status: r.status, Detail: r.detail}, nil
	}
	return w.failed(c, r), nil
}

// failed returns the outcome of a failure, with the time of the next try.
func (w *Worker) failed(c hook.Claim, r result) hook.Outcome {
	wait := max(queue.Backoff(c.Failures+1), r.retryAfter)
	return hook.Outcome{Claim: c, Status: r.status, Detail: r.detail, RetryAt: w.config.Now().Add(wait)}
}

// make makes the body of a delivery from the present state of the database; drop is why it is outdated. While anybody
// plays, one body is made at a time, with a rest after each.
func (w *Worker) make(ctx context.Context, c hook.Claim) (b body, drop models.NoticeReason, err error) {
	if !w.config.Store.Quiet() {
		w.making.Lock()
		began := time.Now()
		defer func() { time.AfterFunc(min(restTimes*time.Since(began), maxRest), w.making.Unlock) }()
	}
	content, drop, err := w.config.Store.ComposeHook(ctx, c)
	if err != nil || drop != "" {
		return body{}, drop, err
	}
	mail, summary, err := w.config.Writer.Summarize(content, w.config.Now())
	if err != nil {
		return body{}, "", err
	}
	b, err = bodyOf(c, content, mail, summary)
	return b, "", err
}

// sign completes the header of a request: with a signature, or for a browser with the encryption of the message. A chat
// program has its token.
func (w *Worker) sign(ctx context.Context, c hook.Claim, b *body) error {
	now, site := w.config.Now(), w.config.Writer.Site()
	b.header.Set("User-Agent", "turnpost (+"+site+")")
	switch {
	case c.Format == webhook.Push:
		key, err := w.config.Store.PushKey(ctx)
		if err != nil {
			return err
		}
		return b.seal(c, key, contactOf(site), now)
	case c.Format.TargetField() == "":
		b.header.Set("Webhook-Id", c.MessageID)
		b.header.Set("Webhook-Timestamp", strconv.FormatInt(now.Unix(), 10))
		b.header.Set("Webhook-Signature", webhook.Sign(c.MessageID, now, b.text, c.Secrets...))
	}
	return nil
}

package mailer

import (
	"context"
	"errors"
	"time"

	"turnpost/models"
	"turnpost/models/core"
	"turnpost/models/mailbox"
	"turnpost/models/panics"
	"turnpost/models/queue"
)

// Time limits of reading a mail. The lease is renewed meanwhile, so that it can be short: a mail waits for its end
// when a worker dies.
const (
	readingTimeout      = 30 * time.Second
	inboundLease        = 10 * time.Second
	renewsInboundLeases = 3 * time.Second
)

// Run settles mail until ctx ends, then finishes the mails under way and returns nil. After a panic it goes on.
func (b *Inbox) Run(ctx context.Context) error {
	panics.Restart(ctx, b.config.Log, "inbox", b.run)
	return nil
}

func (b *Inbox) run(ctx context.Context) {
	loop := queue.Loop[mailbox.InboundClaim, struct{}]{
		Poll: b.config.Poll, Woken: b.config.Store.InboundWoken(), Most: b.config.Parallel,
		Claim: func(ctx context.Context, running int, woken bool) ([]mailbox.InboundClaim, bool) {
			if woken && running == 0 {
				letSenderLeave(ctx)
			}
			return b.claim(ctx, b.config.Parallel-running), false
		},
		Do: func(ctx context.Context, c mailbox.InboundClaim) (done struct{}) {
			err := panics.Recover(func() error { b.attempt(context.WithoutCancel(ctx), c); return nil })
			if err != nil { // the lease ends by itself
				b.config.Log.ErrorContext(ctx, "reply", "mail", c.ID, "error", err)
			}
			return done
		},
		Done: func(context.Context, []struct{}) {}, // the next mail about the same game may be due
	}
	loop.Run(ctx)
}

// senderLeaves is the time for the last answers of a connection that brought a mail.
const senderLeaves = 3 * time.Millisecond

// letSenderLeave waits before a mail is read. Reading takes longer if the address that it claims to be from is known,
// and a server that read at once would give the sender its last answers later: by 0.2 ms of 0.9 where it was tried.
func letSenderLeave(ctx context.Context) {
	select {
	case <-time.After(senderLeaves):
	case <-ctx.Done():
	}
}

func (b *Inbox) claim(ctx context.Context, n int) []mailbox.InboundClaim {
	if n == 0 {
		return nil
	}
	claims, err := b.config.Store.ClaimInbound(ctx, n, inboundLease)
	if err != nil && ctx.Err() == nil {
		b.config.Log.ErrorContext(ctx, "claiming mail to read", "error", err)
	}
	return claims
}

// attempt reads a mail and settles it. After an error on this side it is retried later.
func (b *Inbox) attempt(ctx context.Context, c mailbox.InboundClaim) {
	began := b.config.Now()
	b.config.step("claimed")
	result, err := b.process(ctx, c)
	log := b.config.Log.With("mail", c.ID, "source", c.Source, "attempt", c.Attempts, "took", b.config.Now().Sub(began))
	switch {
	case err == nil:
		b.config.step("settled")
		log.InfoContext(ctx, "reply", "result", result)
		b.config.Observe(c.Source, result)
		return
	case errors.Is(err, models.ErrLeaseLost):
		log.WarnContext(ctx, "reply: another worker has it")
		return
	}
	ctx, cancel := context.WithTimeout(ctx, maxSettling)
	defer cancel()
	retry := b.config.Store.RetryInbound(ctx, c, b.config.Now().Add(b.pause(c.Attempts, err)), err.Error())
	log.ErrorContext(ctx, "reply could not be settled", "error", errors.Join(err, retry))
}

// A mail that failed because the database was away, busy or restarting is tried again soon, a few times.
const (
	passingPause = 2 * time.Second
	passingTries = 3
)

// pause returns the delay after a failed attempt, of which the first is number 1.
func (b *Inbox) pause(attempt int, err error) time.Duration {
	if attempt <= passingTries && core.Unavailable(err) {
		return passingPause
	}
	return b.config.Backoff(attempt)
}

// process settles a mail. A panic on the way is an error of this mail alone.
func (b *Inbox) process(ctx context.Context, c mailbox.InboundClaim) (mailbox.InboundResult, error) {
	ctx, cancel := context.WithTimeout(ctx, readingTimeout)
	defer cancel()
	defer b.keep(ctx, c)()
	r := &claimedMail{Inbox: b, claim: c}
	err := panics.Recover(func() error { return r.read(ctx) })
	return r.result, err
}

// keep renews the lease of a mail until stop is called, which waits for a renewal that has begun.
func (b *Inbox) keep(ctx context.Context, c mailbox.InboundClaim) (stop func()) {
	return queue.Keep(ctx, b.config.Renew, func(ctx context.Context) error {
		defer b.config.step("renewed")
		return b.config.Store.RenewInbound(ctx, c, inboundLease)
	}, func(err error) { b.config.Log.WarnContext(ctx, "renewing a lease", "mail", c.ID, "error", err) })
}

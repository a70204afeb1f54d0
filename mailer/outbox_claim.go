package mailer

import (
	"context"

	"turnpost/models/mailbox"
	"turnpost/models/queue"
)

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
	w.returned(ctx, c, queue.RetryTemporary(ctx, err, func(error) error { return w.returnClaim(context.WithoutCancel(ctx), c) }))
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

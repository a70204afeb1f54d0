package mailer

import (
	"context"
	"time"

	"turnpost/models"
)

// While mails go fast, some are claimed for each that is sent at a time, so that many are claimed by one
// transaction. What they say is read when their turn comes. Where that does not come soon they are given back.
const (
	claimedAhead = 4
	fastMail     = 50 * time.Millisecond // takes no longer
	maxAhead     = time.Second           // of a mail that was claimed ahead
)

// claim takes up to n notices that are due.
func (w *OutboxWorker) claim(ctx context.Context, n int) []models.Claim {
	if n <= 0 {
		return nil
	}
	claims, err := w.config.Outbox.ClaimNotices(ctx, n, lease)
	if err != nil && ctx.Err() == nil {
		w.config.Log.ErrorContext(ctx, "claiming mail", "error", err)
	}
	return claims
}

// begin waits until a mail may be sent, and tells whether one may. It takes less time than a lease.
func (w *OutboxWorker) begin(ctx context.Context) bool {
	select {
	case w.sending <- struct{}{}: // most begin at once
		return true
	default:
	}
	patience := time.NewTimer(maxAhead)
	defer patience.Stop()
	select {
	case w.sending <- struct{}{}:
		return true
	case <-patience.C:
	case <-ctx.Done():
	}
	return false
}

// keep renews the lease of a notice until stop is called, which waits for a renewal that has begun.
func (w *OutboxWorker) keep(ctx context.Context, c models.Claim) (stop func()) {
	return keepLease(ctx, renewEvery, func(ctx context.Context) {
		if err := w.config.Outbox.RenewClaim(ctx, c, lease); err != nil && ctx.Err() == nil {
			w.config.Log.WarnContext(ctx, "renewing a lease", "key", c.Key, "error", err)
		}
	})
}

// keepLease calls renew at intervals until stop is called, which waits for a renewal that has begun.
func keepLease(ctx context.Context, every time.Duration, renew func(ctx context.Context)) (stop func()) {
	ctx, cancel := context.WithCancel(ctx)
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		interval := time.NewTicker(every)
		defer interval.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-interval.C:
				renew(ctx)
			}
		}
	}()
	return func() {
		cancel()
		<-ended
	}
}

// giveBack leaves a claim that was not tried to whoever comes next.
func (w *OutboxWorker) giveBack(ctx context.Context, c models.Claim) {
	w.sent.leave()
	ctx, cancel := context.WithTimeout(ctx, maxSettling)
	defer cancel()
	if err := w.config.Outbox.ReturnClaim(ctx, c); err != nil {
		w.config.Log.WarnContext(ctx, "giving a mail back", "key", c.Key, "error", err)
	}
}

package mailer

import (
	"context"
	"errors"
	"fmt"
	"time"

	"turnpost/models"
)

// The pauses before a claim that could not be settled is tried again: the first, and the longest one.
const (
	minUnsettled = 100 * time.Millisecond
	maxUnsettled = 5 * time.Second
)

// settle settles a claim by the outcome of its attempt: sent where failure is nil, else to be tried again or failed.
func (w *OutboxWorker) settle(ctx context.Context, c models.Claim, failure error) (Outcome, error) {
	now := w.config.Now()
	again, may := nextTry(c.DueAt, now, w.config.Backoff(c.Attempts))
	outcome, settling := OutcomeSent, c.Sent()
	switch {
	case failure == nil:
	case addressRefused(failure):
		outcome, settling = OutcomeFailed, c.Refused(ledgerFailure(failure))
	case permanent(failure) || !may:
		outcome, settling = OutcomeFailed, c.Failed(ledgerFailure(failure))
	default:
		outcome, settling = OutcomeRetry, c.Again(again, ledgerFailure(failure))
	}
	err := w.settling.settle(settling)
	if passing(err) && outcome != OutcomeRetry { // it comes back at the end of its lease, which is sooner
		err = w.settleLater(ctx, c, settling, err)
	}
	if err != nil {
		return OutcomeLost, fmt.Errorf("settling as %s: %w", outcome, err)
	}
	return outcome, nil
}

// passing reports whether a claim that could not be settled may be settled later: the error is not about the claim.
func passing(err error) bool {
	return models.Unavailable(err) || errors.Is(err, context.DeadlineExceeded)
}

// settleLater tries to settle a claim whose mail was sent, or failed for good, until it can, another worker has it, or
// ctx ends, and returns the last error; err is the first one. Meanwhile it holds the lease, and the worker claims
// nothing: a database that cannot be written to, for example on a full disk, stops the mail instead of repeating it.
func (w *OutboxWorker) settleLater(ctx context.Context, c models.Claim, s models.Settling, err error) error {
	w.pacing.unsettled.Add(1)
	defer w.pacing.unsettled.Add(-1)
	defer w.keep(ctx, c)()
	for pause := minUnsettled; passing(err); pause = min(2*pause, maxUnsettled) {
		w.config.Log.WarnContext(ctx, "a mail cannot be settled; it is tried again", "key", c.Key, "error", err)
		select {
		case <-ctx.Done():
			return err
		case <-time.After(pause):
		}
		w.settling.expect()
		err = w.settling.settle(s)
	}
	return err
}

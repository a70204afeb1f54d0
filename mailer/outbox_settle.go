package mailer

import (
	"context"
	"fmt"

	"turnpost/models/account"
	"turnpost/models/mailbox"
	"turnpost/models/queue"
)

// settle settles a claim by the outcome of its attempt: sent where failure is nil, else to be tried again or failed.
func (w *OutboxWorker) settle(ctx context.Context, c mailbox.Claim, failure error) (Outcome, error) {
	now := w.config.Now()
	again, may := nextTry(c.DueAt, now, w.config.Backoff(c.Attempts))
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

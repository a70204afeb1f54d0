package mailer

import (
	"fmt"

	"turnpost/models"
)

// settle settles a claim by the outcome of its attempt: sent where failure is nil, else to be tried again or failed.
func (w *OutboxWorker) settle(c models.Claim, failure error) (Outcome, error) {
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
	if err := w.settling.settle(settling); err != nil {
		return OutcomeLost, fmt.Errorf("settling as %s: %w", outcome, err)
	}
	return outcome, nil
}

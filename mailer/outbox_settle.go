package mailer

import (
	"context"
	"fmt"
	"sync"
	"time"

	"turnpost/models"
)

// How many mails are settled together, and how long the first of them waits for the others at most: a transaction
// for each would take more than its mail. What was sent and is not settled yet is sent again where the program is
// killed.
const (
	maxSettledTogether = 8
	maxSettleWait      = 5 * time.Millisecond
)

// settleGate holds those whose mail was tried until several can be settled together, or no other is on its way.
type settleGate struct {
	outbox   Outbox
	mu       sync.Mutex
	expected int // that have not come yet
	waiting  *settleGroup
}

// settleGroup is who is settled together.
type settleGroup struct {
	claims  []models.Settling
	alarm   *time.Timer
	settled chan struct{} // closed when they are
	errs    []error       // of each, once they are
}

// expect says that somebody will come or leave.
func (g *settleGate) expect() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.expected++
}

// leave says that somebody does not come.
func (g *settleGate) leave() {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.expected--; g.expected == 0 {
		g.release()
	}
}

// settle settles a claim with others.
func (g *settleGate) settle(c models.Settling) error {
	g.mu.Lock()
	group := g.waiting
	if group == nil {
		group = &settleGroup{settled: make(chan struct{})}
		group.alarm = time.AfterFunc(maxSettleWait, func() {
			g.mu.Lock()
			defer g.mu.Unlock()
			if g.waiting == group {
				g.release()
			}
		})
		g.waiting = group
	}
	place := len(group.claims)
	group.claims = append(group.claims, c)
	if g.expected--; g.expected == 0 || len(group.claims) == maxSettledTogether {
		g.release()
	}
	g.mu.Unlock()
	<-group.settled
	return group.errs[place]
}

// release settles those that wait.
func (g *settleGate) release() {
	group := g.waiting
	if group == nil {
		return
	}
	g.waiting = nil
	group.alarm.Stop()
	go func() {
		defer close(group.settled)
		ctx, cancel := context.WithTimeout(context.Background(), maxSettling)
		defer cancel()
		group.errs = g.outbox.SettleTogether(ctx, group.claims)
	}()
}

// settle reports to the outbox what became of an attempt, by the policy of this package.
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
	if err := w.sent.settle(settling); err != nil {
		return OutcomeLost, fmt.Errorf("settling as %s: %w", outcome, err)
	}
	return outcome, nil
}

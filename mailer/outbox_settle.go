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
	mu       sync.Mutex
	expected int // that have not come yet
	waiting  int
	open     chan struct{} // closed when those that wait may go; nil where nobody waits
	alarm    *time.Timer
}

// expect says that somebody will wait or leave.
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

// wait waits for the others.
func (g *settleGate) wait() {
	g.mu.Lock()
	if g.open == nil {
		open := make(chan struct{})
		g.open = open
		g.alarm = time.AfterFunc(maxSettleWait, func() {
			g.mu.Lock()
			defer g.mu.Unlock()
			if g.open == open {
				g.release()
			}
		})
	}
	open := g.open
	g.expected--
	if g.waiting++; g.expected == 0 || g.waiting == maxSettledTogether {
		g.release()
	}
	g.mu.Unlock()
	<-open
}

// release lets those go that wait.
func (g *settleGate) release() {
	if g.open == nil {
		return
	}
	g.alarm.Stop()
	close(g.open)
	g.open, g.waiting = nil, 0
}

// settle reports to the outbox what became of an attempt, by the policy of this package.
func (w *OutboxWorker) settle(ctx context.Context, c models.Claim, failure error) (Outcome, error) {
	ctx, cancel := context.WithTimeout(ctx, maxSettling)
	defer cancel()
	now := w.config.Now()
	again, may := nextTry(c.DueAt, now, w.config.Backoff(c.Attempts))
	var outcome Outcome
	var err error
	switch {
	case failure == nil:
		outcome, err = OutcomeSent, w.config.Outbox.SettleSent(ctx, c)
	case addressRefused(failure):
		outcome, err = OutcomeFailed, w.config.Outbox.SettleRefused(ctx, c, ledgerFailure(failure))
	case permanent(failure) || !may:
		outcome, err = OutcomeFailed, w.config.Outbox.SettleFailed(ctx, c, ledgerFailure(failure))
	default:
		outcome, err = OutcomeRetry, w.config.Outbox.RetryClaim(ctx, c, again, ledgerFailure(failure))
	}
	if err != nil {
		return OutcomeLost, fmt.Errorf("settling as %s: %w", outcome, err)
	}
	return outcome, nil
}

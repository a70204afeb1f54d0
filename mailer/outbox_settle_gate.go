package mailer

import (
	"context"
	"slices"
	"sync"
	"time"

	"turnpost/models/mailbox"
	"turnpost/models/panics"
)

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

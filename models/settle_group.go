package models

import (
	"context"
	"runtime"
	"sync"
)

// Workers settle many mails at a time. What is to be settled while a transaction of settlements is under
// way waits for it and is settled together by the next one: however many mails are sent, a transaction
// or two of theirs stand between the turns.

// settling is a claim to be settled.
type settling struct {
	ctx     context.Context
	claim   Claim
	settle  func(p *part) settlement
	settled chan error
}

// settleGroup is what waits to be settled.
type settleGroup struct {
	mu      sync.Mutex
	waiting []*settling
	running bool
}

// settleClaim settles each notice of a claim. One that was found not worth saying is
// dropped as the others end.
func (s *Store) settleClaim(ctx context.Context, c Claim, settle func(p *part) settlement) error {
	one := &settling{ctx: ctx, claim: c, settle: settle, settled: make(chan error, 1)}
	g := &s.settlements
	g.mu.Lock()
	g.waiting = append(g.waiting, one)
	begin := !g.running
	g.running = true
	g.mu.Unlock()
	if begin {
		go s.settleWaiting()
	}
	return <-one.settled
}

// settleWaiting settles what waits until nothing does.
func (s *Store) settleWaiting() {
	g := &s.settlements
	for {
		runtime.Gosched() // whoever is about to settle comes along
		g.mu.Lock()
		group := g.waiting
		g.waiting = nil
		g.running = len(group) > 0
		g.mu.Unlock()
		if len(group) == 0 {
			return
		}
		s.settleTogether(group)
	}
}

// settleTogether settles a group in one transaction, or where one of it cannot be settled,
// each in its own.
func (s *Store) settleTogether(group []*settling) {
	err := error(nil)
	if len(group) > 1 {
		err = s.writeMail(context.WithoutCancel(group[0].ctx), func(tx *Tx) error { return tx.settleAll(group) })
	}
	for _, one := range group {
		if len(group) == 1 || err != nil {
			one.settled <- s.writeMail(one.ctx, func(tx *Tx) error { return tx.settleAll([]*settling{one}) })
		} else {
			one.settled <- nil
		}
	}
}

// settleAll settles claims; all games that get time back are taken before any notice.
func (tx *Tx) settleAll(group []*settling) error {
	tx.sessionsStand = true
	var parts []*part
	var settlements []settlement
	for _, one := range group {
		for _, p := range one.claim.parts {
			became := one.settle(p)
			if became.done() && p.drop != "" {
				became = settlement{status: Dropped, reason: p.drop}
			}
			parts, settlements = append(parts, p), append(settlements, became)
		}
	}
	if err := tx.creditNotices(parts, settlements); err != nil {
		return err
	}
	for i, p := range parts {
		if err := tx.settleNotice(p, settlements[i]); err != nil {
			return err
		}
	}
	return nil
}

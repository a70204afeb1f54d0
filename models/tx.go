package models

import (
	"context"
	"time"

	"gorm.io/gorm"

	"turnpost/models/db"
)

// Tx is one transaction at one instant.
type Tx struct {
	*db.Tx
	store           *Store
	now             time.Time
	at              Millis              // the transaction's time
	noticed         bool                // a notice was queued
	received        bool                // a mail was stored for processing
	heartbeatStored bool                // a heartbeat was stored
	changed         bool                // a bulk change was accepted
	accepted        int64               // the accepted bulk change; 0 for none
	result          any                 // of the use case, from which a Once renders the response
	preloaded       map[string]*gameRow // of a batch of turns on PostgreSQL: the locked games
}

// newTx returns a Tx at the current time.
func (s *Store) newTx(tx *db.Tx) *Tx {
	now := s.now().UTC().Truncate(time.Millisecond)
	return &Tx{Tx: tx, store: s, now: now, at: ToMillis(now)}
}

// read returns a handle for queries, each of which sees the data committed when it begins.
func (s *Store) read(ctx context.Context) *gorm.DB { return s.db.Read(ctx) }

// readTx returns a Tx for helpers that only read, outside a transaction.
func (s *Store) readTx(ctx context.Context) *Tx { return s.newTx(s.db.ReadTx(ctx)) }

// write runs fn in a transaction that is on disk when write returns nil. On a
// handle with a Once, a repeated request does not run fn again: the error is a *Replayed.
func (s *Store) write(ctx context.Context, fn func(tx *Tx) error) error {
	return s.db.Write(ctx, db.Job{Run: s.job(s.once, fn)})
}

// writeMail is write for the mail worker.
func (s *Store) writeMail(ctx context.Context, fn func(tx *Tx) error) error {
	return s.db.Write(ctx, db.Job{Background: true, Run: s.job(nil, fn)})
}

// writeTurn is write for a turn.
func (s *Store) writeTurn(ctx context.Context, in TurnInput, fn func(tx *Tx) error) error {
	job := db.Job{Run: s.job(s.once, fn)}
	if s.once == nil && in.Message == "" { // messages are counted in rows that other transactions lock without the game
		job.Key = in.Game
	}
	return s.db.Write(ctx, job)
}

// job wraps fn for the engine, which may run it any number of times.
func (s *Store) job(once *Once, fn func(tx *Tx) error) func(tx *db.Tx) error {
	return func(engine *db.Tx) error {
		tx := s.newTx(engine)
		tx.preloaded, _ = engine.Preloaded().(map[string]*gameRow)
		engine.OnEnd(tx.ended)
		if err := tx.catchUpHeartbeat(); err != nil {
			return err
		}
		return tx.runOnce(once, fn)
	}
}

// ended publishes the effects of the committed transaction to this process.
func (tx *Tx) ended(err error) {
	if err != nil {
		return
	}
	if tx.heartbeatStored {
		tx.store.heartbeat.Store(int64(tx.at))
	}
	if tx.noticed {
		tx.store.Wake()
	}
	if tx.received {
		tx.store.WakeInbound()
	}
	if tx.changed {
		wake(tx.store.wakeChanges)
	}
}

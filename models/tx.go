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
	at              Millis              // now, as it is stored
	noticed         bool                // a notice was queued
	received        bool                // a mail was stored to be read
	heartbeatStored bool                // so that the process knows it
	changed         bool                // a bulk change was accepted
	accepted        int64               // the bulk change that it accepts, 0 for none
	result          any                 // of the use case, for the response that a Once records
	preloaded       map[string]*gameRow // of a batch of turns on PostgreSQL: the games that wait for theirs, locked
}

// newTx makes a Tx at this instant.
func (s *Store) newTx(tx *db.Tx) *Tx {
	now := s.now().UTC().Truncate(time.Millisecond)
	return &Tx{Tx: tx, store: s, now: now, at: ToMillis(now)}
}

// read is a handle for queries, each of which sees what is committed when it begins.
func (s *Store) read(ctx context.Context) *gorm.DB { return s.db.Read(ctx) }

// readTx is a Tx for helpers that only read, outside a transaction.
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
	if s.once == nil && in.Message == "" { // what is said is counted, in rows that others hold without the game
		job.Key = in.Game
	}
	return s.db.Write(ctx, job)
}

// job makes of fn what the engine runs, any number of times.
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

// ended passes on what the transaction has changed.
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

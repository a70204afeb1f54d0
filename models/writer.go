package models

import (
	"context"
	"fmt"
	"runtime/debug"
	"time"

	"gorm.io/gorm"
)

// One SQLite commit costs one fsync, whoever waits for it. The writer therefore
// takes all the transactions that wait and commits them together: each in a
// savepoint of its own, so that one that fails takes nothing with it, and none
// answered before the commit is on disk. Alone in its batch, a transaction
// needs no savepoint. PostgreSQL does this by itself; there every transaction is one
// batch.

// maxBatch bounds how long the first of a batch waits for the others.
const maxBatch = 64

type job struct {
	ctx    context.Context
	fn     func(tx *Tx) error
	tx     *Tx
	err    error
	result chan error
}

func (s *Store) runWriter() {
	defer close(s.done)
	for first := range s.queue {
		s.transact(s.join([]*job{first}))
	}
}

// join adds the jobs that wait already.
func (s *Store) join(batch []*job) []*job {
	for len(batch) < maxBatch {
		select {
		case j, open := <-s.queue:
			if !open {
				return batch
			}
			batch = append(batch, j)
		default:
			return batch
		}
	}
	return batch
}

// transact runs the jobs in one transaction and tells each its result.
func (s *Store) transact(batch []*job) {
	// No cancellation inside: an interrupted statement would roll back the whole
	// batch. Whoever went away before it began is skipped.
	err := s.db.writer.WithContext(context.WithoutCancel(batch[0].ctx)).Transaction(func(db *gorm.DB) error {
		for _, j := range batch {
			if j.err = j.ctx.Err(); j.err != nil {
				continue
			}
			now := s.now().UTC().Truncate(time.Millisecond)
			j.tx = &Tx{DB: db, store: s, now: now, at: At(now)}
			if len(batch) == 1 {
				j.err = j.run()
				return j.err
			}
			j.err = db.Transaction(func(savepoint *gorm.DB) error {
				j.tx.DB = savepoint
				return j.run()
			})
		}
		return nil
	})
	noticed := false
	for _, j := range batch {
		if j.err == nil && err != nil {
			j.err = fmt.Errorf("commit: %w", err)
		}
		noticed = noticed || (j.err == nil && j.tx.noticed)
		if j.err == nil && j.tx.beaten {
			s.beat.Store(int64(j.tx.at))
		}
		j.result <- j.err
	}
	if noticed {
		s.Nudge()
	}
}

// Nudge wakes whoever listens to Nudged.
func (s *Store) Nudge() {
	select {
	case s.nudge <- struct{}{}:
	default:
	}
}

// run calls the job's function; a panic is its error, not the writer's end.
func (j *job) run() (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic in a transaction: %v\n%s", p, debug.Stack())
		}
	}()
	if err := j.tx.catchUp(); err != nil {
		return err
	}
	return j.tx.once(j.ctx, j.fn)
}

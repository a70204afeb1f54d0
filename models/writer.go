package models

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	"gorm.io/gorm"
)

// One SQLite commit costs one fsync, whoever waits for it. The writer therefore
// takes all the transactions that wait and commits them together, none answered
// before the commit is on disk. One that fails takes nothing with it: nearly all
// fail before they have written anything, and then there is nothing to undo. Where
// one has written, the batch is rolled back and run again, each in a savepoint of
// its own, which would cost too much to have always. PostgreSQL does this by itself;
// there every transaction is one batch.

// maxBatch bounds how long the first of a batch waits for the others.
const maxBatch = 64

type job struct {
	ctx    context.Context
	once   *Once // nil: it may happen again
	fn     func(tx *Tx) error
	tx     *Tx
	err    error
	result chan error
}

func (s *Store) runWriter() {
	defer close(s.done)
	for first := range s.queue {
		batch := s.join([]*job{first})
		s.load.note(len(batch))
		s.transact(batch)
		s.db.checkpoints.count(len(batch))
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
	err := s.commit(batch, (*job).runAlone)
	if errors.Is(err, errTorn) {
		err = s.commit(batch, (*job).runInSavepoint)
	}
	for _, j := range batch {
		if j.tx != nil && !j.tx.sessionsStand {
			s.sessions.forget()
		}
	}
	noticed, received := false, false
	for _, j := range batch {
		if j.err == nil && err != nil {
			j.err = fmt.Errorf("commit: %w", err)
		}
		noticed = noticed || (j.err == nil && j.tx.noticed)
		received = received || (j.err == nil && j.tx.received)
		if j.err == nil && j.tx.heartbeatStored {
			s.heartbeat.Store(int64(j.tx.at))
		}
		j.result <- j.err
	}
	if noticed {
		s.Wake()
	}
	if received {
		s.WakeInbound()
	}
}

// commit runs the jobs in one transaction. An error of run is the end of it.
func (s *Store) commit(batch []*job, run func(j *job, w *watchedTx) error) error {
	// No cancellation inside: an interrupted statement would roll back the whole
	// batch. Whoever went away before it began is skipped.
	return s.db.writer.WithContext(context.WithoutCancel(batch[0].ctx)).Transaction(func(db *gorm.DB) error {
		w := watch(db)
		for _, j := range batch {
			if j.err = j.ctx.Err(); j.err != nil {
				continue
			}
			now := s.now().UTC().Truncate(time.Millisecond)
			j.tx = &Tx{DB: db, store: s, now: now, at: ToMillis(now)}
			if len(batch) == 1 {
				j.err = j.run()
				return j.err
			}
			if broken := run(j, w); broken != nil {
				return broken
			}
		}
		return nil
	})
}

// WakeInbound wakes whoever listens to InboundWoken.
func (s *Store) WakeInbound() {
	select {
	case s.wakeInbound <- struct{}{}:
	default:
	}
}

// Wake wakes whoever listens to Woken.
func (s *Store) Wake() {
	select {
	case s.wake <- struct{}{}:
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
	if err := j.tx.catchUpHeartbeat(); err != nil {
		return err
	}
	return j.tx.runOnce(j.once, j.fn)
}

// write runs fn in a transaction that is on disk when write returns nil. On a
// handle with a Once, a repeated request does not run fn again: the error is a *Replayed.
func (s *Store) write(ctx context.Context, fn func(tx *Tx) error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	j := &job{ctx: ctx, once: s.once, fn: fn, result: make(chan error, 1)}
	if s.db.postgres {
		return s.writePostgres(j)
	}
	s.queue <- j
	return <-j.result
}

// postgresTries is how often a transaction is tried that another one got in the way of.
const postgresTries = 4

// writePostgres runs one transaction, again where another one got in its way: a
// deadlock, a lost serialisation, a row that both wanted to be the first to insert.
func (s *Store) writePostgres(j *job) (err error) {
	for try := 1; ; try++ {
		s.transact([]*job{j})
		err = <-j.result
		code := ""
		if failure, ok := errors.AsType[*pgconn.PgError](err); ok {
			code = failure.Code
		}
		again := code == "40P01" || code == "40001" || errors.Is(err, gorm.ErrDuplicatedKey)
		if !again || try == postgresTries || j.ctx.Err() != nil {
			return err
		}
	}
}

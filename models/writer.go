package models

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"time"

	"gorm.io/gorm"
)

// One SQLite commit costs one fsync, whoever waits for it. The writer therefore
// takes all the transactions that wait and commits them together, none answered
// before the commit is on disk. One that fails takes nothing with it: nearly all
// fail before they have written anything, and then there is nothing to undo. Where
// one has written, the batch is rolled back and run again, each in a savepoint of
// its own, which would cost too much to have always. Where the disk is slow, who comes while
// the others run still goes with them: for as long as a commit takes, because the next one is
// that far away. On PostgreSQL turns alone are committed together: see writer_postgres.go.

// maxBatch bounds how long the first of a batch waits for the others.
const maxBatch = 64

type job struct {
	ctx    context.Context
	once   *Once  // nil: it may happen again
	mail   bool   // the mail worker asks for it
	game   string // of a turn that PostgreSQL may commit together with others, else ""
	fn     func(tx *Tx) error
	tx     *Tx
	err    error
	result chan error
}

// batch is jobs that are committed together.
type batch struct{ jobs []*job }

func (s *Store) runWriter() {
	defer close(s.done)
	for first := range s.queue {
		b := &batch{jobs: s.join([]*job{first})}
		s.load.note(b.jobs)
		s.transact(b)
		if s.db.checkpoints != nil {
			s.db.checkpoints.afterCommit(len(b.jobs), s.db.writer)
		}
	}
}

// join adds the jobs that wait.
func (s *Store) join(jobs []*job) []*job {
	for len(jobs) < maxBatch {
		select {
		case j, open := <-s.queue:
			if !open {
				return jobs
			}
			jobs = append(jobs, j)
		default:
			return jobs
		}
	}
	return jobs
}

// transact runs the jobs in one transaction and tells each its result.
func (s *Store) transact(b *batch) {
	err := s.commit(b, (*job).runAlone)
	switch torn := errors.Is(err, errTorn); {
	case torn && s.db.postgres:
		err = setAlone(b.jobs)
	case torn && len(b.jobs) > 1: // one alone has its error, and nothing is left of it
		err = s.commit(b, (*job).runInSavepoint)
	}
	for _, j := range b.jobs {
		if j.tx != nil && !j.tx.sessionsStand {
			s.sessions.forget()
		}
	}
	noticed, received := false, false
	for _, j := range b.jobs {
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
func (s *Store) commit(b *batch, run func(j *job, w *watchedTx) error) error {
	// No cancellation inside: an interrupted statement would roll back the whole
	// batch. Whoever went away before it began is skipped.
	for _, j := range b.jobs {
		j.err, j.tx = nil, nil // of a try before
	}
	var ran time.Time // when all had run: what is left is the commit
	err := s.db.transaction(context.WithoutCancel(b.jobs[0].ctx), func(db *gorm.DB, w *watchedTx) error {
		err := s.runAll(db, w, b, run)
		if err == nil {
			ran = time.Now()
		}
		return err
	})
	if !s.db.postgres && err == nil {
		s.load.noteCommit(time.Since(ran))
	}
	if err != nil && ran.IsZero() && s.together(b.jobs) {
		err = errTorn
	}
	return err
}

// runAll runs the jobs of a transaction.
func (s *Store) runAll(db *gorm.DB, w *watchedTx, b *batch, run func(j *job, w *watchedTx) error) error {
	held, err := s.hold(db, b.jobs)
	if err != nil {
		return err
	}
	began := time.Now()
	for i := 0; i < len(b.jobs); i++ {
		j := b.jobs[i]
		if j.err = j.ctx.Err(); j.err != nil {
			continue
		}
		now := s.now().UTC().Truncate(time.Millisecond)
		j.tx = &Tx{DB: db, store: s, now: now, at: ToMillis(now), held: held}
		if s.db.postgres && held == nil {
			if j.err = j.run(); j.err == nil {
				j.err = j.tx.flush()
			}
			return j.err
		}
		if broken := run(j, w); broken != nil {
			return broken
		}
		if time.Since(began) < s.load.commit {
			b.jobs = s.join(b.jobs)
		}
	}
	return w.flush(db.Statement.Context)
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
	return s.submit(&job{ctx: ctx, once: s.once, fn: fn})
}

// writeMail is write for the mail worker.
func (s *Store) writeMail(ctx context.Context, fn func(tx *Tx) error) error {
	return s.submit(&job{ctx: ctx, mail: true, fn: fn})
}

func (s *Store) submit(j *job) error {
	s.gate.RLock()
	defer s.gate.RUnlock()
	if s.closed {
		return ErrClosed
	}
	if err := j.ctx.Err(); err != nil {
		return err
	}
	j.result = make(chan error, 1)
	if s.db.postgres && j.game == "" {
		return s.writePostgres(j)
	}
	s.queue <- j
	err := <-j.result
	if errors.Is(err, errAlone) {
		j.game = ""
		err = s.writePostgres(j)
	}
	return err
}

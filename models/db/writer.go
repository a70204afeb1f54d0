package db

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

// Job is what one transaction does.
type Job struct {
	Run        func(tx *Tx) error // may run more than once; nothing is left of what an earlier run has done
	Background bool               // nobody waits for it: it does not count in Contended and Quiet
	Key        string             // "": none. PostgreSQL commits jobs with keys together: see Options.Preload
}

type job struct {
	Job
	ctx    context.Context
	tx     *Tx
	err    error
	result chan error
}

// batch is jobs that are committed together.
type batch struct{ jobs []*job }

func (d *DB) runWriter() {
	defer close(d.done)
	for first := range d.queue {
		b := &batch{jobs: d.join([]*job{first})}
		d.load.note(b.jobs)
		d.transact(b)
	}
}

// join adds the jobs that wait.
func (d *DB) join(jobs []*job) []*job {
	for len(jobs) < maxBatch {
		select {
		case j, open := <-d.queue:
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
func (d *DB) transact(b *batch) {
	err := d.commit(b, (*job).runAlone)
	switch torn := errors.Is(err, errRollBack); {
	case torn && d.postgres:
		err = setAlone(b.jobs)
	case torn && len(b.jobs) > 1: // one alone has its error, and nothing is left of it
		err = d.commit(b, (*job).runInSavepoint)
	}
	for _, j := range b.jobs {
		if j.err == nil && err != nil {
			j.err = fmt.Errorf("commit: %w", err)
		}
		if j.tx != nil {
			j.tx.end(j.err)
		}
	}
	for _, j := range b.jobs {
		j.result <- j.err
	}
}

// commit runs the jobs in one transaction. An error of run is the end of it.
func (d *DB) commit(b *batch, run func(j *job, w *watchedTx) error) error {
	// No cancellation inside: an interrupted statement would roll back the whole
	// batch. Whoever went away before it began is skipped.
	for _, j := range b.jobs {
		j.err, j.tx = nil, nil // of a try before
	}
	var ran time.Time // when all had run: what is left is the commit
	err := d.transaction(context.WithoutCancel(b.jobs[0].ctx), func(db *gorm.DB, w *watchedTx) error {
		err := d.runAll(db, w, b, run)
		if err == nil {
			ran = time.Now()
		}
		return err
	})
	if !d.postgres && err == nil {
		d.load.noteCommit(time.Since(ran))
	}
	if err != nil && ran.IsZero() && d.together(b.jobs) {
		err = errRollBack
	}
	return err
}

// runAll runs the jobs of a transaction.
func (d *DB) runAll(db *gorm.DB, w *watchedTx, b *batch, run func(j *job, w *watchedTx) error) error {
	preloaded, err := d.preloadBatch(db, b.jobs)
	if err != nil {
		return err
	}
	began := time.Now()
	for i := 0; i < len(b.jobs); i++ {
		j := b.jobs[i]
		if j.err = j.ctx.Err(); j.err != nil {
			continue
		}
		j.tx = &Tx{DB: db, engine: d, preloaded: preloaded}
		if d.postgres && preloaded == nil {
			if j.err = j.run(); j.err == nil {
				j.err = j.tx.Flush()
			}
			return j.err
		}
		if broken := run(j, w); broken != nil {
			return broken
		}
		if time.Since(began) < d.load.commit {
			b.jobs = d.join(b.jobs)
		}
	}
	return w.flush(db.Statement.Context)
}

// run calls the job's function; a panic is its error, not the writer's end.
func (j *job) run() (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic in a transaction: %v\n%s", p, debug.Stack())
		}
	}()
	return j.Run(j.tx)
}

// Write runs a job in a transaction that is on disk when Write returns nil.
func (d *DB) Write(ctx context.Context, todo Job) error {
	j := &job{Job: todo, ctx: ctx, result: make(chan error, 1)}
	d.gate.RLock()
	defer d.gate.RUnlock()
	if d.closed {
		return ErrClosed
	}
	if err := j.ctx.Err(); err != nil {
		return err
	}
	if d.preload == nil {
		j.Key = ""
	}
	if d.postgres && j.Key == "" {
		return d.writePostgres(j)
	}
	d.queue <- j
	err := <-j.result
	if errors.Is(err, ErrNeedsOwnTx) {
		j.Key = ""
		err = d.writePostgres(j)
	}
	return err
}

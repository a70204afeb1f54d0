package db

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"time"
)

// job is a Job in the writer's queue.
type job struct {
	Job
	ctx    context.Context
	tx     *Tx
	err    error
	result chan error
}

// batch is a list of jobs that are committed together.
type batch struct {
	jobs  []*job
	keyed bool // all have keys; Options.Preload is called with them
}

// errRollBack means that a job failed after it had written something in the transaction of the others.
var errRollBack = errors.New("a job of the batch must be undone")

// transact runs the jobs of a batch in one transaction, each by run, whose error ends the transaction. ran reports
// whether all of them ran; an error is then that of the commit, which may have succeeded.
func (d *DB) transact(b *batch, run func(j *job, w *watchedTx) error) (ran bool, err error) {
	for _, j := range b.jobs {
		j.err, j.tx = nil, nil // of an earlier run
	}
	// An interrupted statement would roll back the whole batch, so nothing in it is cancelled.
	ctx := context.WithoutCancel(b.jobs[0].ctx)
	var commits time.Time
	err = d.transaction(ctx, func(w *watchedTx) error {
		if err := d.runAll(b, w, run); err != nil {
			return err
		}
		ran, commits = true, time.Now()
		return nil
	})
	if err == nil && !d.postgres {
		d.load.noteCommit(time.Since(commits))
	}
	return ran, err
}

// runAll runs the jobs of a batch. On a slow disk, jobs that arrive meanwhile join the batch, for as long as a commit
// takes: they would wait that long for the next one.
func (d *DB) runAll(b *batch, w *watchedTx, run func(j *job, w *watchedTx) error) error {
	preloaded, err := d.preloadKeys(b, w)
	if err != nil {
		return err
	}
	began := time.Now()
	for i := 0; i < len(b.jobs); i++ {
		j := b.jobs[i]
		if j.err = j.ctx.Err(); j.err != nil {
			continue
		}
		j.tx = &Tx{DB: w.db, engine: d, preloaded: preloaded}
		if err := run(j, w); err != nil {
			return err
		}
		if time.Since(began) < d.load.commit {
			b.jobs = d.join(b.jobs)
		}
	}
	return w.flush(w.db.Statement.Context)
}

// end gives every job its result; err is that of the transaction.
func (b *batch) end(err error) {
	for _, j := range b.jobs {
		if j.err == nil && err != nil {
			j.err = fmt.Errorf("commit: %w", err)
		}
		j.result <- j.err
	}
}

// call calls the job's function. A panic becomes the job's error and does not stop the writer.
func (j *job) call() (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic in a transaction: %v\n%s", p, debug.Stack())
		}
	}()
	return j.Run(j.tx)
}

// runUnguarded runs a job that, if it fails, usually has written nothing; if it has, the error is errRollBack. A
// failure of the database ends the batch: if the disk is full, SQLite rolls back the transaction, and later jobs would
// run outside of one and be lost.
func (j *job) runUnguarded(w *watchedTx) error {
	w.wrote = false
	j.err = j.call()
	switch {
	case j.err == nil:
		return nil
	case Unavailable(j.err):
		return j.err
	case w.wrote || w.aborted():
		return errRollBack
	}
	return nil
}

// runInSavepoint runs a job and rolls it back if it fails. GORM would never release its savepoints, each
// of which makes the next written page more expensive.
func (j *job) runInSavepoint(*watchedTx) error {
	if _, err := Exec(j.tx.DB, "SAVEPOINT job"); err != nil {
		return err
	}
	j.err = j.call()
	if Unavailable(j.err) {
		return j.err
	}
	if j.err != nil {
		if _, err := Exec(j.tx.DB, "ROLLBACK TO SAVEPOINT job"); err != nil {
			return err
		}
	}
	_, err := Exec(j.tx.DB, "RELEASE SAVEPOINT job")
	return err
}

// runAlone runs the only job of a transaction: its error is that of the transaction.
func (j *job) runAlone(w *watchedTx) error {
	if j.err = j.call(); j.err == nil {
		j.err = w.flush(w.db.Statement.Context)
	}
	return j.err
}

package db

import (
	"context"
	"errors"
)

// maxBatch limits the number of jobs in a batch, and so how long the first one waits for the others.
const maxBatch = 64

// Job is the work of one transaction.
type Job struct {
	Run        func(tx *Tx) error // may run more than once; earlier runs are undone
	Background bool               // nobody waits for it: it does not count in Contended and Quiet, and no Brake delays it
	Key        string             // "": none. PostgreSQL commits jobs with keys together: see Options.Preload
}

// Write runs a job in a transaction that is on disk when Write returns nil. If ctx ends before the job has begun,
// the job is skipped; after that it cannot be cancelled.
func (d *DB) Write(ctx context.Context, do Job) error {
	defer ForgetState(ctx)
	if !do.Background {
		if err := d.brake.wait(ctx); err != nil {
			return err
		}
	}
	d.gate.RLock()
	defer d.gate.RUnlock()
	if d.closed {
		return ErrClosed
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	j := &job{Job: do, ctx: ctx, result: make(chan error, 1)}
	err := d.run(j)
	if j.tx != nil {
		j.tx.end(err)
	}
	return err
}

func (d *DB) run(j *job) error {
	if d.postgres && (j.Key == "" || d.preload == nil) {
		return d.writeAlone(j)
	}
	d.queue <- j
	err := <-j.result
	if d.postgres && errors.Is(err, ErrNeedsOwnTx) {
		return d.writeAlone(j)
	}
	return err
}

// runWriter commits queued jobs until the queue is closed.
func (d *DB) runWriter() {
	defer close(d.done)
	for first := range d.queue {
		b := &batch{jobs: d.join([]*job{first})}
		d.load.note(b.jobs)
		if d.postgres {
			d.commitKeyed(b)
		} else {
			d.commitTogether(b)
		}
	}
}

// join appends the queued jobs.
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

// commitTogether commits a batch on SQLite. If a job fails after it has written, the batch is rolled back and
// every job runs again in a savepoint.
func (d *DB) commitTogether(b *batch) {
	_, err := d.transact(b, (*job).runUnguarded)
	if errors.Is(err, errRollBack) && len(b.jobs) > 1 { // a failed single job leaves nothing to save
		_, err = d.transact(b, (*job).runInSavepoint)
	}
	b.end(err)
}

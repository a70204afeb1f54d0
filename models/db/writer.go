package db

import (
	"context"
	"database/sql/driver"
	"errors"
	"fmt"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"time"
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

// writerLoad measures the load that players cause: how many of their recent transactions were committed together
// because they arrived during a commit. Background transactions do not count.
type writerLoad struct {
	waited  atomic.Int64  // hundredths of transactions in a batch after the first, as a running mean
	touched atomic.Int64  // time of the last transaction, in Unix milliseconds
	commit  time.Duration // duration of a commit on SQLite, as a running mean; used only by the writer
}

// loadSpan is the time without a transaction after which the writer is idle.
const loadSpan = 100 * time.Millisecond

// note records a batch. Only the writer calls it.
func (l *writerLoad) note(batch []*job) {
	players := 0
	for _, j := range batch {
		if !j.Background {
			players++
		}
	}
	if players == 0 {
		return
	}
	l.waited.Store((7*l.waited.Load() + 100*int64(players-1)) / 8)
	l.touched.Store(time.Now().UnixMilli())
}

// noteCommit records the duration of a commit. Only the writer of SQLite calls it.
func (l *writerLoad) noteCommit(took time.Duration) { l.commit = (7*l.commit + took) / 8 }

// Contended reports whether transactions are waiting for each other, so that deferrable work should wait.
func (d *DB) Contended() bool {
	return d.load.waited.Load() >= 25 && !d.Quiet()
}

// Quiet reports whether only background jobs have written recently.
func (d *DB) Quiet() bool {
	return time.Since(time.UnixMilli(d.load.touched.Load())) >= loadSpan
}

// brake delays the transactions of players.
type brake struct {
	pause atomic.Int64 // between two of them, in nanoseconds
	until atomic.Int64 // when it is released, in Unix milliseconds
	place chan struct{}
}

// brakeSpan is the time after which a brake is released unless it is set again.
const brakeSpan = time.Second

// Brake makes the transactions of players begin one after another, with a pause before each, for about a second. No
// transaction of the background waits. A pause of 0 releases the brake.
func (d *DB) Brake(pause time.Duration) {
	d.brake.until.Store(time.Now().Add(brakeSpan).UnixMilli())
	d.brake.pause.Store(int64(pause))
}

// wait waits until a transaction may begin. It returns the error of ctx if that ends before.
func (b *brake) wait(ctx context.Context) error {
	if b.pause.Load() == 0 {
		return nil
	}
	select {
	case b.place <- struct{}{}:
	case <-ctx.Done():
		return ctx.Err()
	}
	defer func() { <-b.place }()
	pause := time.Duration(b.pause.Load())
	if time.Now().UnixMilli() >= b.until.Load() {
		return nil
	}
	timer := time.NewTimer(pause)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// commitWatch is a connection on which SQLite reports cheaply whether any other connection, of any process, has
// committed since the last call. It never writes and runs no other queries. It is opened by the first call: a program
// that does not ask saves 0.8 ms, as each connection parses the whole schema. It is nil for PostgreSQL, which has no
// equivalent.
//
// Every request asks, so the driver is called directly: a look takes 2.6 µs and one allocation, against 5.3 µs and 13
// through database/sql.
type commitWatch struct {
	source string

	mu     sync.Mutex
	conn   driver.Conn
	look   driver.StmtQueryContext
	closed bool
}

// state returns a number that differs after each commit, or 0 if it cannot be read: the next query will return the
// error.
func (c *commitWatch) state() int64 {
	if c == nil {
		return 0
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.closed || c.look == nil && c.open() != nil {
		return 0
	}
	rows, err := c.look.QueryContext(context.Background(), nil) // it reads a page at most
	if err != nil {
		return 0
	}
	defer func() { _ = rows.Close() }()
	var row [1]driver.Value
	if rows.Next(row[:]) != nil {
		return 0
	}
	state, _ := row[0].(int64)
	return state
}

func (c *commitWatch) open() error {
	conn, err := connectSQLite(c.source)
	if err != nil {
		return err
	}
	look, err := conn.Prepare("PRAGMA data_version")
	if err != nil {
		return errors.Join(err, conn.Close())
	}
	c.conn, c.look = conn, look.(driver.StmtQueryContext)
	return nil
}

// oneStateKey is the context key of the state that a request has seen, an *atomic.Int64; 0 is unknown.
type oneStateKey struct{}

// AtOneState returns a context in which DB.State looks at the database once, until something is written with the
// context: a request then reads what was there when it began, or something newer.
func AtOneState(ctx context.Context) context.Context {
	return context.WithValue(ctx, oneStateKey{}, new(atomic.Int64))
}

// IsAtOneState reports whether a context is one of AtOneState.
func IsAtOneState(ctx context.Context) bool {
	_, is := ctx.Value(oneStateKey{}).(*atomic.Int64)
	return is
}

// stateAt returns the state that has been seen with a context, or looks at the database.
func (c *commitWatch) stateAt(ctx context.Context) int64 {
	seen, shared := ctx.Value(oneStateKey{}).(*atomic.Int64)
	if !shared {
		return c.state()
	}
	state := seen.Load()
	if state == 0 {
		state = c.state()
		seen.Store(state)
	}
	return state
}

// ForgetState makes DB.State look again with a context of AtOneState, after a wait.
func ForgetState(ctx context.Context) {
	if seen, shared := ctx.Value(oneStateKey{}).(*atomic.Int64); shared {
		seen.Store(0)
	}
}

func (c *commitWatch) close() error {
	if c == nil {
		return nil
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.closed = true
	if c.conn == nil {
		return nil
	}
	return errors.Join(c.look.(driver.Stmt).Close(), c.conn.Close())
}

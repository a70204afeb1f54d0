package db

import (
	"errors"

	"github.com/jackc/pgx/v5/pgconn"
	"gorm.io/gorm"
)

// ErrNeedsOwnTx is the error of a job that cannot be committed with others; Write runs it again alone.
var ErrNeedsOwnTx = errors.New("needs a transaction of its own")

// commitKeyed commits a batch of jobs with keys on PostgreSQL. Unless all of them ran, each needs its own transaction.
func (d *DB) commitKeyed(b *batch) {
	b.keyed = true
	ran, err := d.transact(b, (*job).runUnguarded)
	if err != nil && !ran {
		for _, j := range b.jobs {
			j.err = ErrNeedsOwnTx
		}
	}
	b.end(err)
}

// preloadKeys calls Options.Preload for a batch of jobs with keys.
func (d *DB) preloadKeys(b *batch, w *watchedTx) (any, error) {
	if !b.keyed {
		return nil, nil
	}
	keys := make([]string, len(b.jobs))
	for i, j := range b.jobs {
		keys[i] = j.Key
	}
	return d.preload(&Tx{DB: w.db, engine: d}, keys)
}

// maxTries is how often PostgreSQL runs a transaction that conflicts with another one.
const maxTries = 4

// writeAlone runs a job in its own transaction, and again after a conflict with another one: a
// deadlock, a serialization failure, a row that both tried to insert first.
func (d *DB) writeAlone(j *job) (err error) {
	b := &batch{jobs: []*job{j}}
	for try := 1; ; try++ {
		_, failed := d.transact(b, (*job).runAlone)
		b.end(failed)
		err = <-j.result
		code := ""
		if failure, ok := errors.AsType[*pgconn.PgError](err); ok {
			code = failure.Code
		}
		again := code == "40P01" || code == "40001" || errors.Is(err, gorm.ErrDuplicatedKey)
		if !again || try == maxTries || j.ctx.Err() != nil {
			return err
		}
	}
}

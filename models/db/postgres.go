package db

import (
	"errors"

	"github.com/jackc/pgx/v5/pgconn"
	"gorm.io/gorm"
)

// PostgreSQL has many writers, and every transaction is one of its own, but turns: those that come while others
// are committed are committed together, as SQLite does it with everything. So they ask PostgreSQL once where each
// would ask it ten times. Such a batch never waits for anybody: of the games it takes those that nobody else has
// locked just now, and a turn locks nothing that others hold without its game. What cannot be done so, or fails
// for any reason but the rules, is nobody's result yet: it is done again in a transaction of its own.

// ErrNeedsOwnTx is the error of a job that cannot be committed with others and is to be run again alone.
var ErrNeedsOwnTx = errors.New("needs a transaction of its own")

// together reports whether jobs are a batch on PostgreSQL.
func (d *DB) together(batch []*job) bool { return d.postgres && batch[0].Key != "" }

// setAlone gives each job of a batch that failed a transaction of its own.
func setAlone(batch []*job) error {
	for _, j := range batch {
		j.err = ErrNeedsOwnTx
	}
	return ErrNeedsOwnTx
}

// preloadBatch asks Options.Preload for a batch of jobs with keys; nil where it is no such batch.
func (d *DB) preloadBatch(db *gorm.DB, batch []*job) (any, error) {
	if !d.together(batch) {
		return nil, nil
	}
	keys := make([]string, len(batch))
	for i, j := range batch {
		keys[i] = j.Key
	}
	return d.preload(&Tx{DB: db, engine: d}, keys)
}

// postgresTries is how often a transaction is tried that another one got in the way of.
const postgresTries = 4

// writePostgres runs one transaction, again where another one got in its way: a
// deadlock, a lost serialisation, a row that both wanted to be the first to insert.
func (d *DB) writePostgres(j *job) (err error) {
	for try := 1; ; try++ {
		d.transact(&batch{jobs: []*job{j}})
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

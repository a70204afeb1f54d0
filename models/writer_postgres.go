package models

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5/pgconn"
	"gorm.io/gorm"
)

// PostgreSQL has many writers, and every transaction is one of its own, but turns: those that come while others
// are committed are committed together, as SQLite does it with everything. So they ask PostgreSQL once where each
// would ask it ten times. Such a batch never waits for anybody: of the games it takes those that nobody else has
// locked just now, and a turn locks nothing that others hold without its game. What cannot be done so, or fails
// for any reason but the rules, is nobody's result yet: it is done again in a transaction of its own.

// errAlone says that a job is to have a transaction of its own.
var errAlone = errors.New("not with others")

// together tells whether jobs are a batch of turns on PostgreSQL.
func (s *Store) together(batch []*job) bool { return s.db.postgres && batch[0].game != "" }

// setAlone gives each job of a batch that failed a transaction of its own.
func setAlone(batch []*job) error {
	for _, j := range batch {
		j.err = errAlone
	}
	return errAlone
}

// writeTurn is write for a turn.
func (s *Store) writeTurn(ctx context.Context, in TurnInput, fn func(tx *Tx) error) error {
	j := &job{ctx: ctx, once: s.once, fn: fn}
	if s.once == nil && in.Message == "" { // what is said is counted, in rows that others hold without the game
		j.game = in.Game
	}
	return s.submit(j)
}

// hold locks and loads the games of a batch of turns; nil where it is no such batch.
func (s *Store) hold(db *gorm.DB, batch []*job) (map[string]*gameRow, error) {
	if !s.together(batch) {
		return nil, nil
	}
	ids := make([]string, len(batch))
	for i, j := range batch {
		ids[i] = j.game
	}
	rows, err := (&Tx{DB: db, store: s}).loadGamesToPlay(ids, " SKIP LOCKED")
	held := make(map[string]*gameRow, len(rows))
	for _, row := range rows {
		held[row.ID] = row
	}
	return held, err
}

// postgresTries is how often a transaction is tried that another one got in the way of.
const postgresTries = 4

// writePostgres runs one transaction, again where another one got in its way: a
// deadlock, a lost serialisation, a row that both wanted to be the first to insert.
func (s *Store) writePostgres(j *job) (err error) {
	for try := 1; ; try++ {
		s.transact(&batch{jobs: []*job{j}})
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

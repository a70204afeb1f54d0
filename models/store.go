package models

import (
	"context"
	"errors"
	"log/slog"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	"gorm.io/gorm"

	"turnpost/rules"
	"turnpost/rules/catalog"
)

// Store is the one door to what is stored. It is safe for concurrent use.
type Store struct {
	db    *database
	now   func() time.Time
	log   *slog.Logger
	games map[string]rules.Ruleset
	queue chan *job
	done  chan struct{}
	nudge chan struct{}
	key   []byte       // signs unsubscribe links
	beat  atomic.Int64 // Millis of this process's last beat; 0: it has not begun to

	applied []string // migrations
}

// Options open a Store.
type Options struct {
	Database string           // path of an SQLite file, or postgres://…
	Existing bool             // an SQLite file that is not there is an error
	Now      func() time.Time // the clock; time.Now when nil
	Log      *slog.Logger     // slog.Default when nil
}

// Open opens the database, brings its schema up to date and starts the writer.
// Close it.
func Open(ctx context.Context, o Options) (*Store, error) {
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Log == nil {
		o.Log = slog.Default()
	}
	if o.Existing {
		if err := mustExist(o.Database); err != nil {
			return nil, err
		}
	}
	db, err := openDatabase(o.Database, o.Log)
	if err != nil {
		return nil, err
	}
	s := &Store{
		db: db, now: o.Now, log: o.Log, games: map[string]rules.Ruleset{},
		queue: make(chan *job), done: make(chan struct{}), nudge: make(chan struct{}, 1),
	}
	for _, r := range catalog.All() {
		s.games[r.Info().ID] = r
	}
	go s.runWriter()
	if s.applied, err = s.migrate(ctx); err != nil {
		return nil, errors.Join(err, s.Close())
	}
	if s.key, err = s.secret(ctx, "unsubscribe"); err != nil {
		return nil, errors.Join(err, s.Close())
	}
	return s, nil
}

// Close ends the writer after the transactions that wait for it, then closes
// the database. No other method may be called after it.
func (s *Store) Close() error {
	close(s.queue)
	<-s.done
	return s.db.close()
}

// Ping answers whether the database can be read.
func (s *Store) Ping(ctx context.Context) error {
	return s.read(ctx).Exec("SELECT 1").Error
}

// Nudged receives when a notice may have become due, so that a worker need not
// wait for its next look.
func (s *Store) Nudged() <-chan struct{} { return s.nudge }

func (s *Store) read(ctx context.Context) *gorm.DB { return s.db.reader.WithContext(ctx) }

// Tx is one transaction at one instant.
type Tx struct {
	*gorm.DB
	store    *Store
	now      time.Time
	at       Millis // now, as it is stored
	noticed  bool   // a notice was queued
	beaten   bool   // the heart was beaten
	answered any    // what a repeated request is answered with
}

// write runs fn in a transaction that is on disk when write returns nil. With a
// Once in ctx, a repeated request does not run fn again: the error is a *Replayed.
func (s *Store) write(ctx context.Context, fn func(tx *Tx) error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	j := &job{ctx: ctx, fn: fn, result: make(chan error, 1)}
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

// answer sets what a repeated request is answered with.
func (tx *Tx) answer(v any) { tx.answered = v }

// forUpdate ends a SELECT that locks the rows of a table where the database can.
func (tx *Tx) forUpdate(table string) string {
	if tx.store.db.postgres {
		return " FOR UPDATE OF " + table
	}
	return ""
}

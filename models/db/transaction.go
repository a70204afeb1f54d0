package db

import (
	"context"
	"database/sql"
	"errors"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/stdlib"
	"gorm.io/gorm"
)

// Tx is one transaction.
type Tx struct {
	*gorm.DB
	engine    *DB
	preloaded any
	onEnd     []func(err error)
}

// OnEnd registers fn to be called after the transaction has ended, before Write returns, with the same error: nil if
// the writes are on disk. If the job ran more than once, only the functions of its last run are called.
func (tx *Tx) OnEnd(fn func(err error)) { tx.onEnd = append(tx.onEnd, fn) }

func (tx *Tx) end(err error) {
	for _, fn := range tx.onEnd {
		fn(err)
	}
}

// Preloaded returns the result of Options.Preload for a batch of jobs with keys; nil in a transaction of one job.
func (tx *Tx) Preloaded() any { return tx.preloaded }

// IsPostgres reports whether the database is PostgreSQL and not SQLite.
func (tx *Tx) IsPostgres() bool { return tx.engine.postgres }

// ForUpdate returns the clause of a SELECT that locks the rows of a table, if the database can. It does not lock keys,
// so that other transactions may insert rows that refer to them: otherwise two players who each lock
// themselves and refer to the other would deadlock.
func (tx *Tx) ForUpdate(table string) string {
	if tx.engine.postgres {
		return " FOR NO KEY UPDATE OF " + table
	}
	return ""
}

// By names the index that a query must use, if the database supports it. SQLite does not know the distribution of rows
// and would use the primary key, whose cost grows with the length of a game.
func (tx *Tx) By(index string) string {
	if tx.engine.postgres {
		return ""
	}
	return " INDEXED BY " + index
}

// SkipLocked returns the clause of a SELECT that locks rows of a table and skips those that others have locked.
func (tx *Tx) SkipLocked(table string) string {
	if tx.engine.postgres {
		return " FOR UPDATE OF " + table + " SKIP LOCKED"
	}
	return ""
}

// ForShare returns the clause of a SELECT whose rows of a table must not change before the transaction ends.
func (tx *Tx) ForShare(table string) string {
	if tx.engine.postgres {
		return " FOR SHARE OF " + table
	}
	return ""
}

// transaction runs fn in a transaction.
func (d *connections) transaction(ctx context.Context, fn func(w *watchedTx) error) error {
	return d.writer.WithContext(ctx).Connection(func(writer *gorm.DB) error {
		conn, _ := writer.Statement.ConnPool.(*sql.Conn) // set by Connection
		if !d.postgres {
			db := writer.Session(&gorm.Session{NewDB: true})
			err := transactOn(ctx, conn, func() error { return fn(watch(db, nil)) })
			if err == nil {
				d.faults.committed()
			}
			d.faults.note(err)
			return err
		}
		return d.transactOnPostgres(ctx, writer, conn, fn)
	})
}

// transactOnPostgres runs fn in a transaction of PostgreSQL. Its error is *Unconfirmed if the commit was not answered.
func (d *connections) transactOnPostgres(
	ctx context.Context, writer *gorm.DB, conn *sql.Conn, fn func(w *watchedTx) error,
) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	var commits *time.Timer
	err := writer.WithContext(ctx).Transaction(func(db *gorm.DB) error {
		db = db.Session(&gorm.Session{NewDB: true, Context: ctx}) // GORM commits through its own, unwatched
		if err := fn(watch(db, conn)); err != nil {
			return err
		}
		commits = time.AfterFunc(d.commitTime, cancel)
		return nil
	}, &sql.TxOptions{Isolation: sql.LevelReadCommitted})
	if commits == nil {
		return err
	}
	commits.Stop()
	if _, answered := errors.AsType[*pgconn.PgError](err); err != nil && !answered {
		err = &Unconfirmed{err}
	}
	d.pulse.committed(err)
	return err
}

// transactOn runs fn in a transaction of SQLite. A transaction of database/sql would use another goroutine, which waits
// for the context to end and is woken at the end of every transaction, at the expense of each turn.
func transactOn(ctx context.Context, conn *sql.Conn, fn func() error) (err error) {
	if _, err := conn.ExecContext(ctx, "BEGIN IMMEDIATE"); err != nil {
		return err
	}
	done := false
	defer func() {
		if !done { // an error or a panic; if SQLite has already rolled back, there is nothing to undo
			_, _ = conn.ExecContext(ctx, "ROLLBACK")
		}
	}()
	if err := fn(); err != nil {
		return err
	}
	_, err = conn.ExecContext(ctx, "COMMIT")
	done = err == nil
	return err
}

// watchedTx is a transaction that records whether anything was written.
type watchedTx struct {
	gorm.ConnPool
	wrote   bool
	db      *gorm.DB
	conn    *sql.Conn  // of PostgreSQL, else nil
	waiting []Deferred // deferred statements on conn
	failed  error      // error of the deferred statements
}

// watch inserts itself between GORM and its transaction.
func watch(db *gorm.DB, conn *sql.Conn) *watchedTx {
	w := &watchedTx{ConnPool: db.Statement.ConnPool, db: db, conn: conn}
	db.Statement.ConnPool = w
	return w
}

// ExecContext runs a statement.
func (w *watchedTx) ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error) {
	w.wrote = true
	if err := w.flush(ctx); err != nil {
		return nil, err
	}
	return w.ConnPool.ExecContext(ctx, query, args...)
}

// QueryContext runs a query, which may return rows that it writes.
func (w *watchedTx) QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error) {
	w.note(query)
	if err := w.flush(ctx); err != nil {
		return nil, err
	}
	return w.ConnPool.QueryContext(ctx, query, args...)
}

// QueryRowContext runs a query for one row. An earlier failure is reported at the end.
func (w *watchedTx) QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row {
	w.note(query)
	_ = w.flush(ctx)
	return w.ConnPool.QueryRowContext(ctx, query, args...)
}

// PrepareContext prepares a statement, which may write.
func (w *watchedTx) PrepareContext(ctx context.Context, query string) (*sql.Stmt, error) {
	w.wrote = true
	if err := w.flush(ctx); err != nil {
		return nil, err
	}
	return w.ConnPool.PrepareContext(ctx, query)
}

func (w *watchedTx) note(query string) {
	if !strings.HasPrefix(strings.TrimLeft(query, " \t\n"), "SELECT") {
		w.wrote = true
	}
}

// aborted reports whether PostgreSQL refuses further statements in the transaction, as it does after an error.
func (w *watchedTx) aborted() bool {
	if w.conn == nil {
		return false
	}
	going := false
	err := w.conn.Raw(func(driver any) error {
		conn, ok := driver.(*stdlib.Conn)
		going = ok && conn.Conn().PgConn().TxStatus() == 'T'
		return nil
	})
	return err != nil || !going
}

package db

import (
	"context"
	"database/sql"
	"errors"
	"strings"

	"github.com/jackc/pgx/v5/stdlib"
	"gorm.io/gorm"
)

// errRollBack says that a job of a batch failed after it had written something.
var errRollBack = errors.New("a part of the batch is to be undone")

// watchedTx is a transaction that knows whether anything was written.
type watchedTx struct {
	gorm.ConnPool
	wrote   bool
	db      *gorm.DB
	conn    *sql.Conn  // of PostgreSQL, else nil
	waiting []Deferred // on it
	failed  error      // of what waited
}

// watch puts itself between GORM and its transaction.
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

// QueryRowContext runs a query for one row. What failed before it is said at the end.
func (w *watchedTx) QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row {
	w.note(query)
	_ = w.flush(ctx)
	return w.ConnPool.QueryRowContext(ctx, query, args...)
}

// PrepareContext prepares a statement, whatever it will do.
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

// aborted reports whether PostgreSQL refuses whatever follows in the transaction, as it does after an error of its own.
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

// runAlone runs a job that leaves nothing to undo where it fails; else the error is errRollBack. An error of
// the database's own is the end of the batch: where the disk is full it rolls all of it back by itself,
// and what followed would be in no transaction, answered and not stored.
func (j *job) runAlone(w *watchedTx) error {
	w.wrote = false
	j.err = j.run()
	switch {
	case errors.Is(j.err, ErrNeedsOwnTx):
		return nil
	case Unavailable(j.err):
		return j.err
	case j.err != nil && (w.wrote || w.aborted()):
		return errRollBack
	}
	return nil
}

// runInSavepoint undoes what a job has done where it fails, and nothing of the others. GORM would open
// savepoints and never release them, each of which makes the next page that is written dearer.
func (j *job) runInSavepoint(*watchedTx) error {
	if _, err := Exec(j.tx.DB, "SAVEPOINT job"); err != nil {
		return err
	}
	j.err = j.run()
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

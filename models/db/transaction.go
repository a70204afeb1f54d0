package db

import (
	"context"
	"database/sql"
	"strings"

	"github.com/jackc/pgx/v5/stdlib"
	"gorm.io/gorm"
)

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
		return writer.Transaction(func(db *gorm.DB) error {
			db = db.Session(&gorm.Session{NewDB: true, Context: ctx}) // GORM commits through its own, unwatched
			return fn(watch(db, conn))
		})
	})
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

package db

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/stdlib"
)

// A round trip to PostgreSQL takes longer than most statements take it. A statement whose result is not needed
// immediately is therefore deferred: it is sent together with those before and after it, in order, when a result is
// needed, or at the end. On SQLite statements run at once.

// Deferred is a statement whose result can wait.
type Deferred struct {
	Query string
	Args  []any
	Take  func(c *Columns) error // called with the columns of each row of a query; nil for a statement that changes rows
	Done  func(n int64) error    // called with the number of rows read or changed; nil if any number is valid
}

// Defer runs a statement now or later. Its errors are those of the transaction.
func (tx *Tx) Defer(s Deferred) error {
	if w, ok := tx.Statement.ConnPool.(*watchedTx); ok && w.conn != nil {
		w.wrote = w.wrote || s.Take == nil
		w.waiting = append(w.waiting, s)
		return nil
	}
	var n int64
	var err error
	if s.Take == nil {
		n, err = Exec(tx.DB, s.Query, s.Args...)
	} else {
		n, err = queryLogged(tx.DB, s.Take, s.Query, s.Args)
	}
	if err != nil || s.Done == nil {
		return err
	}
	return s.Done(n)
}

// DeferExec defers a statement that may change any number of rows.
func (tx *Tx) DeferExec(query string, args ...any) error {
	return tx.Defer(Deferred{Query: query, Args: args})
}

// Flush runs the deferred statements.
func (tx *Tx) Flush() error {
	if w, ok := tx.Statement.ConnPool.(*watchedTx); ok {
		return w.flush(tx.Statement.Context)
	}
	return nil
}

// flush runs the deferred statements. After an error, all later calls return it.
func (w *watchedTx) flush(ctx context.Context) error {
	if w.failed != nil || len(w.waiting) == 0 {
		return w.failed
	}
	began := time.Now()
	var batch pgx.Batch
	sent := w.waiting
	w.waiting = nil
	var refused error
	for _, s := range sent {
		w.queue(&batch, s, &refused)
	}
	err := w.conn.Raw(func(driver any) error {
		conn, ok := driver.(*stdlib.Conn)
		if !ok {
			return fmt.Errorf("a connection is a %T", driver)
		}
		return sendBatch(ctx, conn.Conn(), &batch)
	})
	if w.failed = refused; refused == nil {
		w.failed = loggedAs(w.db, began, func() (string, int64) {
			var texts []string
			for _, s := range sent {
				texts = append(texts, s.Query)
			}
			return strings.Join(texts, ";\n"), 0
		}, err)
	}
	return w.failed
}

// sendBatch runs a batch. A panic of a function that takes its results is an error, and closes the connection: it must
// not pass through sql.Conn.Raw, which would wait for itself and so stop the writer.
func sendBatch(ctx context.Context, conn *pgx.Conn, batch *pgx.Batch) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = errors.Join(fmt.Errorf("panic in a transaction: %v\n%s", p, debug.Stack()), conn.Close(ctx))
		}
	}()
	return conn.SendBatch(ctx, batch).Close()
}

// queue adds a statement to a batch. An error of Done is stored in refused.
func (w *watchedTx) queue(batch *pgx.Batch, s Deferred, refused *error) {
	done := func(n int64) error {
		if s.Done != nil {
			*refused = s.Done(n)
		}
		return *refused
	}
	asked := batch.Queue(placeholders(w.db, s.Query), s.Args...)
	if s.Take == nil {
		asked.Exec(func(changed pgconn.CommandTag) error { return done(changed.RowsAffected()) })
		return
	}
	asked.Query(func(rows pgx.Rows) error {
		if err := rows.Err(); err != nil { // there are no rows: the connection was lost
			return err
		}
		n := int64(0)
		c := newColumns(len(rows.FieldDescriptions()))
		defer c.release()
		c.fields = rows.FieldDescriptions()
		for ; rows.Next(); n++ {
			if err := c.read(rows, s.Take); err != nil {
				return err
			}
		}
		if err := rows.Err(); err != nil {
			return err
		}
		return done(n)
	})
}

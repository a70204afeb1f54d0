package db

import (
	"context"
	"database/sql/driver"
	"errors"
	"sync"
	"sync/atomic"
)

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

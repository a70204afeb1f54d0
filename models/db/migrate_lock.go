package db

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
)

// migrateLockID is the key of the advisory lock that migrations hold: the one that goose uses by default.
const migrateLockID = 4097083626

// migrateLock lets one process at a time migrate a PostgreSQL database. It implements goose's lock.SessionLocker by a
// transaction, which keeps its connection through PgBouncer too. A session's lock would be released on another one.
type migrateLock struct {
	pool *sql.DB
	held *sql.Tx
}

// SessionLock waits until no other process migrates.
func (l *migrateLock) SessionLock(ctx context.Context, _ *sql.Conn) error {
	tx, err := l.pool.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, "SELECT pg_advisory_xact_lock($1)", int64(migrateLockID)); err != nil {
		return errors.Join(fmt.Errorf("waiting for another process that migrates: %w", err), tx.Rollback())
	}
	l.held = tx
	return nil
}

// SessionUnlock lets the next process in.
func (l *migrateLock) SessionUnlock(context.Context, *sql.Conn) error { return l.held.Rollback() }

package db

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"syscall"
	"time"
)

// migrateLockID is the key of the advisory lock that migrations hold: the default of goose.
const migrateLockID = 4097083626

// migrateLock lets one process at a time migrate a PostgreSQL database. It implements goose's lock.SessionLocker with a
// transaction, which keeps its connection even through PgBouncer. A session's lock would be released on another one.
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

// SessionUnlock releases the lock.
func (l *migrateLock) SessionUnlock(context.Context, *sql.Conn) error { return l.held.Rollback() }

// lockFolder keeps other processes from migrating SQLite files in the folder of a file until unlock is called or the
// process ends. It locks the folder itself, so that no file is left behind. If the file system does not support this,
// SQLite's locks still make each migration atomic.
func lockFolder(ctx context.Context, file string, log *slog.Logger) (unlock func(), err error) {
	folder, err := os.Open(filepath.Dir(file))
	if err != nil {
		return nil, err
	}
	again := time.NewTicker(100 * time.Millisecond)
	defer again.Stop()
	for waited := false; ; waited = true {
		err := syscall.Flock(int(folder.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
		if !errors.Is(err, syscall.EWOULDBLOCK) {
			return func() { _ = folder.Close() }, nil // closing releases the lock
		}
		if !waited {
			log.InfoContext(ctx, "another process changes the schema of a database in this folder", "folder", folder.Name())
		}
		select {
		case <-ctx.Done():
			return nil, errors.Join(ctx.Err(), folder.Close())
		case <-again.C:
		}
	}
}

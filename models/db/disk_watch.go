package db

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"time"
)

// Parameters of a Watch.
const (
	resultLife   = time.Second // how long a result is cached
	minFreeBytes = 64 << 20    // minimum on the disk of an SQLite file; below it, writes are refused
)

// Watch monitors whether a database can be written to, so that requests are refused before they fail half
// way. It is safe for concurrent use.
type Watch struct {
	db      *DB
	minFree uint64 // bytes

	file string        // of SQLite; "" for PostgreSQL
	open []watchedFile // the file and its log

	mu   sync.Mutex
	at   time.Time
	last error
}

// watchedFile is a file that must stay the one that is open. SQLite writes to it also after others can no longer find
// it, and nobody finds what was written then.
type watchedFile struct {
	path          string
	first         os.FileInfo // the file that was opened
	gone, another string      // what it means that it was removed or replaced, and what to do
}

// NewWatch starts monitoring a database. Its files, if it has any, must stay those that are open.
func NewWatch(ctx context.Context, d *DB) (*Watch, error) {
	w := &Watch{db: d, minFree: minFreeBytes}
	if d.postgres {
		return w, nil
	}
	var files []struct{ Name, File string }
	if err := d.Read(ctx).Raw("PRAGMA database_list").Scan(&files).Error; err != nil {
		return nil, err
	}
	for _, f := range files {
		if f.Name == "main" {
			w.file = f.File
		}
	}
	w.open = []watchedFile{{
		path: w.file, gone: "put a back-up in its place and start again", another: "start again to use the new one",
	}}
	const keep = "stop the server by SIGTERM, which stores what was in it, and start again"
	for _, log := range logFiles(w.file) {
		w.open = append(w.open, watchedFile{path: log, gone: keep, another: keep})
	}
	for i, f := range w.open {
		var err error
		if w.open[i].first, err = os.Stat(f.path); err != nil {
			return nil, fmt.Errorf("the database file: %w", err)
		}
	}
	return w, nil
}

// Writable returns nil if a write should succeed; otherwise an error for the operator. It checks at most once a second
// and does not use the database.
func (w *Watch) Writable() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if time.Since(w.at) > resultLife {
		w.last, w.at = w.diagnose(), time.Now()
	}
	return w.last
}

// checkTime is less than a probe of /readyz waits.
const checkTime = 1500 * time.Millisecond

// Check does the same as Writable and also checks that the database responds, within checkTime. PostgreSQL must confirm
// a commit. If the disk failed the last write, it tries one that changes nothing.
func (w *Watch) Check(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, checkTime)
	defer cancel()
	if w.db.postgres {
		if err := w.db.pulse.prove(ctx); err != nil {
			if known := w.db.pulse.err(); known != nil {
				return known
			}
			return watchErrorf(NoAnswer, "the database does not confirm a commit: %w", err)
		}
		return w.db.faults.err()
	}
	if err := w.db.Ping(ctx); err != nil {
		return watchErrorf(NoAnswer, "the database does not answer: %w", err)
	}
	if w.db.faults.disk.Load() != nil && w.db.tryWrite(ctx) == nil {
		w.mu.Lock()
		w.at = time.Time{}
		w.mu.Unlock()
	}
	return w.Writable()
}

// tryWrite rewrites a page of an SQLite file unchanged.
func (d *DB) tryWrite(ctx context.Context) error {
	return d.Write(ctx, Job{Background: true, Run: func(tx *Tx) error {
		var version int
		if err := tx.Raw("PRAGMA user_version").Scan(&version).Error; err != nil {
			return err
		}
		return tx.Exec(fmt.Sprintf("PRAGMA user_version = %d", version)).Error
	}})
}

func (w *Watch) diagnose() error {
	if err := w.db.faults.err(); err != nil {
		return err
	}
	if w.db.postgres {
		return w.db.pulse.err()
	}
	for _, f := range w.open {
		now, err := os.Stat(f.path)
		switch {
		case errors.Is(err, os.ErrNotExist):
			return watchErrorf(FileGone, "the database file %s was removed while it is in use; %s", f.path, f.gone)
		case err != nil:
			return fmt.Errorf("the database file: %w", err)
		case !os.SameFile(now, f.first):
			return watchErrorf(FileGone, "the database file %s was replaced while it is in use; %s", f.path, f.another)
		}
	}
	free, err := freeBytes(filepath.Dir(w.file))
	if err != nil {
		return err
	}
	if free < w.minFree {
		return watchErrorf(DiskFull, "the disk of the database is nearly full: %d MiB are free, %d are needed",
			free>>20, w.minFree>>20)
	}
	return nil
}

// Reasons of a WatchError, for words that strangers may read.
const (
	Damaged   = "damaged"   // the database was found corrupt
	DiskFails = "disk"      // the disk failed the last write
	DiskFull  = "full"      // the disk has almost no free space
	FileGone  = "gone"      // the file was removed or replaced
	NoAnswer  = "no_answer" // the database cannot be read
	NoCommit  = "no_commit" // the database confirms no commits
)

func watchErrorf(reason, format string, args ...any) error {
	return &WatchError{reason, fmt.Errorf(format, args...)}
}

// Unwrap returns the cause.
func (c *WatchError) Unwrap() error { return c.Err }

func (c *WatchError) Error() string { return c.Err.Error() }

// WatchError is the error of a Watch. Its text is for the operator.
type WatchError struct {
	Reason string
	Err    error
}

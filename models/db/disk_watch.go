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

// How a database is watched.
const (
	conditionLife = time.Second // for how long what was found is believed
	minFreeBytes  = 64 << 20    // on the disk of an SQLite file: below it, writes are refused
)

// Watch knows whether a database can be written to, so that requests are refused before they fail half
// way. It is safe for concurrent use.
type Watch struct {
	db      *DB
	minFree uint64 // bytes

	mu    sync.Mutex
	file  string      // of SQLite; "" for PostgreSQL
	first os.FileInfo // the file that was opened
	at    time.Time
	last  error
}

// NewWatch begins to watch a database: its file, where it has one, must be the one that it has open.
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
	var err error
	w.first, err = os.Stat(w.file)
	return w, err
}

// Writable is nil where a write should succeed; else its error says what is wrong, for the operator. It
// looks at most once a second and asks no database.
func (w *Watch) Writable() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if time.Since(w.at) > conditionLife {
		w.last, w.at = w.condition(), time.Now()
	}
	return w.last
}

// Check is Writable, and that the database answers.
func (w *Watch) Check(ctx context.Context) error {
	if err := w.db.Ping(ctx); err != nil {
		return fmt.Errorf("the database does not answer: %w", err)
	}
	return w.Writable()
}

func (w *Watch) condition() error {
	if w.file == "" {
		return nil
	}
	now, err := os.Stat(w.file)
	if errors.Is(err, os.ErrNotExist) {
		return fmt.Errorf("the database file %s was removed while it is in use; "+
			"put a back-up in its place and start again", w.file)
	}
	if err != nil {
		return fmt.Errorf("the database file: %w", err)
	}
	if !os.SameFile(now, w.first) {
		return fmt.Errorf("the database file %s was replaced while it is in use; start again to use the new one", w.file)
	}
	free, err := freeBytes(filepath.Dir(w.file))
	if err != nil {
		return err
	}
	if free < w.minFree {
		return fmt.Errorf("the disk of the database is nearly full: %d MiB are free, %d are needed", free>>20, w.minFree>>20)
	}
	return nil
}

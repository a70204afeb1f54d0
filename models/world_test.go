package models

import (
	"crypto/rand"
	"database/sql"
	"log/slog"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

// world is a store on a real database with a clock that the test moves.
type world struct {
	*Store
	t     *testing.T
	mu    sync.Mutex
	clock time.Time
	path  string

	flooded int // mails that a flood brought
}

func newWorld(t *testing.T) *world {
	t.Helper()
	w := &world{t: t, clock: time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC), path: testDatabase(t)}
	w.open()
	t.Cleanup(func() {
		if err := w.Close(); err != nil {
			t.Error(err)
		}
	})
	return w
}

// testDatabase is a fresh database: an SQLite file, or one on the PostgreSQL
// server that TURNPOST_TEST_POSTGRES names, so that the same tests run on both.
func testDatabase(t testing.TB) string {
	t.Helper()
	server := os.Getenv("TURNPOST_TEST_POSTGRES")
	if server == "" {
		return filepath.Join(t.TempDir(), "turnpost.db")
	}
	u, err := url.Parse(server)
	if err != nil {
		t.Fatal(err)
	}
	admin, err := sql.Open("pgx", server)
	if err != nil {
		t.Fatal(err)
	}
	name := "test_" + strings.ToLower(rand.Text())
	if _, err := admin.Exec("CREATE DATABASE " + name); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if _, err := admin.Exec("DROP DATABASE " + name + " WITH (FORCE)"); err != nil {
			t.Error(err)
		}
		admin.Close()
	})
	u.Path = "/" + name
	return u.String()
}

func (w *world) open() {
	w.t.Helper()
	s, err := Open(w.t.Context(), Options{Database: w.path, Now: w.now, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		w.t.Fatal(err)
	}
	w.Store = s
}

// unsynced makes the store faster for a test that cuts no power.
func (s *Store) unsynced(t testing.TB) {
	t.Helper()
	if s.db.postgres {
		return
	}
	if err := s.db.writer.Exec("PRAGMA synchronous = OFF").Error; err != nil {
		t.Fatal(err)
	}
}

// restart closes the store and opens it again.
func (w *world) restart() {
	w.t.Helper()
	if err := w.Close(); err != nil {
		w.t.Fatal(err)
	}
	w.open()
}

func (w *world) now() time.Time {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.clock
}

func (w *world) pass(d time.Duration) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.clock = w.clock.Add(d)
}

// steady says that servers have run all the time until now.
func (w *world) steady() {
	w.t.Helper()
	if err := w.Heartbeat(w.t.Context()); err != nil {
		w.t.Fatal(err)
	}
	if err := w.db.writer.Exec("UPDATE heartbeats SET steady_at = at").Error; err != nil {
		w.t.Fatal(err)
	}
}

package models

import (
	"context"
	"log/slog"
	"testing"
	"time"

	"turnpost/models/db"
	"turnpost/models/modeltest/bed"
)

// world is a store on a real database with a clock that the test controls.
type world struct {
	*Store
	t     *testing.T
	clock *bed.Clock
	path  string

	flooded int // number of mails that a flood caused
}

// template is an empty database with the schema.
var template = bed.NewTemplate(func(path string) error {
	d, err := db.Open(context.Background(), db.Options{
		Source: path, Migrations: migrations(), Log: slog.New(slog.DiscardHandler),
	})
	if err != nil {
		return err
	}
	return d.Close()
})

func newWorld(t *testing.T) *world {
	t.Helper()
	noon := time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
	w := &world{t: t, clock: bed.NewClock(noon), path: template.Database(t)}
	w.open()
	t.Cleanup(func() {
		if err := w.Close(); err != nil {
			t.Error(err)
		}
	})
	return w
}

func (w *world) open() {
	w.t.Helper()
	s, err := Open(w.t.Context(), Options{Database: w.path, Now: w.now, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		w.t.Fatal(err)
	}
	w.Store = s
}

// unsynced makes the store faster for tests that do not simulate power failures.
func (s *Store) unsynced(t testing.TB) {
	t.Helper()
	if s.db.IsPostgres() {
		return
	}
	if err := s.db.Writer().Exec("PRAGMA synchronous = OFF").Error; err != nil {
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

func (w *world) now() time.Time { return w.clock.Now() }

func (w *world) pass(d time.Duration) { w.clock.Advance(d) }

// steady records that servers have run all the time until now.
func (w *world) steady() {
	w.t.Helper()
	if err := w.Heartbeat(w.t.Context()); err != nil {
		w.t.Fatal(err)
	}
	if err := w.db.Writer().Exec("UPDATE heartbeats SET steady_at = at").Error; err != nil {
		w.t.Fatal(err)
	}
}

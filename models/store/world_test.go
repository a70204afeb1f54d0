package store

import (
	"context"
	"log/slog"
	"testing"
	"time"

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

// template is an empty database with the schema and the secrets.
var template = bed.NewTemplate(func(path string) error {
	s, err := Open(context.Background(), Options{Database: path, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		return err
	}
	return s.Close()
})

func newWorld(t *testing.T) *world {
	t.Helper()
	noon := time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
	w := &world{t: t, clock: bed.NewClock(noon), path: template.Database(t)}
	w.open()
	t.Cleanup(func() {
		w.explain()
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
	w.DB.Reader().Logger, w.DB.Writer().Logger = asked.beside(w.DB.Reader().Logger), asked.beside(w.DB.Writer().Logger)
}

// unsynced makes the store faster for tests that do not simulate power failures.
func (s *Store) unsynced(t testing.TB) {
	t.Helper()
	if s.DB.IsPostgres() {
		return
	}
	if err := s.DB.Writer().Exec("PRAGMA synchronous = OFF").Error; err != nil {
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
	if err := w.DB.Writer().Exec("UPDATE heartbeats SET steady_at = at").Error; err != nil {
		w.t.Fatal(err)
	}
}

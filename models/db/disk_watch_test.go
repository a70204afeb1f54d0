package db

import (
	"crypto/rand"
	"fmt"
	"math"
	"os"
	"strings"
	"sync"
	"testing"

	"turnpost/models/modeltest/bed"
)

func TestWatch(t *testing.T) {
	w := newBench(t)
	watch, err := NewWatch(t.Context(), w.DB)
	if err != nil {
		t.Fatal(err)
	}
	if err := watch.Check(t.Context()); err != nil {
		t.Fatal(err)
	}
	if w.postgres {
		return
	}
	wrong := func(text string) {
		t.Helper()
		if err := watch.diagnose(); (text == "") != (err == nil) || (err != nil && !strings.Contains(err.Error(), text)) {
			t.Fatalf("it says %v, want %q", err, text)
		}
	}
	watch.minFree = math.MaxUint64
	wrong("nearly full")
	watch.minFree = 0
	away := w.path + ".away"
	if err := os.Rename(w.path, away); err != nil {
		t.Fatal(err)
	}
	wrong("was removed")
	if err := os.WriteFile(w.path, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	wrong("was replaced")
	if err := os.Rename(away, w.path); err != nil {
		t.Fatal(err)
	}
	wrong("")
	for _, log := range []string{w.path + "-wal", w.path + "-shm"} { // commits would go where nobody finds them
		if err := os.Rename(log, away); err != nil {
			t.Fatal(err)
		}
		wrong(log + " was removed")
		if err := os.WriteFile(log, nil, 0o600); err != nil {
			t.Fatal(err)
		}
		wrong(log + " was replaced")
		if err := os.Rename(away, log); err != nil {
			t.Fatal(err)
		}
		wrong("")
	}
}

// What was committed to a log that was removed is in the database when the server has stopped, as its errors say.
func TestRemovedLogIsStoredAtTheEnd(t *testing.T) {
	for _, end := range []string{"-wal", "-shm"} {
		b := &bench{t: t, path: bed.Database(t)}
		if IsPostgres(b.path) {
			return
		}
		b.open(Options{})
		if err := os.Remove(b.path + end); err != nil {
			t.Fatal(err)
		}
		if err := b.write(t.Context(), insert("ann", nil)); err != nil {
			t.Fatal(err)
		}
		if err := b.Close(); err != nil {
			t.Fatal(err)
		}
		b.open(Options{})
		if got := b.names(); len(got) != 1 {
			t.Errorf("without %s: %v", end, got)
		}
		if err := b.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

// On a full disk all jobs of a batch that does not fit are refused, and none of them is stored.
func TestDiskFull(t *testing.T) {
	w := newBench(t)
	if w.postgres {
		t.Skip("its disk cannot be bounded from here")
	}
	text := strings.Repeat("x", 2000)
	create := func() error {
		return w.write(t.Context(), func(tx *Tx) error {
			return tx.Exec("INSERT INTO things (name, note) VALUES (?, ?)", rand.Text(), text).Error
		})
	}
	var pages int64
	if err := w.writer.Raw("PRAGMA page_count").Scan(&pages).Error; err != nil {
		t.Fatal(err)
	}
	limit := func(pages int64) {
		t.Helper()
		var now int64
		err := w.writer.Raw(fmt.Sprintf("PRAGMA max_page_count = %d", pages)).Scan(&now).Error
		if err != nil || now != pages {
			t.Fatalf("%d, %v", now, err)
		}
	}
	limit(pages + 20)
	stored, refused := 0, 0
	for round := 0; refused == 0 || round < 40; round++ {
		var wait sync.WaitGroup
		results := make(chan error, 30)
		for range 30 { // several concurrent ones form a batch
			wait.Go(func() { results <- create() })
		}
		wait.Wait()
		close(results)
		for err := range results {
			switch {
			case err == nil:
				stored++
			case Unavailable(err):
				refused++
			default:
				t.Fatalf("not a fault that passes: %v", err)
			}
		}
	}
	if n := len(w.names()); n != stored {
		t.Errorf("%d rows are there, %d were answered", n, stored)
	}
	limit(pages + 10_000)
	if err := create(); err != nil {
		t.Fatalf("with room again: %v", err)
	}
}

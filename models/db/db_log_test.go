package db

import (
	"crypto/rand"
	"fmt"
	"os"
	"strings"
	"sync"
	"testing"

	"turnpost/rules/rulestest/sample"
)

// TestLogBeginsAnew writes several times the maximum length of the log, with concurrent readers.
func TestLogBeginsAnew(t *testing.T) {
	sample.Together(t, "fills the log")
	w := newBench(t)
	if w.postgres {
		return // PostgreSQL manages its log
	}
	if err := w.writer.Exec("PRAGMA synchronous = OFF").Error; err != nil {
		t.Fatal(err)
	}
	const writers, readings, pages, page, rounds = 4, 2, 9, 4096, 500
	for range rounds { // which end together, since a reader that a busy machine delays keeps the log from beginning anew
		var all sync.WaitGroup
		for n := range writers {
			all.Go(func() {
				err := w.write(t.Context(), func(tx *Tx) error {
					return tx.Exec(`INSERT INTO things (name, note) VALUES (?, ?)
						ON CONFLICT (name) DO UPDATE SET note = excluded.note`,
						fmt.Sprint("long", n), strings.Repeat(rand.Text(), pages*page/26)).Error
				})
				if err != nil {
					t.Error(err)
				}
			})
		}
		for range readings {
			all.Go(func() { w.names() })
		}
		all.Wait()
	}
	log, err := os.Stat(w.path + "-wal")
	if err != nil {
		t.Fatal(err)
	}
	if long := log.Size() / page; long > 2*logPages {
		t.Errorf("of %d pages written %d are in the log", writers*rounds*pages, long)
	}
}

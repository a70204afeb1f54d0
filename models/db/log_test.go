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

// TestLogBeginsAnew writes several times the maximum length of the log without a pause, with concurrent readers.
func TestLogBeginsAnew(t *testing.T) {
	sample.Whole(t, "fills the log")
	w := newBench(t)
	if w.postgres {
		return // PostgreSQL manages its log
	}
	if err := w.writer.Exec("PRAGMA synchronous = OFF").Error; err != nil {
		t.Fatal(err)
	}
	const writers, pages, page, transactions = 4, 9, 4096, 500
	var all sync.WaitGroup
	for n := range writers {
		all.Go(func() {
			for range transactions {
				err := w.write(t.Context(), func(tx *Tx) error {
					return tx.Exec(`INSERT INTO things (name, note) VALUES (?, ?)
						ON CONFLICT (name) DO UPDATE SET note = excluded.note`,
						fmt.Sprint("long", n), strings.Repeat(rand.Text(), pages*page/26)).Error
				})
				if err != nil {
					t.Error(err)
					return
				}
			}
		})
	}
	written := make(chan struct{})
	var readers sync.WaitGroup
	for range 2 {
		readers.Go(func() {
			for {
				select {
				case <-written:
					return
				default:
					w.names()
				}
			}
		})
	}
	all.Wait()
	close(written)
	readers.Wait()
	log, err := os.Stat(w.path + "-wal")
	if err != nil {
		t.Fatal(err)
	}
	if long := log.Size() / page; long > 2*logPages {
		t.Errorf("of %d pages written %d are in the log", writers*transactions*pages, long)
	}
}

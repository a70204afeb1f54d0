package models

import (
	"errors"
	"sync"
	"sync/atomic"
	"testing"
)

// What is written while the store closes is written or refused.
func TestCloseWhileOthersWrite(t *testing.T) {
	w := newWorld(t)
	closing := w.Store
	const writers = 8
	var all sync.WaitGroup
	var written atomic.Int64
	enough := make(chan struct{})
	for range writers {
		all.Go(func() {
			for {
				err := closing.write(t.Context(), func(tx *Tx) error {
					return tx.Exec("INSERT INTO refusals (email_key, created_at) VALUES (?, 0)", newToken()).Error
				})
				if errors.Is(err, ErrClosed) {
					return
				}
				if err != nil {
					t.Error(err)
					return
				}
				if written.Add(1) == 3*writers {
					close(enough)
				}
			}
		})
	}
	<-enough
	w.restart()
	all.Wait()
	if err := closing.Close(); err != nil {
		t.Error("closed twice:", err)
	}
	var rows int64
	if err := w.db.reader.Raw("SELECT count(*) FROM refusals").Scan(&rows).Error; err != nil {
		t.Fatal(err)
	}
	if rows != written.Load() {
		t.Fatalf("%d were said to be written, %d are there", written.Load(), rows)
	}
}

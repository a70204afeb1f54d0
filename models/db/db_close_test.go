package db

import (
	"crypto/rand"
	"errors"
	"sync"
	"sync/atomic"
	"testing"
)

// A write during Close is either stored or refused.
func TestCloseWhileOthersWrite(t *testing.T) {
	w := newBench(t)
	closing := w.DB
	const writers = 8
	var all sync.WaitGroup
	var written atomic.Int64
	enough := make(chan struct{})
	for range writers {
		all.Go(func() {
			for {
				err := closing.Write(t.Context(), Job{Run: insert(rand.Text(), nil)})
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
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	w.open(Options{})
	all.Wait()
	if err := closing.Close(); err != nil {
		t.Error("closed twice:", err)
	}
	if rows := len(w.names()); int64(rows) != written.Load() {
		t.Fatalf("%d were said to be written, %d are there", written.Load(), rows)
	}
}

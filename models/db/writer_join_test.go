package db

import (
	"runtime"
	"testing"
	"time"
)

// On a slow disk, a job that arrives while others run is committed with them; on a fast one the commit comes first.
func TestWhoComesLaterGoesWithTheOthersOnASlowDisk(t *testing.T) {
	w := newBench(t)
	if w.postgres {
		return // PostgreSQL batches only turns
	}
	for _, c := range []struct {
		name     string
		commit   time.Duration
		together bool
	}{
		{"a slow disk", time.Hour, true},
		{"a fast disk", 0, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			var early, late any // transactions
			second := make(chan error, 1)
			err := w.write(t.Context(), func(tx *Tx) error {
				tx.engine.load.commit = c.commit // owned by the writer, which runs this
				early = tx.Statement.ConnPool
				go func() {
					second <- w.write(t.Context(), func(tx *Tx) error {
						late = tx.Statement.ConnPool
						return nil
					})
				}()
				for len(w.queue) == 0 {
					runtime.Gosched()
				}
				return nil
			})
			if err != nil {
				t.Fatal(err)
			}
			if err := <-second; err != nil {
				t.Fatal(err)
			}
			if (early == late) != c.together {
				t.Errorf("together: %v, want %v", early == late, c.together)
			}
		})
	}
}

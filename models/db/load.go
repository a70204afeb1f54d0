package db

import (
	"sync/atomic"
	"time"
)

// writerLoad is how much the writer has to do for players: how many of their transactions of late were committed
// together because they had come while another was committed. Those in the background do not count.
type writerLoad struct {
	waited  atomic.Int64  // hundredths of transactions beside the first, of a batch, as a running mean
	touched atomic.Int64  // when, in Unix milliseconds
	commit  time.Duration // what SQLite takes to commit, as a running mean; only the writer's
}

// loadSpan is the time without a transaction after which the writer is idle.
const loadSpan = 100 * time.Millisecond

// note takes in a batch. Only the writer calls it.
func (l *writerLoad) note(batch []*job) {
	players := 0
	for _, j := range batch {
		if !j.Background {
			players++
		}
	}
	if players == 0 {
		return
	}
	l.waited.Store((7*l.waited.Load() + 100*int64(players-1)) / 8)
	l.touched.Store(time.Now().UnixMilli())
}

// noteCommit takes in how long a commit took. Only the writer of SQLite calls it.
func (l *writerLoad) noteCommit(took time.Duration) { l.commit = (7*l.commit + took) / 8 }

// Contended reports whether transactions wait for each other right now, so that what can wait should.
func (d *DB) Contended() bool {
	return d.load.waited.Load() >= 25 && !d.Quiet()
}

// Quiet reports whether nothing but the background has changed anything for a moment.
func (d *DB) Quiet() bool {
	return time.Since(time.UnixMilli(d.load.touched.Load())) >= loadSpan
}

package models

import (
	"sync/atomic"
	"time"
)

// writerLoad is how much the writer has to do: how many transactions of late were committed together
// because they had come while another was committed.
type writerLoad struct {
	waited  atomic.Int64 // hundredths of transactions beside the first, of a batch, as a running mean
	touched atomic.Int64 // when, in Unix milliseconds
}

// loadSpan is after how long without a transaction the writer is idle, whatever was before.
const loadSpan = 100 * time.Millisecond

// note takes in the size of a batch. Only the writer calls it.
func (l *writerLoad) note(batch int) {
	l.waited.Store((7*l.waited.Load() + 100*int64(batch-1)) / 8)
	l.touched.Store(time.Now().UnixMilli())
}

// Contended tells whether players wait for each other right now, so that what can wait should.
func (s *Store) Contended() bool {
	return s.load.waited.Load() >= 25 && time.Since(time.UnixMilli(s.load.touched.Load())) < loadSpan
}

package db

import (
	"context"
	"sync/atomic"
	"time"
)

// writerLoad measures the load that players cause: how many of their recent transactions were committed together
// because they arrived during a commit. Background transactions do not count.
type writerLoad struct {
	waited  atomic.Int64  // hundredths of transactions in a batch after the first, as a running mean
	touched atomic.Int64  // time of the last transaction, in Unix milliseconds
	commit  time.Duration // duration of a commit on SQLite, as a running mean; used only by the writer
}

// loadSpan is the time without a transaction after which the writer is idle.
const loadSpan = 100 * time.Millisecond

// note records a batch. Only the writer calls it.
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

// noteCommit records the duration of a commit. Only the writer of SQLite calls it.
func (l *writerLoad) noteCommit(took time.Duration) { l.commit = (7*l.commit + took) / 8 }

// Contended reports whether transactions are waiting for each other, so that deferrable work should wait.
func (d *DB) Contended() bool {
	return d.load.waited.Load() >= 25 && !d.Quiet()
}

// Quiet reports whether only background jobs have written recently.
func (d *DB) Quiet() bool {
	return time.Since(time.UnixMilli(d.load.touched.Load())) >= loadSpan
}

// brake delays the transactions of players.
type brake struct {
	pause atomic.Int64 // between two of them, in nanoseconds
	until atomic.Int64 // when it is released, in Unix milliseconds
	place chan struct{}
}

// brakeSpan is the time after which a brake is released unless it is set again.
const brakeSpan = time.Second

// Brake makes the transactions of players begin one after another, with a pause before each, for about a second. No
// transaction of the background waits. A pause of 0 releases the brake.
func (d *DB) Brake(pause time.Duration) {
	d.brake.until.Store(time.Now().Add(brakeSpan).UnixMilli())
	d.brake.pause.Store(int64(pause))
}

// wait waits until a transaction may begin. It returns the error of ctx if that ends before.
func (b *brake) wait(ctx context.Context) error {
	if b.pause.Load() == 0 {
		return nil
	}
	select {
	case b.place <- struct{}{}:
	case <-ctx.Done():
		return ctx.Err()
	}
	defer func() { <-b.place }()
	pause := time.Duration(b.pause.Load())
	if time.Now().UnixMilli() >= b.until.Load() {
		return nil
	}
	timer := time.NewTimer(pause)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

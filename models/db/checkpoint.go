package db

import (
	"context"
	"database/sql"
	"sync/atomic"

	"gorm.io/gorm"
)

// What SQLite commits goes to the end of its log (WAL), and from there into the file by a checkpoint, which
// SQLite makes in the commit that finds the log long: one turn in fifty would wait for two fsyncs more. A
// connection of its own makes it here while the writer goes on. The log begins anew only where all of it is in the
// file, which it never is while turns come without a pause. So, where the log is long, the writer moves what it has
// added meanwhile, a few dozen pages, right after such a checkpoint; later it would be a thousand, and everybody
// would wait for them.

// checkpointAfter is how many transactions are committed between checkpoints: their pages are a few
// megabytes.
const checkpointAfter = 128

// longLog is the length of the log in pages from which on the writer ends it. It is 12 megabytes in pages
// of 4 kB, which the disk keeps writing over.
const longLog = 3000

// writerCheckpoint is the length of the log in pages at which SQLite lets the writer make a whole checkpoint. It
// is not reached where checkpoints succeed.
const writerCheckpoint = 8 * longLog

// checkpointer moves what was committed into the file.
type checkpointer struct {
	db        *sql.DB
	due       chan struct{}
	ended     chan struct{}
	committed int         // since the last one; the writer's alone
	long      atomic.Bool // the last one moved all of a long log
}

func openCheckpointer(source string) (*checkpointer, error) {
	db, err := sql.Open("sqlite3", source)
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(1)
	c := &checkpointer{db: db, due: make(chan struct{}, 1), ended: make(chan struct{})}
	go c.run()
	return c, nil
}

func (c *checkpointer) run() {
	defer close(c.ended)
	for range c.due {
		_ = c.move(context.Background()) // one that failed is made the next time, at the latest by the writer
	}
}

const passiveCheckpoint = "PRAGMA wal_checkpoint(PASSIVE)"

// move moves what was committed so far, unless another connection is at it.
func (c *checkpointer) move(ctx context.Context) error {
	var busy, pages, moved int
	if err := c.db.QueryRowContext(ctx, passiveCheckpoint).Scan(&busy, &pages, &moved); err != nil {
		return err
	}
	if moved == pages && pages >= longLog {
		c.long.Store(true)
	}
	return nil
}

// afterCommit is called by the writer after each commit, with its connection.
func (c *checkpointer) afterCommit(transactions int, writer *gorm.DB) {
	if c.long.CompareAndSwap(true, false) {
		_ = writer.Exec(passiveCheckpoint).Error // it is made again
	}
	if c.committed += transactions; c.committed < checkpointAfter {
		return
	}
	select {
	case c.due <- struct{}{}:
		c.committed = 0
	default: // one is due already
	}
}

func (c *checkpointer) close() error {
	close(c.due)
	<-c.ended
	return c.db.Close()
}

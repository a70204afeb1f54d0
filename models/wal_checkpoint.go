package models

import (
	"context"
	"database/sql"
)

// What SQLite commits goes to the end of its log (WAL), and from there into the file by a checkpoint, which
// SQLite makes in the commit that finds the log long: one turn in fifty would wait for two fsyncs more. A
// connection of its own makes it here while the writer goes on. Only where turns come without a pause the
// log never ends before the writer's own, much longer, limit; then little is left for the writer to do.

// checkpointAfter is how many transactions are committed between checkpoints: their pages are a few
// megabytes.
const checkpointAfter = 128

// writerCheckpoint is the length of the log in pages at which the writer makes a checkpoint by itself.
const writerCheckpoint = 8000

// checkpointer moves what was committed into the file.
type checkpointer struct {
	db        *sql.DB
	due       chan struct{}
	ended     chan struct{}
	committed int // since the last one; the writer's alone
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
		// One that is in another's way is made the next time, at the latest by the writer.
		_, _ = c.db.ExecContext(context.Background(), "PRAGMA wal_checkpoint(PASSIVE)")
	}
}

// count is called by the writer after each commit.
func (c *checkpointer) count(transactions int) {
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

package db

import (
	"context"
	"database/sql"
	"sync"

	"gorm.io/gorm"
)

// commitWatch is a connection that SQLite tells cheaply whether any other one, of any process, has committed since
// it last asked. It never writes, and is asked nothing else. nil is for PostgreSQL, which has no such thing.
type commitWatch struct {
	mu   sync.Mutex
	conn *sql.Conn
}

func watchCommits(reader *gorm.DB) (*commitWatch, error) {
	pool, err := reader.DB()
	if err != nil {
		return nil, err
	}
	conn, err := pool.Conn(context.Background())
	if err != nil {
		return nil, err
	}
	return &commitWatch{conn: conn}, nil
}

func (c *commitWatch) state(ctx context.Context) (state int64) {
	if c == nil {
		return 0
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if err := c.conn.QueryRowContext(context.WithoutCancel(ctx), "PRAGMA data_version").Scan(&state); err != nil {
		return 0 // the query that follows will hear of what is wrong
	}
	return state
}

func (c *commitWatch) close() error {
	if c == nil {
		return nil
	}
	return c.conn.Close()
}

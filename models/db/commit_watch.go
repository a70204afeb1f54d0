package db

import (
	"context"
	"database/sql"
	"sync"

	"gorm.io/gorm"
)

// commitWatch is a connection on which SQLite reports cheaply whether any other connection, of any process, has
// committed since the last call. It never writes and runs no other queries. It is nil for PostgreSQL, which has no
// equivalent.
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
		return 0 // the next query will return the error
	}
	return state
}

func (c *commitWatch) close() error {
	if c == nil {
		return nil
	}
	return c.conn.Close()
}

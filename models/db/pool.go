package db

import (
	"database/sql"

	"gorm.io/gorm"
)

// Pool is what a pool of connections does.
type Pool struct {
	Name string // reader or writer; PostgreSQL has one that is both
	sql.DBStats
}

// Pools returns the pools of a database.
func (d *connections) Pools() []Pool {
	pool := func(name string, handle *gorm.DB) Pool {
		p := Pool{Name: name}
		if sqlDB, err := handle.DB(); err == nil { // it always is one
			p.DBStats = sqlDB.Stats()
		}
		return p
	}
	if d.reader == d.writer {
		return []Pool{pool("writer", d.writer)}
	}
	return []Pool{pool("writer", d.writer), pool("reader", d.reader)}
}

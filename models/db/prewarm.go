package db

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"reflect"
	"strconv"
	"strings"
	"time"

	"gorm.io/driver/sqlite"
	"gorm.io/gorm"
)

// prewarmSlice is the number of rows that one query of Prewarm visits: some hundred pages, a few milliseconds of a
// disk.
const prewarmSlice = 2000

// Walk describes the rows of a table in the order of the table itself or of one of its indexes.
type Walk struct {
	From  string // a table, with INDEXED BY for an index
	Where string // of a partial index, or ""
	Key   string // the columns that the order is by; if rows share a key, some of them may be left out
}

// Prewarm reads the pages of tables and indexes of an SQLite file from the disk, so that the system has them in memory
// when requests need them. It uses a separate connection, and half of the time it leaves the disk to others.
// PostgreSQL has pg_prewarm instead.
func (d *DB) Prewarm(ctx context.Context, walks ...Walk) (err error) {
	conn, err := open(sqlite.Open(d.commits.source), 1, d.faults)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, closeDB(conn)) }()
	conn = conn.WithContext(ctx)
	var path string
	if err := conn.Raw("SELECT file FROM pragma_database_list WHERE name = 'main'").Scan(&path).Error; err != nil {
		return err
	}
	adviseRandom(path)
	for _, w := range walks {
		if err := w.visit(conn); err != nil {
			return err
		}
	}
	return nil
}

// visit reads all rows, with a rest after each slice as long as it took.
func (w Walk) visit(conn *gorm.DB) error {
	ctx := conn.Statement.Context
	var last []any // the key of the last row of the slice
	for {
		began := time.Now()
		query, args := w.slice(last)
		before := last
		last = nil
		err := Query(conn, func(c *Columns) error {
			for c.More() {
				last = append(last, c.Any())
			}
			return nil
		}, query, args...)
		if err != nil || last == nil {
			return err
		}
		if reflect.DeepEqual(last, before) { // of a torn index; a reader of its rows finds that
			return &StuckError{"the rows of " + w.From, fmt.Sprint(last)}
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(time.Since(began)):
		}
	}
}

// slice returns the query that visits the rows after a key, or the first ones if it is nil. It returns the key of the
// last visited row, or nothing if there were fewer.
func (w Walk) slice(after []any) (query string, args []any) {
	query = "SELECT " + w.Key + " FROM " + w.From + " WHERE " + cmp.Or(w.Where, "TRUE")
	if after != nil {
		query += " AND (" + w.Key + ") > (?" + strings.Repeat(", ?", len(after)-1) + ")"
	}
	return query + " ORDER BY " + w.Key + Limit(1) + " OFFSET " + strconv.Itoa(prewarmSlice-1), after
}

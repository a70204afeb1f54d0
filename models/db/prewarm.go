package db

import (
	"cmp"
	"context"
	"strconv"
	"strings"
	"time"
)

// prewarmSlice is the number of rows that one query of Prewarm visits: some hundred pages, a few milliseconds of a disk.
const prewarmSlice = 2000

// Walk describes the rows of a table in the order of the table itself or of one of its indexes.
type Walk struct {
	From  string // a table, with INDEXED BY for an index
	Where string // of a partial index, or ""
	Key   string // the columns that the order is by
}

// Prewarm reads the pages of a table or an index of an SQLite file from the disk, so that the system has them in memory
// when a request needs them. Half of the time it leaves the disk to others. PostgreSQL has pg_prewarm instead.
func (d *DB) Prewarm(ctx context.Context, w Walk) error {
	var last []any // the key of the last row of the slice
	for {
		began := time.Now()
		query, args := w.slice(last)
		last = nil
		err := Query(d.Read(ctx), func(c *Columns) error {
			for c.More() {
				last = append(last, c.Any())
			}
			return nil
		}, query, args...)
		if err != nil || last == nil {
			return err
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

package db

import (
	"context"
	"log/slog"
	"testing"
	"testing/fstest"

	"turnpost/models/modeltest/bed"
)

// bench is a database with one table.
type bench struct {
	*DB
	t    *testing.T
	path string
}

const schema = `-- +goose Up
CREATE TABLE things (name TEXT PRIMARY KEY, n BIGINT NOT NULL DEFAULT 0, note TEXT NOT NULL DEFAULT '');
`

// things are the migrations of a bench.
var things = fstest.MapFS{
	"sqlite/0001_things.sql":   {Data: []byte(schema)},
	"postgres/0001_things.sql": {Data: []byte(schema)},
}

func newBench(t *testing.T) *bench {
	t.Helper()
	b := &bench{t: t, path: bed.Database(t)}
	b.open(Options{})
	t.Cleanup(func() {
		if err := b.Close(); err != nil {
			t.Error(err)
		}
	})
	return b
}

func (b *bench) open(o Options) {
	b.t.Helper()
	o.Source, o.Migrations, o.Log = b.path, things, slog.New(slog.DiscardHandler)
	d, err := Open(b.t.Context(), o)
	if err != nil {
		b.t.Fatal(err)
	}
	b.DB = d
}

// write runs fn in a transaction.
func (b *bench) write(ctx context.Context, fn func(tx *Tx) error) error {
	return b.Write(ctx, Job{Run: fn})
}

// insert returns a job that stores a thing and then fails with after.
func insert(name string, after error) func(tx *Tx) error {
	return func(tx *Tx) error {
		if err := tx.Exec("INSERT INTO things (name) VALUES (?)", name).Error; err != nil {
			return err
		}
		return after
	}
}

// names lists the stored names in order.
func (b *bench) names() (list []string) {
	b.t.Helper()
	if err := b.reader.Raw("SELECT name FROM things ORDER BY name").Scan(&list).Error; err != nil {
		b.t.Fatal(err)
	}
	return list
}

package db

import (
	"context"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
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

// A path may begin with several slashes, and a URL of another kind is no path.
func TestPathsOfFiles(t *testing.T) {
	for _, source := range []string{"/" + bed.Folder(t) + "/a.db", "sqlite://" + bed.Folder(t) + "/b.db"} {
		d, err := Open(t.Context(), Options{Source: source, Migrations: things, Log: slog.New(slog.DiscardHandler)})
		if err != nil {
			t.Error(err)
			continue
		}
		if err := d.Close(); err != nil {
			t.Error(err)
		}
	}
	for _, source := range []string{"sqlite://games.db", "mysql://host/games", ":memory:"} {
		_, err := Open(t.Context(), Options{Source: source, Migrations: things})
		if err == nil || !strings.Contains(err.Error(), "give the path of a file") {
			t.Errorf("%s: %v", source, err)
		}
	}
}

// SQLite's errors name no file.
func TestRefusedFilesAreNamed(t *testing.T) {
	if os.Getuid() == 0 {
		t.Skip("root may write to all files")
	}
	b := newBench(t)
	if b.postgres {
		t.Skip("it has no files here")
	}
	path := filepath.Join(bed.Folder(t), "games.db")
	if err := b.Backup(t.Context(), path); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ refused, restore func() error }{
		{
			func() error { return os.WriteFile(path+"-wal", nil, 0) },
			func() error { return os.Remove(path + "-wal") },
		},
		{
			func() error { return os.Chmod(filepath.Dir(path), 0o500) },
			func() error { return os.Chmod(filepath.Dir(path), 0o700) },
		},
	} {
		if err := c.refused(); err != nil {
			t.Fatal(err)
		}
		_, err := Open(t.Context(), Options{Source: path, Migrations: things, Log: slog.New(slog.DiscardHandler)})
		if !errors.Is(err, os.ErrPermission) {
			t.Errorf("it says %v", err)
		}
		if err := c.restore(); err != nil {
			t.Fatal(err)
		}
	}
}

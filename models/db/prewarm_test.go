package db

import (
	"context"
	"errors"
	"testing"
	"time"

	"gorm.io/gorm"
	"gorm.io/gorm/logger"
)

// statements collects the statements of a handle.
type statements struct {
	logger.Interface
	list []string
}

func (s *statements) Trace(_ context.Context, _ time.Time, statement func() (string, int64), _ error) {
	text, _ := statement()
	s.list = append(s.list, text)
}

// Prewarm visits all rows in slices, each of which begins where the one before ended.
func TestPrewarm(t *testing.T) {
	b := newBench(t)
	if b.postgres {
		return // it is for SQLite only
	}
	const rows = 2*prewarmSlice + 1
	err := b.write(t.Context(), func(tx *Tx) error {
		return tx.Exec(`WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ?)
			INSERT INTO things (name, n) SELECT 'thing ' || (n % 3) || ' ' || n, n FROM numbers`, rows).Error
	})
	if err != nil {
		t.Fatal(err)
	}
	walk := Walk{From: "things INDEXED BY sqlite_autoindex_things_1", Where: "n <> 0", Key: "name"}
	for _, w := range []Walk{ // keys of every type, alone and together
		walk,
		{From: "things", Key: "n"},
		{From: "things", Key: "n, name"},
		{From: "things", Key: "CAST(name AS BLOB)"},
		{From: "things", Key: "CAST(name AS BLOB), n"},
		{From: "things", Key: "n * 0.5, CAST(name AS BLOB)"},
	} {
		heard := &statements{}
		if err := w.visit(b.Read(t.Context()).Session(&gorm.Session{Logger: heard})); err != nil || len(heard.list) != 3 {
			t.Errorf("%s: %v, after %q, want 3 queries", w.Key, err, heard.list)
		}
	}
	if err := b.Prewarm(t.Context(), walk, walk); err != nil {
		t.Error(err)
	}
	all := b.names()
	for i := range 2 {
		var after []any
		if i > 0 {
			after = []any{all[prewarmSlice-1]}
		}
		var last string
		query, args := walk.slice(after)
		err := Query(b.Read(t.Context()), func(c *Columns) error { last = c.Text(); return nil }, query, args...)
		if want := all[(i+1)*prewarmSlice-1]; err != nil || last != want {
			t.Errorf("%v, the slice after %v ends at %q, want %q", err, after, last, want)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := b.Prewarm(ctx, walk); !errors.Is(err, context.Canceled) {
		t.Errorf("after the end of its context: %v", err)
	}
}

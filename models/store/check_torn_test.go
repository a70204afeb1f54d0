package store

import (
	"context"
	"database/sql"
	"log/slog"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"
	"time"

	"turnpost/models/core"
	"turnpost/models/db"
	"turnpost/models/play"
	"turnpost/models/schema"
	"turnpost/rules/rulestest/sample"
)

// wholeFile returns the bytes of a database with games of several variants, the size of its pages, and the pages of its
// indexes.
func (w *world) wholeFile() (file []byte, size int, indexes []int) {
	t := w.t
	ann, bob := w.player("ann"), w.player("bob")
	w.manyGames(ann, bob, 60)
	w.tamper("UPDATE games SET variant = CAST(number % 7 AS TEXT)", "UPDATE games SET ruleset = 'go' WHERE number % 2 = 0")
	path := filepath.Join(t.TempDir(), "whole.db")
	if err := w.DB.Backup(t.Context(), path); err != nil {
		t.Fatal(err)
	}
	pages, err := sql.Open("sqlite3", path)
	if err != nil {
		t.Fatal(err)
	}
	defer pages.Close()
	if err := pages.QueryRowContext(t.Context(), "PRAGMA page_size").Scan(&size); err != nil {
		t.Fatal(err)
	}
	// The first page of each index.
	rows, err := pages.QueryContext(t.Context(), `SELECT rootpage FROM sqlite_schema
		WHERE type = 'index' AND tbl_name IN ('games', 'challenges', 'notices') ORDER BY 1`)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	for rows.Next() {
		page := 0
		if err := rows.Scan(&page); err != nil {
			t.Fatal(err)
		}
		indexes = append(indexes, page)
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	if file, err = os.ReadFile(path); err != nil || len(indexes) < 10 {
		t.Fatal(len(indexes), err)
	}
	return file, size, indexes
}

// However the pages of indexes are torn, opening a database, what a server does now and then, and a check all end.
func TestTornIndexesEndEveryWalk(t *testing.T) {
	w := newWorld(t)
	if w.DB.IsPostgres() {
		return // its pages cannot be torn here
	}
	file, size, indexes := w.wholeFile()
	rnd := rand.New(rand.NewPCG(9, 9)) // fixed seed
	found := 0
	for n := range sample.Count(72, 3) {
		torn := append([]byte(nil), file...)
		page := torn[(indexes[n%len(indexes)]-1)*size:][:size]
		switch n % 3 {
		case 0: // bytes of what is indexed
			for range 1 + rnd.IntN(30) {
				page[size/2+rnd.IntN(size/2)] = byte('a' + rnd.IntN(26))
			}
		case 1: // the order of the entries
			header := map[byte]int{2: 12, 10: 8}[page[0]] // of an inner page and of a leaf
			cells := int(page[3])<<8 | int(page[4])
			rnd.Shuffle(cells, func(i, j int) {
				i, j = header+2*i, header+2*j
				page[i], page[i+1], page[j], page[j+1] = page[j], page[j+1], page[i], page[i+1]
			})
		case 2: // another page of an index in its place
			copy(page, torn[(indexes[rnd.IntN(len(indexes))]-1)*size:][:size])
		}
		path := filepath.Join(w.t.TempDir(), "torn.db")
		if err := os.WriteFile(path, torn, 0o600); err != nil {
			t.Fatal(err)
		}
		ended := make(chan bool)
		go func() { ended <- w.useTorn(path) }()
		select {
		case damaged := <-ended:
			if damaged {
				found++
			}
		case <-time.After(time.Minute):
			t.Fatalf("tear %d: page %d is walked for ever", n, indexes[n%len(indexes)])
		}
	}
	if found == 0 {
		t.Error("no tear was found")
	}
}

// useTorn opens and uses a torn database, and checks it. It reports whether the check has found damage.
func (w *world) useTorn(path string) (damaged bool) {
	ctx, quiet := context.Background(), slog.New(slog.DiscardHandler)
	o := Options{Database: path, Now: w.now, Log: quiet}
	if s, err := Open(ctx, o); err == nil {
		_, _ = s.SweepClocks(ctx)
		_, _ = s.Admin().StopHouse(ctx)
		_ = s.applyTestChange(ctx)
		_ = s.Prewarm(ctx)
		_ = s.Close()
	} else if !db.Corrupt(err) {
		w.t.Logf("refused: %v", err)
	}
	err := CheckIntegrity(ctx, o, func(string) { damaged = true })
	return damaged || err != nil
}

// applyTestChange records an outage and applies it to all games.
func (s *Store) applyTestChange(ctx context.Context) error {
	err := s.Write(ctx, func(tx *core.Tx) error {
		return play.AddChange(tx, &schema.BulkChange{
			Kind:   schema.BulkOutage,
			Detail: schema.BulkDetail{From: tx.At.Add(-time.Hour)},
		})
	})
	if err != nil {
		return err
	}
	return s.ApplyBulkChanges(ctx)
}

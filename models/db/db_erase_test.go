package db

import (
	"bytes"
	"fmt"
	"os"
	"strings"
	"testing"
)

// Deleted and replaced text is not found in the file any more.
func TestDeletedTextIsOverwritten(t *testing.T) {
	w := newBench(t)
	if w.postgres {
		return // its vacuum decides when deleted rows are overwritten
	}
	const rows, secret = 60, "meet me at noon"
	run := func(statement string, values ...any) {
		if err := w.write(t.Context(), func(tx *Tx) error { return tx.Exec(statement, values...).Error }); err != nil {
			t.Fatal(err)
		}
	}
	for n := range rows {
		run("INSERT INTO things (name, note) VALUES (?, ?)", fmt.Sprint("thing", n), secret+strings.Repeat(".", 20*n))
	}
	if !bytes.Contains(checkpointed(t, w.DB, w.path), []byte(secret)) {
		t.Fatal("the text was never in the file")
	}
	for n := range rows {
		if n%3 == 0 {
			run("UPDATE things SET note = 'nothing' WHERE name = ?", fmt.Sprint("thing", n))
			continue
		}
		run("DELETE FROM things WHERE name = ?", fmt.Sprint("thing", n))
	}
	// Whole pages that became free go back to the disk with the hourly clean-up.
	var steps []int64
	if err := w.Writer().Raw("PRAGMA incremental_vacuum").Scan(&steps).Error; err != nil {
		t.Fatal(err)
	}
	if left := bytes.Count(checkpointed(t, w.DB, w.path), []byte(secret)); left > 0 {
		t.Errorf("the text of %d deleted rows is in the file", left)
	}
}

// checkpointed returns the bytes of an SQLite file after its log was moved into it.
func checkpointed(t *testing.T, d *DB, path string) []byte {
	t.Helper()
	if err := d.Writer().Exec("PRAGMA wal_checkpoint(TRUNCATE)").Error; err != nil {
		t.Fatal(err)
	}
	file, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return file
}

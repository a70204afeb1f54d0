package main

import (
	"bytes"
	"context"
	"crypto/rand"
	"database/sql"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"turnpost/models/store"
	"turnpost/rules/rulestest/sample"
)

// TestCheckFindsADestroyedPage overwrites the first page of every table and index in turn, with zeros and with random
// bytes.
func TestCheckFindsADestroyedPage(t *testing.T) {
	sample.Whole(t, "destroys pages of a database")
	t.Parallel()
	path, _ := storedGame(t)
	if store.IsPostgres(path) {
		return // PostgreSQL's pages cannot be overwritten here
	}
	copied := filepath.Join(t.TempDir(), "whole.db") // the store has the original open, with a log beside it
	if exit, out := command(t, "", false, "backup", copied, "--database", path); exit != 0 {
		t.Fatal(out)
	}
	whole, err := os.ReadFile(copied)
	if err != nil {
		t.Fatal(err)
	}
	db, err := sql.Open("sqlite3", copied)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	size := 0
	if err := db.QueryRowContext(t.Context(), "PRAGMA page_size").Scan(&size); err != nil {
		t.Fatal(err)
	}
	rows, err := db.QueryContext(t.Context(), "SELECT name, rootpage FROM sqlite_schema WHERE rootpage > 0")
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	file := filepath.Join(t.TempDir(), "damaged.db")
	noise := make([]byte, size)
	_, _ = rand.Read(noise)
	tables := 0
	for rows.Next() {
		var name string
		var page int
		if err := rows.Scan(&name, &page); err != nil {
			t.Fatal(err)
		}
		tables++
		for kind, bytes := range map[string][]byte{"zeros": make([]byte, size), "noise": noise} {
			damaged := append([]byte(nil), whole...)
			copy(damaged[(page-1)*size:], bytes)
			if err := os.WriteFile(file, damaged, 0o600); err != nil {
				t.Fatal(err)
			}
			for _, rest := range []string{"-wal", "-shm"} {
				_ = os.Remove(file + rest)
			}
			if status, out := check(file); status == 0 || strings.Contains(out, "panic") {
				t.Errorf("%s in the page of %s: status %d: %s", kind, name, status, out)
			}
		}
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	if tables < 30 {
		t.Errorf("only %d tables and indexes", tables)
	}
	if err := os.WriteFile(file, whole, 0o600); err != nil {
		t.Fatal(err)
	}
	if status, out := check(file); status != 0 {
		t.Errorf("a whole file: %s", out)
	}
}

// TestCheckFindsADanglingReference deletes the player of a token.
func TestCheckFindsADanglingReference(t *testing.T) {
	path, _ := storedGame(t)
	if store.IsPostgres(path) {
		return // PostgreSQL does not allow the deletion
	}
	db, err := sql.Open("sqlite3", path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	const orphan = "INSERT INTO blocks (player_id, blocked_id, created_at) VALUES (1, 999, 0)"
	if _, err := db.ExecContext(t.Context(), "PRAGMA foreign_keys = off; "+orphan); err != nil {
		t.Fatal(err)
	}
	if status, out := check(path); status != 1 || !strings.Contains(out, "a row of blocks refers to a row of players") {
		t.Errorf("status %d: %s", status, out)
	}
}

func check(database string) (status int, out string) {
	var b bytes.Buffer
	status = run(
		context.Background(),
		[]string{"check", "--database", database},
		func(string) string { return "" },
		&b,
		&b,
	)
	return status, b.String()
}

// A check goes on after a value that is not of its column's type, as SQLite stores it.
func TestCheckFindsTextInAColumnOfNumbers(t *testing.T) {
	path, id := storedGame(t)
	if store.IsPostgres(path) {
		return // it stores none
	}
	db, err := sql.Open("sqlite3", path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	const change = "UPDATE games SET takebacks = 'none'; UPDATE players SET muted_at = 'never' WHERE name = 'ann'"
	if _, err := db.ExecContext(t.Context(), change); err != nil {
		t.Fatal(err)
	}
	status, out := check(path)
	for _, want := range []string{
		`database: games: column takebacks is text "none" and not an integer, in the row with number 1, id ` + id,
		`database: players: column muted_at is text "never" and not an integer, in the row with id `, "name ann\n",
		"game " + id + ", ply 0: game: cannot be read: ", "1 game, 0 turns checked: 3 faults,",
	} {
		if status != 1 || !strings.Contains(out, want) {
			t.Errorf("status %d, without %q: %s", status, want, out)
		}
	}
}

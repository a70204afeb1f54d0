package main

import (
	"bytes"
	"context"
	"database/sql"
	"strings"
	"testing"

	"turnpost/models/modeltest"
)

// storedGame creates a database with a game of one turn.
func storedGame(t *testing.T) (path, id string) {
	t.Helper()
	w := modeltest.New(t, modeltest.Options{})
	ann, bob := w.SignUp("ann"), w.SignUp("bob")
	g := w.Begin(ann, bob, "hnefatafl", "7x7")
	w.Play(g, ann, "d1-c1")
	return w.Database, g.ID
}

func TestCheck(t *testing.T) {
	path, id := storedGame(t)
	check := func() (status int, out string) {
		var b bytes.Buffer
		status = run(context.Background(), []string{"check", "--database", path}, func(string) string { return "" }, &b, &b)
		return status, b.String()
	}
	if status, out := check(); status != 0 || !strings.Contains(out, "1 game, 1 turn checked: 0 faults") {
		t.Fatalf("status %d: %s", status, out)
	}
	db, err := sql.Open("sqlite3", path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	const tamper = "DROP TRIGGER turns_final; UPDATE turns SET at = at - 1 WHERE ply = 1"
	if _, err := db.ExecContext(t.Context(), tamper); err != nil {
		t.Fatal(err)
	}
	status, out := check()
	if status != 1 || !strings.Contains(out, "game "+id+", ply 1: hash: ") || !strings.Contains(out, "1 fault,") {
		t.Fatalf("status %d: %s", status, out)
	}
}

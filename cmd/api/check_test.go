package main

import (
	"bytes"
	"context"
	"database/sql"
	"fmt"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"turnpost/cmd/api/programtest"
	"turnpost/models/modeltest"
	"turnpost/rules/rulestest/sample"
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
	const tamper = "DROP TRIGGER turns_final; UPDATE turns SET at = at - 1 WHERE id % 1048576 = 1"
	if _, err := db.ExecContext(t.Context(), tamper); err != nil {
		t.Fatal(err)
	}
	status, out := check()
	if status != 1 || !strings.Contains(out, "game "+id+", ply 1: hash: ") || !strings.Contains(out, "1 fault,") {
		t.Fatalf("status %d: %s", status, out)
	}
}

// An interrupted check says how it is continued, and a continued one checks the rest of the games.
func TestCheckContinues(t *testing.T) {
	sample.Whole(t, "checks many games")
	t.Parallel()
	path := filepath.Join(t.TempDir(), "seed.db")
	const games = 250
	programtest.SeedGames(t, path, games, time.Now())
	db, err := sql.Open("sqlite3", path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	var ids []string
	rows, err := db.QueryContext(t.Context(), "SELECT id FROM games ORDER BY number")
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	for rows.Next() {
		ids = append(ids, "")
		if err := rows.Scan(&ids[len(ids)-1]); err != nil {
			t.Fatal(err)
		}
	}
	if err := rows.Err(); err != nil || len(ids) != games {
		t.Fatalf("%d games, %v", len(ids), err)
	}
	programtest.Exec(t, db, "DROP TRIGGER turns_final")
	programtest.Exec(t, db, `UPDATE turns SET at = at - 1
		WHERE id IN (SELECT number * 1048576 + 1 FROM games WHERE id IN (?, ?))`, ids[0], ids[games-1])

	ctx, interrupt := context.WithCancel(t.Context())
	defer interrupt()
	var out, log bytes.Buffer
	// The first fault interrupts: only the games that are in memory with it are checked.
	fault := writerFunc(func(b []byte) (int, error) {
		interrupt()
		return out.Write(b)
	})
	none := func(string) string { return "" }
	if status := run(ctx, []string{"check", "--database", path}, none, fault, &log); status == 0 {
		t.Fatalf("an interrupted check succeeded: %s%s", &out, &log)
	}
	reached := regexp.MustCompile(`100 games, 1 fault checked; --after (\w+) continues`).FindStringSubmatch(log.String())
	if reached == nil || reached[1] != ids[99] || strings.Contains(out.String(), ids[games-1]) {
		t.Fatalf("game 100 is %s: %s%s", ids[99], &out, &log)
	}
	out.Reset()
	status := run(t.Context(), []string{"check", "--database", path, "--after", reached[1]}, none, &out, &log)
	if status != 1 || strings.Contains(out.String(), ids[0]) ||
		!strings.Contains(out.String(), "game "+ids[games-1]+", ply 1") ||
		!strings.Contains(out.String(), fmt.Sprint(games-100, " games, ")) || !strings.Contains(out.String(), "1 fault,") {
		t.Fatalf("status %d: %s", status, &out)
	}
}

func TestCheckAfterAnUnknownGame(t *testing.T) {
	path, _ := storedGame(t)
	var out bytes.Buffer
	none := func(string) string { return "" }
	status := run(t.Context(), []string{"check", "--database", path, "--after", "zzz"}, none, &out, &out)
	if want := "turnpost: --after: there is no game \"zzz\"\n"; status != 1 || out.String() != want {
		t.Errorf("status %d: %s, want %s", status, &out, want)
	}
}

type writerFunc func(b []byte) (int, error)

func (f writerFunc) Write(b []byte) (int, error) { return f(b) }

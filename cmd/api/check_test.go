package main

import (
	"bytes"
	"context"
	"database/sql"
	"log/slog"
	"path/filepath"
	"strings"
	"testing"

	"turnpost/models"
)

// storedGame is a database with a game of one turn.
func storedGame(t *testing.T) (path, id string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "turnpost.db")
	store, err := models.Open(t.Context(), models.Options{Database: path, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := store.Close(); err != nil {
			t.Error(err)
		}
	})
	player := func(name string) models.Player {
		address := name + "@example.org"
		if err := store.Register(t.Context(), models.NewPlayer{Name: name, Email: address}); err != nil {
			t.Fatal(err)
		}
		_, p, err := store.SignIn(t.Context(), address, mailedCode(t, store), "test")
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	ann, bob := player("ann"), player("bob")
	c, err := store.Challenge(t.Context(), ann, models.NewChallenge{Ruleset: "hnefatafl", Variant: "7x7", Opponent: "bob", Seat: "first"})
	if err != nil {
		t.Fatal(err)
	}
	g, err := store.Accept(t.Context(), bob, c.ID)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := store.PlayTurn(t.Context(), models.TurnInput{Game: g.ID, Player: ann.ID, Text: "d1-c1", Via: models.ViaHTTP}); err != nil {
		t.Fatal(err)
	}
	return path, g.ID
}

func mailedCode(t *testing.T, store *models.Store) string {
	t.Helper()
	claims, err := store.ClaimNotices(t.Context(), 1, patience)
	if err != nil || len(claims) != 1 {
		t.Fatal(claims, err)
	}
	letter, err := store.Letter(t.Context(), claims[0])
	if err != nil {
		t.Fatal(err)
	}
	if err := store.Sent(t.Context(), claims[0]); err != nil {
		t.Fatal(err)
	}
	return letter.Code
}

func TestCheck(t *testing.T) {
	path, id := storedGame(t)
	check := func() (status int, out string) {
		var b bytes.Buffer
		status = run(context.Background(), []string{"check", "--database", path}, func(string) string { return "" }, &b, &b)
		return status, b.String()
	}
	if status, out := check(); status != 0 || !strings.Contains(out, "1 games, 1 turns checked: 0 faults") {
		t.Fatalf("status %d: %s", status, out)
	}
	db, err := sql.Open("sqlite3", path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.ExecContext(t.Context(), "DROP TRIGGER turns_final; UPDATE turns SET at = at - 1 WHERE ply = 1"); err != nil {
		t.Fatal(err)
	}
	if status, out := check(); status != 1 || !strings.Contains(out, "game "+id+", ply 1: hash: ") || !strings.Contains(out, "1 faults") {
		t.Fatalf("status %d: %s", status, out)
	}
}

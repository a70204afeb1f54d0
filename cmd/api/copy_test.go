package main

import (
	"context"
	"errors"
	"log/slog"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"turnpost/cmd/api/programtest"
	"turnpost/models/store"
	"turnpost/rules/rulestest/sample"
)

// TestCopy copies a database into one of the other kind, or of the same where there is only one, with an interruption
// after each part, and back. No server may use a part of a copy, and in the end everything must be equal.
func TestCopy(t *testing.T) {
	t.Parallel()
	first := databaseFile(t)
	p := programtest.NewPost(t)
	i := startAt(t, func() time.Time { return time.Now().Add(-time.Hour) }, "serve", "--listen", "127.0.0.1:0",
		"--database", first, "--smtp", "smtp://"+p.Address, "--base-url", "http://play.example.org")
	ann, bob := i.SignUp(p, "ann"), i.SignUp(p, "bob")
	game := i.Begin(ann, bob, "hnefatafl", "7x7")
	i.Call("POST", "/v1/games/"+game.ID+"/turns", ann, `{"turn":"d1-c1","ply":0,"message":"héllo ☺"}`, 201, nil)
	i.Call("POST", "/v1/games/"+game.ID+"/turns", bob, "d3-c3", 201, nil)
	i.Begin(ann, bob, "bohnduell", "")
	i.Stop()
	whole := programtest.ReadTables(t, first)

	second := programtest.NewPostgres(t)
	if second == "" {
		second = filepath.Join(t.TempDir(), "second.db")
	}
	parts, most := 0, sample.Count(1, 30)
	for { // interrupted after each part; in a short run, after thirty at a time
		ctx, interrupt := context.WithCancel(t.Context())
		copied := 0
		err := store.Transfer(ctx, first, second, slog.New(slog.DiscardHandler), func(string, int64) {
			if copied++; copied == most {
				interrupt()
			}
		})
		interrupted := ctx.Err() != nil
		interrupt()
		if err == nil {
			break
		}
		if parts++; parts > 200 || !interrupted || !errors.Is(err, context.Canceled) {
			t.Fatalf("part %d: %v", parts, err)
		}
		if parts%10 == 1 {
			for _, args := range [][]string{{"serve", "--listen", "127.0.0.1:0"}, {"migrate"}, {"check"}, {"admin", "players"}} {
				if exit, out := command(t, "", false, append(args, "--database", second)...); exit == 0 ||
					!strings.Contains(out, "holds only a part of") {
					t.Errorf("%v on a part of a copy: %d %s", args, exit, out)
				}
			}
		}
	}
	if parts < 20/most {
		t.Errorf("%d parts", parts)
	}
	third := filepath.Join(t.TempDir(), "third.db")
	if exit, out := command(t, "", false, "copy", "--from", second, "--to", third); exit != 0 ||
		!strings.Contains(out, " checked: 0 faults") {
		t.Errorf("copying back: %d %s", exit, out)
	}
	for _, database := range []string{second, third} {
		copied := programtest.ReadTables(t, database)
		if len(copied) != len(whole) {
			t.Errorf("%s has %d tables, not %d", database, len(copied), len(whole))
		}
		for name, table := range whole {
			if name == "goose_db_version" {
				continue
			}
			if got, want := copied[name].Only(table.Columns), table.Only(table.Columns); !reflect.DeepEqual(got, want) {
				t.Errorf("%s: table %s:\n%v\nwant\n%v", database, name, got, want)
			}
		}
	}
	for what, args := range map[string][]string{
		"is not empty":  {"--from", first, "--to", third},
		"database is":   {"--from", filepath.Join(t.TempDir(), "none.db"), "--to", filepath.Join(t.TempDir(), "new.db")},
		"missing flags": {"--from", first},
	} {
		if exit, out := command(t, "", false, append([]string{"copy"}, args...)...); exit == 0 {
			t.Errorf("%s: %s", what, out)
		}
	}

	// The copy goes on where the first one ended: with the numbers of new rows, and the game.
	next := serveOn(t, second, p)
	next.Call("POST", "/v1/games/"+game.ID+"/turns", ann, `{"turn":"c1-d1","ply":2}`, 201, nil)
	cleo := next.SignUp(p, "cleo")
	next.Begin(cleo, bob, "hnefatafl", "7x7")
	if exit, out := command(t, "", false, "copy", "--from", second, "--to",
		filepath.Join(t.TempDir(), "used.db")); exit == 0 ||
		!strings.Contains(out, "a server used the database") {
		t.Errorf("of a database in use: %d %s", exit, out)
	}
}

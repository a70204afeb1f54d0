package main

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"turnpost/cmd/api/programtest"
	"turnpost/models/modeltest/bed"
	"turnpost/models/store"
	"turnpost/rules/rulestest/sample"
)

// A database that is missing or empty is made by serve, which says so and where, or with --create=no refused, like by
// all other subcommands but migrate.
func TestMissingDatabase(t *testing.T) {
	for _, state := range sample.Every(2, []string{"missing", "empty"}) {
		database := bed.Database(t)
		if state == "empty" && !store.IsPostgres(database) {
			if err := os.WriteFile(database, nil, 0o600); err != nil {
				t.Fatal(err)
			}
		}
		named := database
		if store.IsPostgres(database) {
			named = store.DatabaseName(database)
		}
		where := []string{"--database", database}
		for _, args := range [][]string{
			{"serve", "--create=no", "--listen=127.0.0.1:0"},
			{"demo", "--create=no", "--listen=127.0.0.1:0"},
			{"admin", "players"},
			{"check"},
			{"inbound", "--sender=a@example.org", "--smtp=file:" + t.TempDir()},
		} {
			before := folderOf(t, database)
			exit, out := command(t, "From: a@example.org\n\nhello\n", false, append(args, where...)...)
			if exit == 0 || !strings.Contains(out, named) {
				t.Errorf("%s: %v: %d: %s", state, args, exit, out)
			}
			if created := slices.Contains(args, "--create=no"); created && !strings.Contains(out, "turnpost migrate") {
				t.Errorf("%s: %v: %s", state, args, out)
			}
			if after := folderOf(t, database); state == "missing" && len(after) > len(before) {
				t.Errorf("%v left %v", args, after)
			}
		}
		expect(t, 0, []string{"applied 0001_init.sql", "a new one was made", named}, append([]string{"migrate"}, where...)...)
		expect(t, 0, []string{"NAME"}, append([]string{"admin", "players"}, where...)...)
	}
}

// The log of a server has a warning with the path of a database that it has made, and none where there is one.
func TestNewDatabaseIsAnnounced(t *testing.T) {
	database := filepath.Join(t.TempDir(), "turnpost.db")
	for _, want := range []bool{true, false} {
		log := serveOnce(t, "--database", database)
		warned := strings.Contains(log, `"level":"WARN"`) && strings.Contains(log, "a new one was made") &&
			strings.Contains(log, database)
		if warned != want {
			t.Errorf("a new database is announced: %v, want %v: %s", warned, want, log)
		}
	}
}

// serveOnce starts a server, stops it once it answers, and returns its log.
func serveOnce(t *testing.T, args ...string) (log string) {
	t.Helper()
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	out := &programtest.Output{}
	p := &program{ctx: ctx, in: strings.NewReader(""), out: out, err: out, serves: func(string) { stop() }}
	args = append([]string{"serve", "--listen=127.0.0.1:0", "--smtp=file:" + t.TempDir()}, args...)
	if exit := runWith(p, args, func(string) string { return "" }); exit != 0 {
		t.Fatalf("%d: %s", exit, out)
	}
	return out.String()
}

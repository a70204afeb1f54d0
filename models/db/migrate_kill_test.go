package db

import (
	"fmt"
	"log/slog"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"testing/fstest"
	"time"

	"turnpost/rules/rulestest/sample"
)

// slowRows is the number of rows that each slow migration writes: enough to be killed during it.
const slowRows = 10000

// kills is the number of times that a process is killed.
const kills = 8

// slowSteps returns two migrations after the first, each of which changes the schema and writes many rows.
func slowSteps() fstest.MapFS {
	rows := fmt.Sprintf("WITH RECURSIVE r (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM r WHERE i < %d) "+
		"SELECT 'row ' || i FROM r", slowRows)
	return steps(
		"-- +goose Up\nALTER TABLE things ADD COLUMN note TEXT NOT NULL DEFAULT 'none';\n"+
			"INSERT INTO things (name) "+rows+";\nCREATE INDEX things_note ON things (note, name);\n",
		"-- +goose Up\nCREATE TABLE others (name TEXT PRIMARY KEY);\nINSERT INTO others (name) "+rows+";\n")
}

// TestMigrateAlone is the process that TestKilledWhileMigrating kills: it migrates the database that an environment
// variable names, and does nothing without it.
func TestMigrateAlone(t *testing.T) {
	path := os.Getenv("TURNPOST_TEST_MIGRATE")
	if path == "" {
		return
	}
	if _, _, err := openAt(t, Options{Source: path, Migrations: slowSteps(), Copy: true}); err != nil {
		t.Error(err)
	}
}

// TestKilledWhileMigrating kills a process (SIGKILL) while it copies and migrates a database. Each migration is either
// complete or absent, each copy is complete, and the next process finishes the work.
func TestKilledWhileMigrating(t *testing.T) {
	sample.Whole(t, "kills processes")
	migrate := func(path string) *exec.Cmd {
		command := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestMigrateAlone$")
		// Without the second in which the race detector waits at the end.
		command.Env = append(os.Environ(), "TURNPOST_TEST_MIGRATE="+path, "GORACE=atexit_sleep_ms=0")
		return command
	}
	began := time.Now()
	if out, err := migrate(first(t)).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	whole := time.Since(began)
	rnd := rand.New(rand.NewPCG(5, 5)) // fixed seed
	killed := map[int]int{}            // by the number of migrations that were left to the next process
	for n := 0; n < kills || len(killed) < 2 && n < 4*kills; n++ {
		path := first(t)
		command, started := migrate(path), time.Now()
		if err := command.Start(); err != nil {
			t.Fatal(err)
		}
		// Later each time, to hit every phase.
		part := whole / (kills + 1)
		kill := time.AfterFunc(part*time.Duration(n%kills+1)+time.Duration(rnd.Int64N(int64(part))), func() {
			_ = command.Process.Kill()
		})
		if command.Wait() == nil { // the first run was slower, as the machine was busier
			whole = min(whole, time.Since(started))
		}
		kill.Stop()
		// At once: PostgreSQL may still carry out what the killed process had sent, such as a COMMIT.
		applied, _, err := openAt(t, Options{Source: path, Migrations: slowSteps(), Copy: true})
		if err != nil {
			t.Error(err)
		}
		killed[len(applied)]++
		if n%kills == kills-1 && killed[2] > n { // the first run was faster, as the machine was idler
			whole += whole / 2
		}
		if schema := checkWhole(t, path); schema != 3 {
			t.Errorf("the next process brought it to schema %d", schema)
		}
		if parts, _ := filepath.Glob(path + "*.part"); len(parts) > 0 {
			t.Errorf("left: %v", parts)
		}
		if copies, _ := filepath.Glob(path + ".schema1-*.backup"); len(copies) == 0 && !IsPostgres(path) {
			t.Error("no copy of the schema from which the upgrade began is left")
		}
	}
	if len(killed) < 2 {
		t.Errorf("all were killed at one schema; migrations left, and how often: %v", killed)
	}
}

// checkWhole checks that a database and its copies are intact and have exactly the rows of their schema.
func checkWhole(t *testing.T, path string) (schema int64) {
	t.Helper()
	d, err := Open(t.Context(), Options{Source: path, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	if schema, err = d.Schema(t.Context()); err != nil {
		t.Fatal(err)
	}
	s, err := readShape(d.reader, d.postgres)
	if err != nil {
		t.Fatal(err)
	}
	want, newest, err := shapesOf(t.Context(), slowSteps(), schema)
	if err != nil {
		t.Fatal(err)
	}
	if found := differences(want, newest, s); len(found) > 0 {
		t.Errorf("schema %d: %v", schema, found)
	}
	count := func(query string, want int64) {
		t.Helper()
		var n int64
		if err := d.Read(t.Context()).Raw(query).Scan(&n).Error; err != nil || n != want {
			t.Errorf("schema %d: %s: %d, %v, want %d", schema, query, n, err, want)
		}
	}
	rows := map[bool]int64{true: slowRows}
	count("SELECT COUNT(*) FROM things", 1+rows[schema >= 2])
	if schema >= 3 {
		count("SELECT COUNT(*) FROM others", slowRows)
	}
	if d.postgres {
		return schema
	}
	count("SELECT COUNT(*) FROM pragma_integrity_check WHERE integrity_check <> 'ok'", 0)
	copies, err := filepath.Glob(path + ".schema*.backup")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range copies {
		checkWhole(t, file)
	}
	return schema
}

package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"turnpost/cmd/api/programtest"
	"turnpost/models/store"
	"turnpost/rules/rulestest/sample"
)

// TestBackup copies the database of a running server and checks the copy.
func TestBackup(t *testing.T) {
	sample.Together(t, "copies a database while it changes")
	folder := t.TempDir()
	database, copied := filepath.Join(folder, "turnpost.db"), filepath.Join(folder, "copy.db")
	start(t, "demo", "--listen", "127.0.0.1:0", "--database", database, "--smtp", "file:"+filepath.Join(folder, "mail"))
	command := func(args ...string) (int, string) {
		out := &programtest.Output{}
		exit := runWith(&program{ctx: t.Context(), out: out, err: out}, args, func(string) string { return "" })
		return exit, out.String()
	}
	if exit, out := command("backup", "--database", database, copied); exit != 0 {
		t.Fatalf("%d: %s", exit, out)
	}
	exit, out := command("check", "--database", copied)
	if exit != 0 || !strings.Contains(out, "2 games, 4 turns checked: 0 faults") {
		t.Fatalf("%d: %s", exit, out)
	}
	exit, out = command("backup", "--database", database, copied)
	if exit != 1 || !strings.Contains(out, "there already") {
		t.Fatalf("over a file: %d: %s", exit, out)
	}
	for _, name := range []string{"check", "backup"} {
		args := []string{name, "--database", filepath.Join(folder, "nothere.db")}
		if name == "backup" {
			args = append(args, filepath.Join(folder, "another.db"))
		}
		if exit, out := command(args...); exit != 1 || !strings.Contains(out, "no such file") {
			t.Fatalf("%s of a missing database: %d: %s", name, exit, out)
		}
	}
}

// A file that was cut to nothing is neither checked nor backed up nor administered as a database without games.
func TestEmptyDatabase(t *testing.T) {
	for _, args := range [][]string{{"check"}, {"admin", "players"}, {"backup", filepath.Join(t.TempDir(), "copy.db")}} {
		empty := filepath.Join(t.TempDir(), "empty.db")
		if err := os.WriteFile(empty, nil, 0o600); err != nil {
			t.Fatal(err)
		}
		var out bytes.Buffer
		exit := run(t.Context(), append(args, "--database", empty), func(string) string { return "" }, &out, &out)
		if exit != 1 || !strings.Contains(out.String(), "the database is empty") {
			t.Errorf("%v: %d: %s", args, exit, &out)
		}
		if len(args) == 2 && args[0] == "backup" {
			if _, err := os.Stat(args[1]); !os.IsNotExist(err) {
				t.Errorf("a copy of nothing: %v", err)
			}
		}
	}
}

// A check leaves no trace in a back-up, whose checksum the operator may have kept, nor beside it.
func TestCheckChangesNothing(t *testing.T) {
	path, _ := storedGame(t)
	if store.IsPostgres(path) {
		return
	}
	folder := t.TempDir()
	copied := filepath.Join(folder, "copy.db")
	for _, args := range [][]string{{"backup", "--database", path, copied}, {"check", "--database", copied}} {
		before, _ := os.ReadFile(copied)
		if exit, out := command(t, "", false, args...); exit != 0 {
			t.Fatalf("%v: %d: %s", args, exit, out)
		}
		after, err := os.ReadFile(copied)
		if err != nil || args[0] == "check" && !bytes.Equal(before, after) {
			t.Errorf("%s changed the file, %v", args[0], err)
		}
	}
	if files, err := os.ReadDir(folder); err != nil || len(files) != 1 {
		t.Errorf("%v, %v", files, err)
	}
}

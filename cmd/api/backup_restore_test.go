package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"turnpost/cmd/api/programtest"
	"turnpost/rules/rulestest/sample"
)

// TestRestore destroys a database and restores it by the commands of the operators' manual, in their order.
func TestRestore(t *testing.T) {
	sample.Whole(t, "destroys a database")
	t.Parallel()
	p, database := programtest.NewPost(t), databaseFile(t)
	i := serveOn(t, database, p)
	ann, bob := i.SignUp(p, "ann"), i.SignUp(p, "bob")
	game := i.Begin(ann, bob, "hnefatafl", "7x7")
	i.Call("POST", "/v1/games/"+game.ID+"/turns", ann, "d1-c1", 201, nil)
	copied := filepath.Join(filepath.Dir(database), "copy.db")
	if exit, out := command(t, "", false, "backup", "--database", database, copied); exit != 0 {
		t.Fatalf("%d: %s", exit, out)
	}
	i.Call("POST", "/v1/games/"+game.ID+"/turns", bob, "d3-c3", 201, nil) // not in the back-up
	i.Stop()
	if err := os.WriteFile(database, []byte("a disk has failed"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(database+"-wal", []byte("and left something"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, line := range restoreCommands(t) {
		line = strings.NewReplacer(
			"/backup/turnpost-2026-11-21.db", copied,
			"/var/lib/turnpost/turnpost.db", database,
		).Replace(line)
		words := strings.Fields(line)
		switch words[0] {
		case "systemctl":
		case "turnpost":
			exit, out := command(t, "", false, words[1:]...)
			if exit != 0 || !strings.Contains(out, "1 turn checked: 0 faults") {
				t.Fatalf("%s: %d: %s", line, exit, out)
			}
		case "rm":
			for _, file := range words[2:] {
				if err := os.RemoveAll(file); err != nil {
					t.Fatal(err)
				}
			}
		case "cp":
			text, err := os.ReadFile(words[1])
			if err == nil {
				err = os.WriteFile(words[2], text, 0o600)
			}
			if err != nil {
				t.Fatal(err)
			}
		default:
			t.Fatalf("the manual restores by %q", line)
		}
	}
	i = serveOn(t, database, p)
	var now programtest.Game
	i.Call("GET", "/v1/games/"+game.ID, "", "", 200, &now)
	if now.Ply != 1 {
		t.Fatalf("the restored game is at ply %d", now.Ply)
	}
	i.Call("POST", "/v1/games/"+game.ID+"/turns", bob, "d3-c3", 201, &now)
	if exit, out := command(t, "", false, "check", "--database", database); exit != 0 || now.Ply != 2 {
		t.Errorf("%d: %s", exit, out)
	}
}

// restoreCommands are the commands of the manual from stopping to starting the service.
func restoreCommands(t *testing.T) []string {
	t.Helper()
	restore := regexp.MustCompile(`(?s)    systemctl stop turnpost\n.*?    systemctl start turnpost\n`)
	_, chapter, _ := strings.Cut(readFile(t, manual), "\n## Restore\n")
	block := restore.FindString(chapter)
	lines := strings.Split(strings.TrimSpace(block), "\n")
	if len(lines) < 4 {
		t.Fatalf("the manual restores by %q", block)
	}
	for n := range lines {
		lines[n] = strings.TrimSpace(lines[n])
	}
	return lines
}

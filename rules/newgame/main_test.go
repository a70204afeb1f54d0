package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The row of the example becomes that of the game, whose words may begin with any letter.
func TestRowOfTheReadme(t *testing.T) {
	t.Chdir(t.TempDir())
	const before = "| **Hnefatafl** | a king |\n| **Chess** | three in a row on nine squares |\n\nMore.\n"
	if err := os.WriteFile("README.md", []byte(before), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := tell("chess", "name: Шахматы\nsummary: Échec to every king.\n"); err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	const old, renamed = "Chess** | three in a row on nine squares", "Шахматы** | échec to every king"
	if want := strings.Replace(before, old, renamed, 1); string(got) != want {
		t.Errorf("the table is\n%s\nwant\n%s", got, want)
	}
}

// A copy has another package comment than the example, which would not be true of it.
func TestCommentOfACopy(t *testing.T) {
	t.Chdir("../..")
	folder := t.TempDir()
	if err := begin("chess", folder); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join(folder, "chess.go"))
	if err != nil {
		t.Fatal(err)
	}
	if want := "// Package chess is the game Chess.\npackage chess\n"; !strings.HasPrefix(string(text), want) {
		t.Errorf("the copy begins\n%.200s\nwant\n%s", text, want)
	}
}

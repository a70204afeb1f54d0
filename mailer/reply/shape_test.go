package reply

import (
	"bufio"
	"os"
	"path/filepath"
	"testing"

	"turnpost/rules/rulestest/sample"
)

var shapes = map[string]shape{
	"turn": turnShape, "move": moveShape, "away": awayShape, "takeback": takebackForm, "say": sayForm, "plan": planForm,
	"bullet": bullet, "number": number, "smile": smile, "label": moveLabel,
}

// quickLooks fails if the test of a shape excludes a text that its pattern matches.
func quickLooks(t *testing.T, text string) {
	t.Helper()
	for name, s := range shapes {
		found := s.pattern().FindStringSubmatch(text)
		if name == "label" && found != nil && !isMoveLabel(found[1]) {
			continue // which is no use
		}
		if found != nil && !s.may(text) {
			t.Errorf("%s: %q matches, and does not look like it", name, text)
		}
	}
}

// No shape misses a line of the mails of testdata, with or without its first signs.
func TestQuickLooksHideNothing(t *testing.T) {
	files, err := filepath.Glob("testdata/mails/*.eml")
	if err != nil || len(files) == 0 {
		t.Fatalf("%d mails: %v", len(files), err)
	}
	for _, file := range sample.Every(4, files) {
		f, err := os.Open(file)
		if err != nil {
			t.Fatal(err)
		}
		for lines := bufio.NewScanner(f); lines.Scan(); {
			for at := range lines.Text() {
				quickLooks(t, lines.Text()[at:])
				if at >= 2 {
					break
				}
			}
		}
		f.Close()
	}
}

func FuzzQuickLooks(f *testing.F) {
	for _, text := range []string{
		"d1-d4", "ab3ab4", "place 3", "empty12", "a1", "(13.) d1-d4", "Away: from 1.2. to 3.2.", "Take back 3",
		"ſay hi", "plan: d1-d4 : e1-e2", "• d1-d4", "-d1", "thanks :-)", "thanks xD", "so ^^", "me <3", "My move: d1",
		"Turn 13 is d1", "13. d1-d4", "Mein Zug：d1-d4", "İ: d1", "K: d1",
	} {
		f.Add(text)
	}
	f.Fuzz(quickLooks)
}

package rules

import (
	"strings"
	"testing"
)

// Of the steps that begin as the typed word does, those that touch the places that it names come first.
func TestStepsByLikeness(t *testing.T) {
	steps := []Step{
		{Text: "d1-c1/g7", Places: []string{"d1", "c1", "g7"}},
		{Text: "d1-d7/c6", Places: []string{"d1", "d7", "c6"}},
		{Text: "d1-d7/g7", Places: []string{"d1", "d7", "g7"}},
		{Text: "g7-d1/d7", Places: []string{"g7", "d1", "d7"}},
	}
	for word, want := range map[string]string{
		"d1-d7-g7": "d1-d7/g7 d1-d7/c6 d1-c1/g7 g7-d1/d7",
		"d1 d7 g7": "d1-d7/g7 d1-c1/g7 d1-d7/c6 g7-d1/d7",
		"d1-c":     "d1-c1/g7 d1-d7/c6 d1-d7/g7 g7-d1/d7",
		"":         "d1-c1/g7 d1-d7/c6 d1-d7/g7 g7-d1/d7",
	} {
		if got := strings.Join((Options{Steps: byLikeness(steps, word)}).Texts(), " "); got != want {
			t.Errorf("%q: got %s, want %s", word, got, want)
		}
	}
}

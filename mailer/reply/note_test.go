package reply

import (
	"slices"
	"testing"
)

func TestNotes(t *testing.T) {
	const wrapped = "note this is a long line, which the mail program\nof its writer has divided in two"
	for body, want := range map[string][]Command{
		"note the king goes left":                  {{Verb: Note, Text: "the king goes left"}},
		"Hello,\n\nNote: Watch D1 – and <b>d2</b>": {{Verb: Note, Text: "Watch D1 – and <b>d2</b>"}},
		wrapped:                      {{Verb: Note, Text: wrapped[5:48] + " " + wrapped[49:]}},
		"note a\n\nnote b":           {{Verb: Note, Text: "a\nb"}},
		"note a\n\nd1-d4":            {{Verb: Turn, Text: "d1-d4"}, {Verb: Note, Text: "a"}},
		"note a\n\nd1-d4\nsay hello": {{Verb: Turn, Text: "d1-d4"}, {Verb: Say, Text: "hello"}, {Verb: Note, Text: "a"}},
		"note a\nCheers,\nAnn":       {{Verb: Note, Text: "a"}},
		"d1-d4\n\nnote a":            {{Verb: Turn, Text: "d1-d4"}, {Verb: Note, Text: "a"}},
		"d1-d4\nnote a b c d":        {{Verb: Turn, Text: "d1-d4"}, {Verb: Note, Text: "a b c d"}},
		"d1-d4\nsay hello\n\nnote a": {{Verb: Turn, Text: "d1-d4"}, {Verb: Say, Text: "hello"}, {Verb: Note, Text: "a"}},
		"d1-d4\n\nWell.\n\nnote a":   {{Verb: Turn, Text: "d1-d4"}},
		"d1-d4\n\nBest,\nnote a":     {{Verb: Turn, Text: "d1-d4"}},
		"note":                       nil,
		"noted":                      nil,
		"> note a":                   nil,
	} {
		got := readText(t, body)
		if !slices.Equal(got.Commands, want) || len(got.Possible) > 0 && want != nil {
			t.Errorf("%q is read as %+v, possibly %+v", body, got.Commands, got.Possible)
		}
		if len(want) > 0 && want[len(want)-1].Verb == Note && (got.ForOpponent || got.Words != "") {
			t.Errorf("%q is for the opponent: %+v", body, got)
		}
	}
	// A note within words to the opponent may be a part of them, and may be private.
	got := readText(t, "d1-d4\nsay good luck\nnote the king goes left")
	if len(got.Commands) > 0 || !slices.Equal(got.Possible, []Command{
		{Verb: Turn, Text: "d1-d4"}, {Verb: Note, Text: "the king goes left"},
	}) {
		t.Errorf("%+v, %+v", got.Commands, got.Possible)
	}
	// A turn within a note may be a part of its words.
	got = readText(t, "note he plays\nd1-d4")
	if len(got.Commands) > 0 || !slices.Equal(got.Possible, []Command{
		{Verb: Turn, Text: "d1-d4"}, {Verb: Note, Text: "he plays"},
	}) {
		t.Errorf("%+v, %+v", got.Commands, got.Possible)
	}
}

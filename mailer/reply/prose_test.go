package reply

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"turnpost/rules"
)

// A legal turn within other words is asked about, as a person would ask; whether the words mean it is not for a program
// to say.
func TestTurnsInProse(t *testing.T) {
	legal := func(s string) bool {
		folded := rules.Notation{Squares: true, Steps: true}.Fold(strings.ToLower(s))
		return slices.Contains([]string{"d1-d4", "d1-d5", "p3", "d4-h8~k11", "b4-c6 c6-e7"}, folded)
	}
	for text, want := range map[string][]string{
		"I would like to play d1-d4.":                {"d1-d4"},
		"Dann eben d1-d4!":                           {"d1-d4"},
		"Тогда д1-д4":                                nil, // letters of another alphabet are no squares here
		"Maybe “D1–D4”, I do not know yet":           {"D1-D4"},
		"d1-d4 or d1-d5?\nI cannot decide, d1-d4...": {"d1-d4", "d1-d5"},
		"then b4-c6 c6-e7 and we will see":           {"b4-c6 c6-e7"},
		"I shoot d4-h8~k11, that must hurt":          {"d4-h8~k11"},
		"so p3 it is":                                {"p3"},
		"d1 d4":                                      {"d1-d4"},
		"d1-d4 <http://d1-d4/>":                      {"d1-d4"},
		"a1-a9 was strong, and e9-e1 too":            nil,
		"We met in room d1, on 4 May":                nil,
	} {
		m, err := Read([]byte(plainHeader+text+"\n"), Options{Readable: legal, Legal: legal})
		if err != nil || len(m.Reply.Commands) > 0 || len(m.Reply.Possible) != len(want) || len(m.Reply.Lines) != len(want) {
			t.Errorf("%q is read as %+v, %v, want %q", text, m.Reply, err, want)
			continue
		}
		for i, c := range m.Reply.Possible {
			if c.Verb != Turn || !strings.EqualFold(c.Text, want[i]) {
				t.Errorf("%q: %+v, want %q", text, c, want[i])
			}
		}
	}
	// Where a command is read, or may be, nothing else is looked for.
	m, err := Read([]byte(plainHeader+"say I thought about d1-d4 too\n"), Options{Readable: legal, Legal: legal})
	if err != nil || !reflect.DeepEqual(m.Reply.Commands, say("I thought about d1-d4 too")) || len(m.Reply.Possible) > 0 {
		t.Errorf("%+v, %v", m.Reply, err)
	}
}

// The search costs a bounded number of questions to the game, however long the text is.
func TestTurnsInProseAreBounded(t *testing.T) {
	asked := 0
	never := func(string) bool { asked++; return false }
	var text strings.Builder
	for i := range 2000 {
		fmt.Fprintf(&text, "and d%d-e%d is what\n", i%11+1, i%9+1)
	}
	m, err := Read([]byte(plainHeader+text.String()), Options{Readable: never, Legal: never})
	if err != nil || len(m.Reply.Possible) > 0 || asked > 20_000 { // a few for each line that is read, and the search
		t.Errorf("%d questions; %+v, %v", asked, m.Reply.Possible, err)
	}
}

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

// captures is a position in which any turn is refused, and b2 continues by a capture.
type captures struct{ Position }

func (captures) Play(string) (Played, error) { return Played{}, Illegal("far", "turn.far") }

func (captures) Next(prefix string) (Options, error) {
	switch prefix {
	case "b2", "b2 x":
		return Options{Steps: []Step{{Text: "xa1"}, {Text: "xg1"}}}, nil
	}
	return Options{}, Illegal("far", "turn.far")
}

// A wrong capture after a legal step is answered with the legal ones.
func TestOptionsOfALetter(t *testing.T) {
	p := lenientPosition{captures{}, &Notation{Squares: true, Steps: true}}
	for typed, want := range map[string]string{
		"b2 xd6": "xa1 xg1", "b2 Xg7": "xg1 xa1", "b2 d6": "", "b2 kd6": "", "xd6": "",
	} {
		_, err := p.Play(typed)
		refusal, _ := RefusalOf(err)
		if got := strings.Join(refusal.Options, " "); got != want {
			t.Errorf("%q: %q, want %q", typed, got, want)
		}
	}
}

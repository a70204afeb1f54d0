package pages

import (
	"strings"
	"testing"

	"turnpost/api/pages/drawn"
	"turnpost/api/pages/taps"
	"turnpost/rules"
	"turnpost/templates/board"
	"turnpost/templates/view"
	"turnpost/templates/words"
)

// A long list of steps from a chosen place is grouped by the places that follow it.
func TestLongListsAreGrouped(t *testing.T) {
	square := func(i int) string { return rules.Square{File: i % 8, Rank: i / 8}.String() }
	for _, c := range []struct{ ends, shots, choices int }{{2, 3, 6}, {3, 4, 12}, {6, 10, 7}, {5, 13, 6}, {61, 1, 62}} {
		steps := []rules.Step{{Text: "stay", Places: []string{"h8"}, Kind: "stay"}}
		for end := range c.ends {
			for shot := range c.shots {
				to, at := square(end), square(shot)
				steps = append(steps, rules.Step{Text: to + "/" + at, Places: []string{"h8", to, at}, Kind: "shot"})
			}
		}
		if c.choices == c.ends*c.shots {
			steps = steps[1:]
		}
		b := &taps.Build{At: []string{"h8"}, Options: rules.Options{Steps: steps}}
		panel := newTurnPanel(b, gameLinks{id: "x"}, words.For("en"), func(s rules.Step) string { return s.Kind })
		if len(panel.Choices) != c.choices || panel.Folded != (len(steps) > maxListed) || len(panel.Places) > 0 {
			t.Errorf("%d steps: %d choices, folded: %v", len(steps), len(panel.Choices), panel.Folded)
		}
		if c.choices == 6 && c.shots == 13 {
			if got := panel.Choices[1]; got != (choice{"a1", "13 possibilities", "/g/x?at=h8&at=a1#board"}) {
				t.Errorf("%+v", got)
			}
		}
	}
}

// Places of the opponent or of nobody are marked, so that the page says truly what can be tapped.
func TestWhatIsNotTheMoversIsMarked(t *testing.T) {
	grid := rules.Diagram{Files: 3, Ranks: 3, Pieces: []rules.Piece{
		{Square: "a1", Seat: rules.First}, {Square: "b1", Seat: rules.Second}, {Square: "c1", Seat: rules.NoSeat},
	}}
	bowls := rules.Diagram{Bowls: []rules.Bowl{{Name: "x", Seat: rules.First}, {Name: "y", Seat: rules.Second}}}
	for _, c := range []struct {
		d            rules.Diagram
		places       []string
		marked, from string
	}{
		{grid, []string{"a1"}, "", "pieces"},
		{grid, []string{"a1", "b1"}, "b1", "both"},
		{grid, []string{"b1", "c1"}, "b1 c1", "marked"},
		{grid, []string{"a3"}, "", "squares"},
		{grid, []string{"a3", "c1"}, "c1", "squares"},
		{grid, []string{"a1", "a3"}, "", "both"},
		{bowls, []string{"x"}, "", "bowls"},
		{bowls, []string{"x", "y"}, "y", "any"},
		{bowls, []string{"y"}, "y", "marked"},
	} {
		b := &taps.Build{}
		for _, place := range c.places {
			b.Options.Steps = append(b.Options.Steps, rules.Step{Text: place, Places: []string{place}, Kind: "take"})
		}
		panel := newTurnPanel(b, gameLinks{id: "x"}, words.For("en"), func(s rules.Step) string { return s.Kind })
		areas, marked := panel.areas(drawn.Places{Diagram: c.d, Language: words.For("en")}, rules.First), []string{}
		for _, a := range areas {
			if a.Mark == board.MarkMayFollow {
				marked = append(marked, a.Place)
			}
		}
		if from := drawn.New(&view.Board{Diagram: c.d}, "", areas...).From; strings.Join(marked, " ") != c.marked ||
			from != c.from {
			t.Errorf("%v: marked %v, %q", c.places, marked, from)
		}
	}
}

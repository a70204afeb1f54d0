package pages

import (
	"testing"

	"turnpost/api/pages/taps"
	"turnpost/rules"
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

func TestAPieceIsNamedWithItsSideOnce(t *testing.T) {
	for _, c := range []struct {
		name, side string
		names      bool
	}{
		{"black man", "Black", true}, {"weißer Stein", "Weiß", true}, {"чёрный камень", "Чёрные", true},
		{"attacker", "Attackers", true}, {"Kreuz", "Kreuze", true}, {"king", "Defenders", false}, {"regent", "Red", false},
		{"blunderbuss", "Blue", false}, {"man", "White", false}, {"", "White", false}, {"stone", "", false},
	} {
		if namesSide(c.name, c.side) != c.names {
			t.Errorf("%q of %q: %v", c.name, c.side, !c.names)
		}
	}
}

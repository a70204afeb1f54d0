package drawn

import (
	"slices"
	"strings"

	"turnpost/rules"
	"turnpost/templates/words"
)

// Places describes the content of a diagram's places for screen readers.
type Places struct {
	Diagram  rules.Diagram
	Sides    [2]string
	Language *words.Language
}

func (n Places) side(seat rules.Seat) string {
	if seat != rules.First && seat != rules.Second {
		return ""
	}
	return n.Sides[seat]
}

// Holds returns the description of the piece on a place.
func (n Places) Holds(place string) string {
	for _, p := range n.Diagram.Pieces {
		if p.Square != place {
			continue
		}
		key, side := "site.place.piece", n.side(p.Seat)
		switch {
		case side == "" || !p.Ball && namesSide(p.Name, side):
			return p.Name
		case p.Ball:
			key = "site.place.piece.ball"
		}
		return n.Language.Say(key, "piece", p.Name, "side", side)
	}
	for _, b := range n.Diagram.Bowls {
		if b.Name == place {
			return n.Language.Say("site.place.bowl", "n", b.Balls)
		}
	}
	if n.Diagram.Ball == place {
		return n.Language.Say("site.place.ball")
	}
	return n.Language.Say("site.place.empty")
}

// namesSide reports whether a word of a piece's name is that of its side, but for up to two letters at their ends.
func namesSide(name, side string) bool {
	of := []rune(strings.ToLower(side))
	return slices.ContainsFunc(strings.Fields(strings.ToLower(name)), func(text string) bool {
		word, n := []rune(text), 0
		for n < min(len(word), len(of)) && word[n] == of[n] {
			n++
		}
		return n >= 3 && max(len(word), len(of)) <= n+2
	})
}

// Step returns the label of a link on a place for a step.
func (n Places) Step(place, step string) string {
	return n.Language.Say("site.place.step", "place", place, "what", n.Holds(place), "step", step)
}

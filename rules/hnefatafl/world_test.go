package hnefatafl

import (
	"testing"

	"turnpost/rules"
)

// at parses a position; "" is the setup.
func at(t testing.TB, variant, text string) *position {
	t.Helper()
	var p rules.Position
	var err error
	if text == "" {
		p, err = New().Start(variant)
	} else {
		p, err = New().Parse(variant, text)
	}
	if err != nil {
		t.Fatalf("%s %q: %v", variant, text, err)
	}
	return rules.Unwrap(p).(*position)
}

// play plays legal turns.
func play(t testing.TB, p rules.Position, turns ...string) rules.Played {
	t.Helper()
	var played rules.Played
	for _, turn := range turns {
		var err error
		if played, err = p.Play(turn); err != nil {
			t.Fatalf("%s: %q: %v", p, turn, err)
		}
		p = played.Next
	}
	return played
}

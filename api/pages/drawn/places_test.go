package drawn

import "testing"

func TestAPieceIsNamedWithItsSideOnce(t *testing.T) {
	for _, c := range []struct {
		name, side string
		names      bool
	}{
		{"black man", "Black", true},
		{"weißer Stein", "Weiß", true},
		{"чёрный камень", "Чёрные", true},
		{"attacker", "Attackers", true},
		{"Kreuz", "Kreuze", true},
		{"king", "Defenders", false},
		{"regent", "Red", false},
		{"blunderbuss", "Blue", false},
		{"man", "White", false},
		{"", "White", false},
		{"stone", "", false},
	} {
		if namesSide(c.name, c.side) != c.names {
			t.Errorf("%q of %q: %v", c.name, c.side, !c.names)
		}
	}
}

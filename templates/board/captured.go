package board

import (
	"slices"
	"strings"

	"turnpost/rules"
)

// CapturedSign returns the sign of the text form for the square of a captured piece: a cross or, in a game that writes
// something else like that, another sign.
func CapturedSign(d rules.Diagram, unicode bool) string {
	t := textForm{unicode: unicode}
	var taken []string
	for _, l := range d.Legend {
		taken = append(taken, strings.Fields(t.choose(l.ASCII, l.Unicode))...)
	}
	for i := range d.Pieces {
		taken = append(taken, t.symbol(d.Pieces[i].ASCII, d.Pieces[i].Unicode))
	}
	for i := range d.Regions {
		taken = append(taken, t.symbol(d.Regions[i].ASCII, d.Regions[i].Unicode))
	}
	signs := []string{t.choose("x", "×"), "+", "%", "!"}
	for _, sign := range signs {
		if !slices.Contains(taken, sign) {
			return sign
		}
	}
	return signs[0]
}

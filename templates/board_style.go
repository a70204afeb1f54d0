package templates

import "turnpost/rules"

// BoardStyle says how a board is drawn. The zero value is a picture at scale 1
// or a text in ASCII, seen from the first side.
type BoardStyle struct {
	Flip    bool   // turned by half, as the second side sits; coordinates turn too
	Unicode bool   // text: symbols beyond ASCII
	Scale   int    // PNG: pixels for each unit, 1 or 2; 0 is 1
	Caption string // the line under the board: "defenders to move · ply 12"
	Legend  bool   // text: the symbols explained under the board

	// Sides are the names of the sides by seat, for rows of bowls and for
	// counters. Without them these have no owner's name.
	Sides [2]string

	dark rules.Seat // Diagram.Dark, while drawing
}

// NewBoardStyle is the style that suits a ruleset, with its sides' names.
func NewBoardStyle(info rules.Info) BoardStyle {
	return BoardStyle{
		Sides: [2]string{info.Sides[rules.First].Name, info.Sides[rules.Second].Name},
	}
}

// body is the colour of a side's pieces and balls.
func (s BoardStyle) body(seat rules.Seat) colour {
	switch {
	case seat != rules.First && seat != rules.Second:
		return tone
	case seat == s.dark:
		return ink
	}
	return ivory
}

// side is the name of the side in a seat, "" where there is none.
func (s BoardStyle) side(seat rules.Seat) string {
	if seat != rules.First && seat != rules.Second {
		return ""
	}
	return s.Sides[seat]
}

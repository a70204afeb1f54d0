package board

import (
	"turnpost/rules"
	"turnpost/templates/words"
)

// Style says how a board is drawn. The zero value is a picture at scale 1
// or a text in ASCII, seen from the first side.
type Style struct {
	Flip    bool   // turned by half, as the second side sits; coordinates turn too
	Unicode bool   // text: symbols beyond ASCII
	Scale   int    // PNG: pixels for each unit, 1 or 2; 0 is 1
	Caption string // the line under the board: "defenders to move · ply 12"
	Legend  bool   // text: the symbols and marks on this board explained under it
	Unclear bool   // text: without Legend, symbols of pieces that are not initials of their kinds explained
	Dark    bool   // pictures: light on dark
	Classes bool   // SVG: colours by class, which a style sheet gives (see StyleSheet), instead of by attribute

	// Around makes a picture of a grid that is taller than wide show only the ranks around these squares, as many as
	// there are files or as the squares need. A turned board is shown whole.
	Around []string
	Title  string // SVG: the accessible name; "" for the caption
	Arrows bool   // pictures: an arrow for a single step too, which the marks of its places show already

	// Page is for an SVG that is part of a page: its colours are classes, its letters are text in the page's own
	// font, and it has neither ground nor empty margins.
	Page bool

	// Sides are the names of the sides by seat, for rows of bowls and for
	// counters. Without them these have no owner's name.
	Sides [2]string

	// Language is the language of the legend and the marks; nil is English.
	Language *words.Language

	colours [2]rules.Colour // Diagram.Colours, while drawing
	small   bool            // a thumbnail
}

// NewStyle is the style that suits a ruleset, with its sides' names.
func NewStyle(info rules.Info) Style {
	return Style{
		Sides: [2]string{info.Sides[rules.First].Name, info.Sides[rules.Second].Name},
	}
}

// ForSeat returns the style for a reader at a seat, whose end of the board is at the
// bottom. A reader without a seat sees the board unturned, and a board that looks the same
// from all sides is never turned.
func ForSeat(info rules.Info, d rules.Diagram, seat rules.Seat) Style {
	s := NewStyle(info)
	s.Flip = seat != rules.NoSeat && d.Bottom != rules.NoSeat && seat != d.Bottom
	return s
}

// say returns a phrase of the legend or of a mark.
func (s Style) say(key string) string {
	if s.Language == nil {
		return words.For("").Say(key)
	}
	return s.Language.Say(key)
}

// body is the colour of a side's pieces and balls.
func (s Style) body(seat rules.Seat) colour {
	if seat != rules.First && seat != rules.Second {
		return tone
	}
	switch s.colours[seat] {
	case rules.ColourBlack:
		return ink
	case rules.ColourWhite:
		return ivory
	case rules.ColourGreen:
		return green
	case rules.ColourRed:
		return red
	}
	return [2]colour{ink, ivory}[seat]
}

// SideClass returns the name of the colour of a side's pieces, which follows "board-" in the classes of StyleSheet.
func SideClass(d rules.Diagram, seat rules.Seat) string {
	return names[Style{colours: d.Colours}.body(seat)]
}

// deep reports whether a body is dark, so that marks on it must be light.
func (c colour) deep() bool { return c == ink || c == green }

// side is the name of the side in a seat, "" where there is none.
func (s Style) side(seat rules.Seat) string {
	if seat != rules.First && seat != rules.Second {
		return ""
	}
	return s.Sides[seat]
}

package board

import "turnpost/rules"

// canvas is what a board is drawn on, as SVG or as pixels. Coordinates are in
// units of one pixel at scale 1, from the top left corner.
type canvas interface {
	// rect fills a rectangle whose corners are rounded by radius.
	rect(x, y, w, h, radius float64, c colour)
	disc(x, y, radius float64, c colour)
	// ring draws a circle's line; radius is that of the line's middle.
	ring(x, y, radius, width float64, c colour)
	line(x1, y1, x2, y2, width float64, c colour)
	// polygon fills a convex shape; points are its corners, x and y in turn.
	polygon(c colour, points ...float64)
	// text writes one line. y is the base line; x is where the anchor says.
	text(x, y float64, f font, a anchor, s string, c colour)
	// figure draws a figure in a square with its middle at x, y, in the colours of the figure and of the piece under it.
	figure(x, y, side float64, f rules.Figure, mark, body colour)
	// stamp draws a stamp with its top left corner at x, y.
	stamp(s stamp, x, y float64)
}

// stamp is an opaque rectangle of the board that looks the same at every position:
// a square with its contents. Stamps are compared by ==.
type stamp interface {
	size() (w, h int)
	draw(c canvas, x, y float64)
}

// font is a size in units of the canvas and a weight.
type font struct {
	size float64
	bold bool
}

// capHeight is the height of capital letters as a fraction of the font's size.
const capHeight = 0.72

// anchor is the part of a text that its x coordinate fixes.
type anchor uint8

const (
	anchorStart anchor = iota
	anchorMiddle
	anchorEnd
)

// centred writes a text with its middle at x, y.
func centred(c canvas, x, y float64, f font, s string, k colour) {
	c.text(x, y+f.size*capHeight/2, f, anchorMiddle, s, k)
}

// saltire draws a diagonal cross with arms of the given length along each axis.
func saltire(c canvas, x, y, arm, width float64, k colour) {
	c.line(x-arm, y-arm, x+arm, y+arm, width, k)
	c.line(x-arm, y+arm, x+arm, y-arm, width, k)
}

// ball draws a ball of the grid games: vermilion, with a light edge that keeps it apart
// from a dark piece and a dark edge that keeps it apart from a light one.
func ball(c canvas, x, y, radius float64) {
	c.disc(x, y, radius+2.5, ivory)
	c.disc(x, y, radius+1, ink)
	c.disc(x, y, radius, vermilion)
	c.disc(x-0.32*radius, y-0.36*radius, 0.27*radius, ivory)
}

// stone draws a disc with a body: a light one is shaded at the lower right, a dark one lit at the upper left.
func stone(c canvas, x, y, radius, edge float64, body colour) {
	c.disc(x, y, radius, rim)
	inner, shift := radius-edge, 0.09*radius
	switch {
	case body == ivory || body == red:
		c.disc(x, y, inner, shade[body])
		c.disc(x-shift*0.7, y-shift*0.7, inner-shift, body)
	case shade[body] != body:
		c.disc(x, y, inner, body)
		c.disc(x-0.36*radius, y-0.4*radius, 0.2*radius, shade[body])
	default:
		c.disc(x, y, inner, body)
	}
}

// shade are the colours of the shaded or lit parts of bodies.
var shade = [colours]colour{ink: label, ivory: tone, red: vermilion, green: area, tone: tone}

package board

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

// cross draws an upright cross with arms of the given length.
func cross(c canvas, x, y, arm, width float64, k colour) {
	c.line(x-arm, y, x+arm, y, width, k)
	c.line(x, y-arm, x, y+arm, width, k)
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
}

package board

import (
	"cmp"
	"image"
	"slices"
)

// Area makes one place of an SVG picture a link, marks it, or both.
type Area struct {
	Place string // as the diagram names it; what is not on the board is left out
	Href  string // where the link leads; "" makes no link
	Name  string // the accessible name of the link
	Class string // of the link's or the mark's element, for a page's style sheet
	Mark  Mark
}

// Mark says what a place means while a turn is being put together.
type Mark uint8

// Marks of places. They differ in shape, not in colour alone.
const (
	MarkNone      Mark = iota
	MarkSelected       // chosen already: a heavy frame
	MarkMayFollow      // may be chosen next: a dot in the middle
)

// drawAreas lays links and marks over a picture in reading order, which is the
// order in which a keyboard reaches them.
func (c *svgCanvas) drawAreas(areas []Area, places map[string]image.Rectangle) {
	areas = slices.DeleteFunc(slices.Clone(areas), func(a Area) bool { return places[a.Place].Empty() })
	slices.SortStableFunc(areas, func(a, b Area) int {
		p, q := places[a.Place].Min, places[b.Place].Min
		return cmp.Or(cmp.Compare(p.Y, q.Y), cmp.Compare(p.X, q.X))
	})
	for _, a := range areas {
		c.drawArea(a, places[a.Place])
	}
}

func (c *svgCanvas) drawArea(a Area, at image.Rectangle) {
	element := "a"
	if a.Href == "" {
		element = "g"
	}
	c.write("<", element)
	c.word("class", a.Class)
	if a.Href != "" {
		c.word("href", a.Href)
	}
	c.word("aria-label", a.Name)
	if a.Mark == MarkSelected {
		c.word("aria-current", "true")
	}
	c.write(">\n")
	x, y, w, h := float64(at.Min.X), float64(at.Min.Y), float64(at.Dx()), float64(at.Dy())
	c.drawMark(a.Mark, x, y, w, h)
	if a.Href != "" {
		c.hitArea(x, y, w, h)
	}
	c.write("</", element, ">\n")
}

// drawMark draws a mark over whatever stands on the place.
func (c *svgCanvas) drawMark(m Mark, x, y, w, h float64) {
	switch m {
	case MarkSelected:
		for _, r := range [][4]float64{{x, y, w, 4}, {x, y + h - 4, w, 4}, {x, y, 4, h}, {x + w - 4, y, 4, h}} {
			c.rect(r[0], r[1], r[2], r[3], 0, choice)
		}
	case MarkMayFollow:
		midX, midY := x+w/2, y+h/2
		c.disc(midX, midY, 8, ivory)
		c.disc(midX, midY, 6.5, choice)
	}
}

// hitArea is what a pointer meets; it is not seen.
func (c *svgCanvas) hitArea(x, y, w, h float64) {
	c.write("<rect")
	c.number("x", x)
	c.number("y", y)
	c.number("width", w)
	c.number("height", h)
	c.write(" fill-opacity=\"0\"/>\n")
}

package board

import (
	"cmp"
	"fmt"
	"image"
	"math"
	"slices"

	"turnpost/rules"
)

// Area makes one place of an SVG picture a link, marks it, or both.
type Area struct {
	Place string // as the diagram names it; a place that is not on the board is ignored
	Href  string // where the link leads; "" makes no link
	Name  string // the accessible name of the link
	Class string // of the link's element, for a page's style sheet
	Mark  Mark
}

// Mark says what a place means while a turn is being put together.
type Mark uint8

// Marks of places. They differ in shape, not in colour alone.
const (
	MarkNone      Mark = iota
	MarkSelected       // chosen already: a heavy frame
	MarkMayFollow      // may be chosen next: a dot in the middle, a ring around a piece or a ball
	MarkRefused        // a refused turn would lead here: a ring with a bar through it
)

func (a Area) link() bool { return a.Href != "" }

// placed are the areas that are on the board, in reading order, which is the order in which a keyboard reaches them.
func placed(areas []Area, places map[string]image.Rectangle) []Area {
	areas = slices.DeleteFunc(slices.Clone(areas), func(a Area) bool { return places[a.Place].Empty() })
	slices.SortStableFunc(areas, func(a, b Area) int {
		p, q := places[a.Place].Min, places[b.Place].Min
		return cmp.Or(cmp.Compare(p.Y, q.Y), cmp.Compare(p.X, q.X))
	})
	return areas
}

// drawMarks draws the marks of areas as a part of the picture.
func (c *svgCanvas) drawMarks(areas []Area, places map[string]image.Rectangle, held map[string]bool) {
	for _, a := range areas {
		at := places[a.Place]
		c.drawMark(a.Mark, held[a.Place], float64(at.Min.X), float64(at.Min.Y), float64(at.Dx()), float64(at.Dy()))
	}
}

// drawAreas lays the links over a picture.
func (c *svgCanvas) drawAreas(areas []Area, places map[string]image.Rectangle) {
	hits := hitAreas(areas, places)
	for i, a := range areas {
		if a.link() {
			c.drawLink(a, places[a.Place], hits[i])
		}
	}
}

// hitAreas returns the area in which a pointer follows each link: its place, extended by up to half a place
// into the free ground that is nearer to it than to any other link. A finger needs more room than a small
// square offers, and most squares around a piece are not links.
func hitAreas(areas []Area, places map[string]image.Rectangle) []image.Rectangle {
	hits := make([]image.Rectangle, len(areas))
	for i, a := range areas {
		at := places[a.Place]
		room := min(at.Dx(), at.Dy()) / 2
		wide := at.Inset(-room)
		hit := wide
		for j, b := range areas {
			other := places[b.Place]
			if i == j || !b.link() || !wide.Overlaps(other.Inset(-room)) {
				continue
			}
			if gap := at.Min.X - other.Max.X; gap >= 0 {
				hit.Min.X = max(hit.Min.X, at.Min.X-gap/2)
			}
			if gap := other.Min.X - at.Max.X; gap >= 0 {
				hit.Max.X = min(hit.Max.X, at.Max.X+gap/2)
			}
			if gap := at.Min.Y - other.Max.Y; gap >= 0 {
				hit.Min.Y = max(hit.Min.Y, at.Min.Y-gap/2)
			}
			if gap := other.Min.Y - at.Max.Y; gap >= 0 {
				hit.Max.Y = min(hit.Max.Y, at.Max.Y+gap/2)
			}
		}
		hits[i] = hit
	}
	return hits
}

func (c *svgCanvas) drawLink(a Area, at, hit image.Rectangle) {
	c.write("<a")
	c.word("class", a.Class)
	c.word("href", a.Href)
	c.word("aria-label", a.Name)
	if a.Mark == MarkSelected {
		c.word("aria-current", "true")
	}
	c.write(">")
	if hit != at {
		c.unseen(hit)
	}
	c.unseen(at)
	c.write("</a>\n")
}

// held returns the squares with a piece or the free ball, which a dot would hide.
func held(d rules.Diagram) map[string]bool {
	squares := map[string]bool{d.Ball: true}
	for _, p := range d.Pieces {
		squares[p.Square] = true
	}
	return squares
}

// drawMark draws a mark over a place and its piece.
func (c *svgCanvas) drawMark(m Mark, held bool, x, y, w, h float64) {
	switch m {
	case MarkSelected:
		for _, r := range [][4]float64{{x, y, w, 4}, {x, y + h - 4, w, 4}, {x, y, 4, h}, {x + w - 4, y, 4, h}} {
			c.rect(r[0], r[1], r[2], r[3], 0, choice)
		}
	case MarkMayFollow:
		midX, midY := x+w/2, y+h/2
		if held {
			c.ring(midX, midY, 0.45*min(w, h), 5.5, ivory)
			c.ring(midX, midY, 0.45*min(w, h), 3.5, choice)
			return
		}
		c.disc(midX, midY, 8, ivory)
		c.disc(midX, midY, 6.5, choice)
	case MarkRefused:
		midX, midY, radius := x+w/2, y+h/2, 0.36*min(w, h)
		across := radius * math.Sqrt2 / 2
		for _, line := range []struct {
			wider float64
			k     colour
		}{{2.5, ivory}, {0, vermilion}} {
			c.ring(midX, midY, radius, 3.5+line.wider, line.k)
			c.line(midX-across, midY-across, midX+across, midY+across, 3.5+line.wider, line.k)
		}
	}
}

// unseen draws invisible rectangles that a pointer can hit. The last one of a link is its place, which a style
// sheet may highlight.
func (c *svgCanvas) unseen(r image.Rectangle) {
	c.write(fmt.Sprintf(`<path d="M%d %dh%dv%dh-%dz" fill-opacity="0"/>`, r.Min.X, r.Min.Y, r.Dx(), r.Dy(), r.Dx()))
}

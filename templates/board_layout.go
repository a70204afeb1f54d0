package templates

import (
	"strconv"
	"strings"

	"turnpost/rules"
)

// Measures of a picture at scale 1.
const (
	maxWidth   = 560
	squareSide = 44
	margin     = 24
	lineGap    = 22
)

var (
	labelFont   = font{size: 13}
	captionFont = font{size: 15}
)

// picture is a board laid out for drawing.
type picture struct {
	width, height int
	board         interface{ draw(c canvas) }
	caption       []string // lines
	captionTop    int
}

// newPicture lays out a diagram: a board of bowls if it has any, else a grid.
func newPicture(d rules.Diagram, s BoardStyle) picture {
	s.dark = d.Dark
	var p picture
	if len(d.Bowls) > 0 {
		b := newBowlBoard(d, s)
		p.board, p.width, p.captionTop = b, b.width(), b.height()
	} else {
		b := newGridBoard(d, s)
		p.board, p.width, p.captionTop = b, b.width(), b.height()
	}
	p.caption = wrap(caption(d, s), func(line string) bool {
		return textWidth(line, captionFont) <= float64(p.width-2*margin)
	})
	p.height = p.captionTop + lineGap*len(p.caption) + margin/2
	return p
}

func (p picture) draw(c canvas) {
	c.rect(0, 0, float64(p.width), float64(p.height), 0, paper)
	p.board.draw(c)
	for i, line := range p.caption {
		y := float64(p.captionTop + lineGap*i + lineGap/2)
		c.text(margin, y+captionFont.size*capHeight/2, captionFont, anchorStart, line, ink)
	}
}

// caption is the line under a board. A grid adds its counters; bowls show
// their numbers themselves.
func caption(d rules.Diagram, s BoardStyle) string {
	parts := strings.Fields(s.Caption)
	if len(d.Bowls) > 0 {
		return strings.Join(parts, " ")
	}
	for _, c := range d.Counters {
		if len(parts) > 0 {
			parts = append(parts, "·")
		}
		if owner := s.side(c.Seat); owner != c.Label {
			parts = append(parts, owner)
		}
		parts = append(parts, c.Label, strconv.Itoa(c.Value))
	}
	return strings.Join(strings.Fields(strings.Join(parts, " ")), " ")
}

// wrap breaks a text at blanks into lines that fit, without a separating dot at
// a line's end. A word that does not fit stands alone.
func wrap(text string, fits func(line string) bool) []string {
	var lines []string
	current := ""
	for _, word := range strings.Fields(text) {
		switch longer := current + " " + word; {
		case current == "":
			current = word
		case fits(longer):
			current = longer
		default:
			lines = append(lines, strings.TrimSuffix(current, " ·"))
			current = word
		}
	}
	if current != "" {
		lines = append(lines, current)
	}
	return lines
}

package board

import (
	"image"
	"slices"
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
	labelFont   = font{size: 14}
	captionFont = font{size: 15}
)

// picture is a board laid out for drawing.
type picture struct {
	width, height int
	view          image.Rectangle // the part that is shown
	page          bool            // drawn on the ground of a page
	inks          inks
	board         interface {
		draw(c canvas)
		// margins are how much of the picture is empty at the left, the top, the right and the bottom.
		margins() (left, top, right, bottom int)
		// cuts are rows at which pictures of the board are best cut into strips, and columns at which those
		// between them are best cut into cells.
		cuts() (rows, columns []int)
		places() map[string]image.Rectangle
	}
	caption    []string // lines
	captionTop int
}

// newPicture lays out a diagram: a board of bowls if it has any, else a grid.
func newPicture(d rules.Diagram, s Style) picture {
	s.colours = d.Colours
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
	p.inks = inksOf(d, s)
	p.height = p.captionTop + lineGap*len(p.caption) + margin/2
	p.view, p.page = image.Rect(0, 0, p.width, p.height), s.Page || s.small
	if p.page {
		left, top, right, bottom := p.board.margins()
		p.view = image.Rect(left, top, p.width-right, p.height-bottom)
	}
	return p
}

func (p picture) draw(c canvas) {
	w, h := float64(p.width), float64(p.height)
	if !p.page {
		c.rect(0, 0, w, h, 0, line) // an edge, so that the picture ends on any ground
		c.rect(1, 1, w-2, h-2, 0, paper)
	}
	p.board.draw(c)
	for i, line := range p.caption {
		y := float64(p.captionTop + lineGap*i + lineGap/2)
		line = strings.ReplaceAll(line, "·", "∙") // which the font puts at the middle of letters
		c.text(margin, y+captionFont.size*capHeight/2, captionFont, anchorStart, line, word)
	}
}

// inksOf returns the colours that a picture may need. They are the same for all positions
// of a game, which therefore share one palette.
func inksOf(d rules.Diagram, s Style) inks {
	use := inks{dark: s.Dark}.with(paper, line, label, word, rim, target, vermilion)
	use = use.with(s.body(rules.First), s.body(rules.Second))
	if len(d.Bowls) > 0 {
		return use.with(tone)
	}
	use = use.with(ink, ivory)
	if d.Checkered {
		use = use.with(tone)
	}
	for _, r := range d.Regions {
		switch r.Kind {
		case rules.RegionArea:
			use = use.with(area)
		case rules.RegionGoal:
			use = use.with(goal)
		case rules.RegionOutside:
			use = use.with(tone)
		}
	}
	return use
}

// caption returns the line below a board. A grid adds its counters; bowls show
// their numbers.
func caption(d rules.Diagram, s Style) string {
	parts := []string{strings.Join(strings.Fields(s.Caption), " ")}
	if len(d.Bowls) == 0 {
		parts = append(parts, Counters(d, s))
	}
	return strings.Join(slices.DeleteFunc(parts, func(part string) bool { return part == "" }), " · ")
}

// Counters returns the counters of a diagram in one line, which names the owner of several once: "Green stock 9, large
// 3 · Red stock 8, large 4". It is "" if the diagram has none.
func Counters(d rules.Diagram, s Style) string {
	var line strings.Builder
	for i, c := range d.Counters {
		owner := s.side(c.Seat)
		switch {
		case i == 0:
		case d.Counters[i-1].Seat == c.Seat:
			owner = ""
			line.WriteString(", ")
		default:
			line.WriteString(" · ")
		}
		if owner == c.Label {
			owner = ""
		}
		line.WriteString(strings.Join(strings.Fields(owner+" "+c.Label+" "+strconv.Itoa(c.Value)), " "))
	}
	return line.String()
}

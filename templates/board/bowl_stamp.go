package board

import (
	"strconv"

	"turnpost/rules"
)

// bowlStamp is how one bowl looks.
type bowlStamp struct {
	height             int
	kind               rules.BowlKind
	body               colour
	balls              int
	from, to, captured bool
}

func newBowlStamp(p *bowl, style Style) bowlStamp {
	s := bowlStamp{
		height: bowlHeight, kind: rules.BowlSmall, body: style.body(p.Seat), balls: p.Balls,
		from: p.from, to: p.to, captured: p.captured,
	}
	switch p.Kind {
	case rules.BowlLarge:
		s.kind, s.height = p.Kind, largeHeight
	case rules.BowlStock:
		s.kind = p.Kind
	}
	return s
}

func (s bowlStamp) size() (w, h int) { return bowlWidth, s.height }

func (s bowlStamp) draw(c canvas, x, y float64) {
	c.rect(x, y, bowlWidth, float64(s.height), 0, tone)
	s.drawCell(c, x, y, bowlWidth)
	s.drawContents(c, x+bowlWidth/2, y)
	s.drawMarks(c, x, y, bowlWidth)
}

// drawMarks draws the marks over a bowl of a width.
func (s bowlStamp) drawMarks(c canvas, x, y, width float64) {
	if s.to {
		// In grey print the fill alone would be lost.
		c.rect(x+width/2-12, y+float64(s.height)-9, 24, 3, 0, vermilion)
	}
	if s.captured {
		saltire(c, x+10, y+10, 4, 2.5, vermilion)
	}
}

// drawEmpty draws a bowl as wide as high with its marks and no number, as a sample.
func (s bowlStamp) drawEmpty(c canvas, x float64) {
	side := float64(s.height)
	s.drawCell(c, x, 0, side)
	s.drawMarks(c, x, 0, side)
}

// drawCell draws the hollow of a bowl; a stock has none, but an edge and a ground
// that the marks of a turn can change. w is its width.
func (s bowlStamp) drawCell(c canvas, x, y, w float64) {
	border, fill, width := line, paper, 1.0
	switch s.kind {
	case rules.BowlLarge:
		border, width = word, 2
	case rules.BowlStock:
		border, fill = tone, tone
	}
	if s.from {
		border, width = vermilion, 3
	}
	if s.to {
		fill = target
	}
	const radius = 20
	h := float64(s.height)
	c.rect(x, y, w, h, radius, border)
	c.rect(x+width, y+width, w-2*width, h-2*width, radius-width, fill)
}

// ballSize is a size of balls and the number of them in a row.
type ballSize struct {
	radius, pitch float64
	across        int
}

var (
	largeBall = ballSize{radius: 7.5, pitch: 17, across: 3}
	smallBall = ballSize{radius: 5.5, pitch: 12.5, across: 4}
)

// Parts of a bowl's height, from its edges.
const (
	ballsTop     = 10
	numberHeight = 32
)

var (
	numberFont      = font{size: 18, bold: true}
	largeNumberFont = font{size: 23, bold: true}
	aloneFont       = font{size: 30, bold: true} // where the balls are too many to draw
)

// fit is the largest size in which all balls find room.
func (s bowlStamp) fit() (size ballSize, ok bool) {
	room := float64(s.height - ballsTop - numberHeight)
	for _, size := range []ballSize{largeBall, smallBall} {
		if rows := int((room-2*size.radius)/size.pitch) + 1; s.balls <= rows*size.across {
			return size, true
		}
	}
	return ballSize{}, false
}

// drawContents draws the balls in rows from the top and their number under them, or
// the number alone where not all balls find room.
func (s bowlStamp) drawContents(c canvas, midX, top float64) {
	number := strconv.Itoa(s.balls)
	size, ok := s.fit()
	if !ok {
		f := aloneFont
		f.size = min(f.size, 90/float64(len(number)))
		centred(c, midX, top+float64(s.height)/2, f, number, word)
		return
	}
	y := top + ballsTop + size.radius
	for left := s.balls; left > 0; left -= size.across {
		n := min(left, size.across)
		for i := range n {
			drawBall(c, midX+(float64(i)-float64(n-1)/2)*size.pitch, y, size.radius, s.body)
		}
		y += size.pitch
	}
	f := numberFont
	if s.kind == rules.BowlLarge {
		f = largeNumberFont
	}
	centred(c, midX, top+float64(s.height)-numberHeight/2-6, f, number, word)
}

// drawBall draws a ball of a side: dark ones lit, light ones with an outline.
func drawBall(c canvas, x, y, radius float64, body colour) {
	if body.deep() && body != ink {
		c.disc(x, y, radius, body)
		c.disc(x-0.33*radius, y-0.36*radius, 0.22*radius, shade[body])
		return
	}
	stone(c, x, y, radius, 1.5, body)
}

package templates

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

func newBowlStamp(p *bowl, style BoardStyle) bowlStamp {
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
	c.rect(x, y, bowlWidth, float64(s.height), 0, paper)
	s.drawCell(c, x, y)
	midX, bottom := x+bowlWidth/2.0, y+float64(s.height)
	if s.kind == rules.BowlStock {
		s.drawPile(c, midX, bottom-40)
	} else {
		s.drawBalls(c, midX, y)
	}
	f := font{size: 17, bold: true}
	if s.kind == rules.BowlLarge {
		f.size = 22
	}
	centred(c, midX, bottom-20, f, strconv.Itoa(s.balls), ink)
	if s.to {
		// In grey print the fill alone would be lost.
		c.rect(midX-11, bottom-8, 22, 3, 0, vermilion)
	}
	if s.captured {
		saltire(c, x+10, y+10, 4, 2.5, vermilion)
	}
}

// drawCell draws the hollow of a bowl; a stock has none, but keeps a ground
// that the marks of a turn can change.
func (s bowlStamp) drawCell(c canvas, x, y float64) {
	border, fill, width := line, tone, 1.0
	switch s.kind {
	case rules.BowlLarge:
		border, width = ink, 2
	case rules.BowlStock:
		border, fill = paper, paper
	}
	if s.from {
		border, width = vermilion, 3
	}
	if s.to {
		fill = target
	}
	const radius = 18
	w, h := float64(bowlWidth), float64(s.height)
	c.rect(x, y, w, h, radius, border)
	c.rect(x+width, y+width, w-2*width, h-2*width, radius-width, fill)
}

const (
	ballRadius  = 7.5
	ballPitch   = 17
	ballsAcross = 3
	drawnBalls  = 12 // more are told by the number alone
)

// drawBalls lays the balls in rows of three from the top, the last row centred.
func (s bowlStamp) drawBalls(c canvas, midX, top float64) {
	for left, row := min(s.balls, drawnBalls), 0; left > 0; left, row = left-ballsAcross, row+1 {
		s.drawBallRow(c, min(left, ballsAcross), midX, top+18+float64(row)*ballPitch)
	}
}

func (s bowlStamp) drawBallRow(c canvas, n int, midX, y float64) {
	for i := range n {
		s.drawBall(c, midX+(float64(i)-float64(n-1)/2)*ballPitch, y)
	}
}

// drawPile heaps the balls in rows of three, two and one from the bottom.
func (s bowlStamp) drawPile(c canvas, midX, bottom float64) {
	left := s.balls
	for width := ballsAcross; width > 0 && left > 0; width-- {
		s.drawBallRow(c, min(left, width), midX, bottom)
		left -= width
		bottom -= ballPitch * 0.87 // half the root of three: each ball lies between two
	}
}

// drawBall draws a ball of the side: dark ones plain, light ones ringed.
func (s bowlStamp) drawBall(c canvas, x, y float64) {
	c.disc(x, y, ballRadius, ink)
	if s.body != ink {
		c.disc(x, y, ballRadius-1.75, s.body)
	}
}

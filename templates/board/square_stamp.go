package board

import (
	"unicode"

	"turnpost/rules"
)

// squareStamp is how the inside of one square looks, its border lines left
// out. It holds only what is drawn, so that equal looks are equal stamps.
type squareStamp struct {
	side     int // of the whole square, in pixels at scale 1
	ground   colour
	hatched  bool
	lines    directions
	from     bool
	captured bool
	ball     ballAt
	piece    pieceLook
	layer    layer
}

// ballAt is the position of a ball on a square.
type ballAt uint8

const (
	noBall   ballAt = iota
	freeBall        // in the middle
	heldBall        // at the lower right of the piece that controls it
)

// pieceLook is how a piece looks; the zero value is no piece.
type pieceLook struct {
	shape  rules.Shape
	body   colour
	letter string
	figure rules.Figure // instead of the letter
}

// newSquareStamp returns the stamp of a square. Unknown kinds look plain.
func newSquareStamp(s *square, side int, ground colour, style Style) squareStamp {
	look := squareStamp{side: side, ground: ground, lines: s.lines, from: s.from, captured: s.captured}
	look.hatched = s.region.Kind == rules.RegionRestricted
	if s.ball {
		look.ball = freeBall
	}
	if s.piece == nil {
		return look
	}
	look.piece = pieceLook{shape: rules.ShapeDisc, body: style.body(s.piece.Seat), letter: firstLetter(s.piece.Letter)}
	switch s.piece.Shape {
	case rules.ShapeKing:
		look.piece.figure = rules.FigureCrown
		fallthrough
	case rules.ShapeKeeper:
		look.piece.shape = s.piece.Shape
	}
	if _, known := figures()[s.piece.Figure]; known && s.piece.Figure != onDisc && s.piece.Figure != onSquare {
		look.piece.figure, look.piece.letter = s.piece.Figure, ""
	}
	if s.piece.Ball || s.ball {
		look.ball = heldBall
	}
	return look
}

func ground(s *square, shaded bool) colour {
	switch {
	case s.to:
		return target
	case s.region.Kind == rules.RegionArea:
		return area
	case s.region.Kind == rules.RegionGoal:
		return goal
	case s.void() || s.outside() || !shaded:
		return paper
	}
	return tone
}

// firstLetter is the first visible character of a text, or "".
func firstLetter(s string) string {
	for _, r := range s {
		if unicode.IsGraphic(r) && !unicode.IsSpace(r) {
			return string(r)
		}
	}
	return ""
}

func (s squareStamp) size() (w, h int) { return s.side - 1, s.side - 1 }

func (s squareStamp) draw(c canvas, x, y float64) {
	n := float64(s.side)
	if s.layer > groundLayer {
		s.drawContents(c, x, y)
		return
	}
	if s.ground == target {
		// In grey print the fill alone would be lost among the tones.
		c.rect(x, y, n-1, n-1, 0, vermilion)
		c.rect(x+2, y+2, n-5, n-5, 0, target)
	} else {
		c.rect(x, y, n-1, n-1, 0, s.ground)
	}
	if s.hatched {
		hatch(c, x, y, n-1)
	}
	midX, midY := x+(n-1)/2, y+(n-1)/2
	for i, to := range bearings {
		if s.lines&(1<<i) != 0 {
			c.line(midX, midY, midX+float64(to[0])*n/2, midY+float64(to[1])*n/2, pointLine*n, label)
		}
	}
	s.drawContents(c, x, y)
}

// drawContents draws what is on the square.
func (s squareStamp) drawContents(c canvas, x, y float64) {
	n := float64(s.side)
	midX, midY := x+(n-1)/2, y+(n-1)/2
	if s.layer != groundLayer {
		s.piece.draw(c, midX, midY, n)
	}
	if s.from {
		s.drawRing(c, midX, midY)
	}
	switch {
	case s.layer == groundLayer:
	case s.ball == freeBall:
		ball(c, midX, midY, 0.23*n)
	case s.ball == heldBall:
		ball(c, midX+0.27*n, midY+0.27*n, 0.15*n)
	}
	if s.captured {
		s.drawCaptured(c, midX, midY)
	}
}

// drawRing marks the square that a piece left. The ring is wider around a piece that
// is there now.
func (s squareStamp) drawRing(c canvas, x, y float64) {
	n := float64(s.side)
	radius := 0.3 * n
	if s.piece.shape != "" {
		radius = 0.455 * n
	}
	c.ring(x, y, radius, max(2, 0.06*n), vermilion)
}

// drawCaptured marks the square of a captured piece. The cross is in the upper left
// corner if another piece is there now.
func (s squareStamp) drawCaptured(c canvas, x, y float64) {
	n := float64(s.side)
	if s.piece.shape == "" && s.ball == noBall {
		saltire(c, x, y, 0.16*n, max(2, 0.07*n), vermilion)
		return
	}
	saltire(c, x-0.37*n, y-0.37*n, 0.08*n, max(2, 0.06*n), vermilion)
}

func (p pieceLook) draw(c canvas, x, y, n float64) {
	mark := ink
	if p.body.deep() {
		mark = ivory
	}
	switch p.shape {
	case rules.ShapeDisc:
		if p.figure != "" {
			c.figure(x, y, 0.88*n, onDisc, rim, p.body)
			break
		}
		stone(c, x, y, 0.4*n, 1.75, p.body)
	case rules.ShapeKing:
		stone(c, x, y, 0.45*n, 1.75, p.body)
	case rules.ShapeKeeper:
		c.figure(x, y, 0.86*n, onSquare, rim, p.body)
	}
	if p.figure != "" {
		side := 0.66 * n
		if p.shape == rules.ShapeKeeper {
			side = 0.74 * n
		}
		c.figure(x, y, side, p.figure, mark, p.body)
		return
	}
	if p.letter != "" {
		centred(c, x, y, font{size: 0.48 * n, bold: true}, p.letter, mark)
	}
}

// hatch draws diagonal lines over a square.
func hatch(c canvas, x, y, n float64) {
	const gap = 7
	for k := gap / 2.0; k < 2*n; k += gap {
		c.line(x+max(0, k-n), y+min(k, n), x+min(k, n), y+max(0, k-n), 1, line)
	}
}

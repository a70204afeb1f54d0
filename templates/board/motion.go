package board

import (
	"image"
	"slices"
	"strings"

	"turnpost/rules"
)

// layer is a part of a square that a page draws by itself, so that its script can move it.
type layer uint8

const (
	wholeSquare layer = iota
	groundLayer       // the square with its marks
	pieceLayer
	ballLayer
)

// class selects what a page moves.
func (l layer) class() string { return [...]string{pieceLayer: "piece", ballLayer: "ball"}[l] }

// only returns the stamp of a layer of a square.
func (s squareStamp) only(l layer) squareStamp {
	switch l {
	case groundLayer:
		if !s.from && !s.captured {
			s.piece, s.ball = pieceLook{}, noBall
		}
	case pieceLayer:
		s = squareStamp{side: s.side, piece: s.piece}
	case ballLayer:
		s = squareStamp{side: s.side, ball: s.ball}
	}
	s.layer = l
	return s
}

// drawMovable draws the pieces and balls of a page, each as an element.
func (b gridBoard) drawMovable(c canvas) {
	for row := range b.rows {
		for column := range b.columns {
			x, y := b.corner(column, row)
			s := b.stamp(column, row)
			if s.piece.shape != "" {
				c.stamp(s.only(pieceLayer), x+1, y+1)
			}
			if s.ball != noBall {
				c.stamp(s.only(ballLayer), x+1, y+1)
			}
		}
	}
}

// steps describes the last turn for the script of a page: parts that are separated by semicolons, each a letter and the
// coordinates of places. A piece moves (p) or carries the ball (c), the ball runs (b), a piece was captured (x); balls
// of a colour go from the first bowl, one into each of the others (s and the colour).
func (l Layout) steps() string {
	var out svgCanvas
	d, s, places := l.diagram, l.style, l.Places
	add := func(kind string, names []string) {
		if slices.ContainsFunc(names, func(name string) bool { return places[name].Empty() }) {
			return // off the board, where nothing is drawn
		}
		if len(out.b) > 0 {
			out.write(";")
		}
		out.write(kind)
		for _, name := range names {
			at := places[name]
			spot := at.Min
			if len(d.Bowls) > 0 {
				spot = image.Pt((at.Min.X+at.Max.X)/2, (at.Min.Y+at.Max.Y)/2)
			}
			out.write(" ")
			out.numbers(float64(spot.X), float64(spot.Y))
		}
	}
	for _, place := range d.Marks.Captured {
		add("x", []string{place})
	}
	s.colours = d.Colours
	for _, arrow := range d.Marks.Arrows {
		switch {
		case len(arrow.Way) < 2:
		case len(d.Bowls) > 0:
			add("s"+names[s.body(owner(d, arrow.Way[0]))], arrow.Way)
		case arrow.Ball:
			add("b", arrow.Way)
		case arrow.Carried:
			add("c", arrow.Way)
		default:
			add("p", arrow.Way)
		}
	}
	return strings.TrimSpace(string(out.b))
}

// owner returns the seat of a bowl.
func owner(d rules.Diagram, name string) rules.Seat {
	for _, b := range d.Bowls {
		if b.Name == name {
			return b.Seat
		}
	}
	return rules.NoSeat
}

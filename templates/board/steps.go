package board

import (
	"math"
	"slices"
	"strconv"

	"turnpost/rules"
)

// Measures of the arrows at scale 1, lengths in pixels or in parts of a square.
const (
	moveWidth   = 2.0
	ballWidth   = 2.5
	headLength  = 9.0
	badgeRadius = 7.5
	pieceReach  = 0.43 // from the centre of a square past its piece
	ringReach   = 0.36
	emptyReach  = 0.08
	laneShift   = 0.12 // of arrows that would overlap
	flank       = 0.3  // of arrows between adjacent pieces
	minVisible  = 0.4  // of an arrow in the middle of its squares
)

// point is a place in a picture.
type point struct{ x, y float64 }

func (p point) to(q point, length float64) point {
	d := p.distance(q)
	return point{p.x + (q.x-p.x)/d*length, p.y + (q.y-p.y)/d*length}
}

func (p point) distance(q point) float64 { return math.Hypot(q.x-p.x, q.y-p.y) }

// beside returns the point moved to the right as seen on the way from p to q.
func (p point) beside(from, to point, by float64) point {
	d := from.distance(to)
	return point{p.x - (to.y-from.y)/d*by, p.y + (to.x-from.x)/d*by}
}

// stepDrawer draws the steps of the last turn over a board.
type stepDrawer struct {
	gridBoard
	canvas canvas
	lanes  map[[2]rules.Square]int // how many arrows join two squares
	pieces []point                 // the centres of squares with a piece or the mark of a captured one
	badges []point
}

func newStepDrawer(b gridBoard, c canvas) *stepDrawer {
	d := &stepDrawer{gridBoard: b, canvas: c, lanes: map[[2]rules.Square]int{}}
	for row := range b.rows {
		for column := range b.columns {
			if s := b.at(column, row); s.occupied() || s.captured {
				d.pieces = append(d.pieces, d.centre(rules.Square{File: column, Rank: row}))
			}
		}
	}
	return d
}

// numbered reports whether the steps need arrows and numbers to be understood. A single
// step does not, nor does a piece that moves to the ball and shoots it.
func (g *grid) numbered() bool {
	if len(g.steps) != 2 {
		return len(g.steps) > 2
	}
	first, second := g.steps[0], g.steps[1]
	return first.ball || !second.ball || first.way[len(first.way)-1] != second.way[0]
}

// drawSteps draws the ways of the ball and, where a turn has several steps, an arrow
// with its number for each.
func (b gridBoard) drawSteps(c canvas) {
	d := newStepDrawer(b, c)
	numbered := b.numbered()
	var numbers []func()
	for i, s := range b.steps {
		if !s.ball && !numbered && !b.style.Arrows {
			continue
		}
		first := d.drawWay(s)
		if numbered && first != (leg{}) {
			numbers = append(numbers, func() { d.drawNumber(i+1, s, first) })
		}
	}
	d.drawCrossed()
	for _, draw := range numbers { // above all arrows
		draw()
	}
}

// drawCrossed redraws the pieces that a way passes over without touching them.
func (d *stepDrawer) drawCrossed() {
	touched := map[rules.Square]bool{}
	for _, s := range d.steps {
		for _, p := range s.way {
			touched[p] = true
		}
	}
	for row := range d.rows {
		for column := range d.columns {
			p := rules.Square{File: column, Rank: row}
			if d.at(column, row).piece != nil && !touched[p] && d.crossed(p) {
				x, y := d.corner(column, row)
				d.stamp(column, row).drawContents(d.canvas, x+1, y+1)
			}
		}
	}
}

// crossed reports whether a way touches the inner part of a square.
func (d *stepDrawer) crossed(p rules.Square) bool {
	for _, s := range d.steps {
		for i := 1; i < len(s.way); i++ {
			if segmentDistance(p, s.way[i-1], s.way[i]) < 0.5 {
				return true
			}
		}
	}
	return false
}

// segmentDistance is the distance of a point from the line between two others, in squares.
func segmentDistance(p, from, to rules.Square) float64 {
	dx, dy := float64(to.File-from.File), float64(to.Rank-from.Rank)
	px, py := float64(p.File-from.File), float64(p.Rank-from.Rank)
	along := 0.0
	if length := dx*dx + dy*dy; length > 0 {
		along = min(1, max(0, (px*dx+py*dy)/length))
	}
	return math.Hypot(px-along*dx, py-along*dy)
}

// leg is the visible part of a straight piece of a way.
type leg struct{ from, to point }

func (l leg) length() float64 { return l.from.distance(l.to) }

// drawWay draws one way and returns its first leg, where the number belongs.
func (d *stepDrawer) drawWay(s step) leg {
	var first leg
	for i := 1; i < len(s.way); i++ {
		if s.way[i-1] == s.way[i] {
			continue
		}
		l := d.leg(s, i)
		if first == (leg{}) {
			first = l
		}
		if i == len(s.way)-1 {
			d.drawArrow(l, s.ball)
			continue
		}
		d.canvas.line(l.from.x, l.from.y, l.to.x, l.to.y, ballWidth, vermilion)
		d.canvas.disc(l.to.x, l.to.y, 4.5, vermilion)
	}
	return first
}

// leg returns the visible part of the way between two places, without the part covered by
// their pieces. It is moved aside where it would overlap another leg.
func (d *stepDrawer) leg(s step, i int) leg {
	a, b := s.way[i-1], s.way[i]
	start, end := d.reach(a, i > 1, d.at(a.File, a.Rank).from), d.reach(b, i < len(s.way)-1, false)
	aside := d.lane(s, i)
	if math.Hypot(float64(b.File-a.File), float64(b.Rank-a.Rank))-start-end < minVisible {
		aside = max(aside, flank) // more of the line is visible beside the pieces
	}
	from, to := d.centre(a), d.centre(b)
	side := float64(d.side)
	shift := func(p, q point, reach float64) point {
		reach = math.Sqrt(max(0, reach*reach-aside*aside))
		return p.to(q, reach*side).beside(from, to, aside*side)
	}
	return leg{shift(from, to, start), shift(to, from, end)}
}

// lane returns how far a leg is moved aside, in squares: the next lane for each further
// leg between two places, and beside the previous leg for a ball that bounces straight back.
func (d *stepDrawer) lane(s step, i int) float64 {
	a, b := s.way[i-1], s.way[i]
	key := [2]rules.Square{a, b}
	if b.Rank < a.Rank || (b.Rank == a.Rank && b.File < a.File) {
		key = [2]rules.Square{b, a}
	}
	lane := d.lanes[key]
	d.lanes[key]++
	switch {
	case lane > 0 || d.shared(s, key):
		return laneShift * float64(1+lane/2)
	case i > 1 && back(s.way[i-2], a, b):
		return laneShift
	}
	return 0
}

// back reports whether the way continues from q straight back to p.
func back(p, q, next rules.Square) bool {
	dx, dy, nx, ny := p.File-q.File, p.Rank-q.Rank, next.File-q.File, next.Rank-q.Rank
	return dx*ny == dy*nx && dx*nx+dy*ny > 0
}

// shared reports whether another step connects the same two places.
func (d *stepDrawer) shared(own step, key [2]rules.Square) bool {
	for _, s := range d.steps {
		for i := 1; i < len(s.way); i++ {
			pair := [2]rules.Square{s.way[i-1], s.way[i]}
			same := pair == key || pair == [2]rules.Square{key[1], key[0]}
			if same && !slices.Equal(s.way, own.way) {
				return true
			}
		}
	}
	return false
}

// reach is how far from the middle of a place a line begins or ends.
func (d *stepDrawer) reach(p rules.Square, bounce, ringed bool) float64 {
	s := d.at(p.File, p.Rank)
	switch {
	case s.piece != nil:
		return pieceReach
	case bounce:
		return 0
	case s.ball:
		return 0.24
	case ringed:
		return ringReach
	}
	return emptyReach
}

func (d *stepDrawer) centre(p rules.Square) point {
	x, y := d.middle(p)
	return point{x, y}
}

// drawArrow draws the last leg of a way.
func (d *stepDrawer) drawArrow(l leg, ball bool) {
	width, colour := moveWidth, word
	if ball {
		width, colour = ballWidth, vermilion
	}
	length := l.length()
	head := min(headLength, length)
	base := l.to.to(l.from, head)
	if length > head {
		stop := l.to.to(l.from, head-1)
		d.canvas.line(l.from.x, l.from.y, stop.x, stop.y, width, colour)
	}
	left, right := base.beside(l.from, l.to, -head/2), base.beside(l.from, l.to, head/2)
	d.canvas.polygon(colour, l.to.x, l.to.y, right.x, right.y, left.x, left.y)
}

// drawNumber puts the number of a step on its arrow, or beside it where that is short
// or the place is taken.
func (d *stepDrawer) drawNumber(number int, s step, l leg) {
	best, least := point{}, math.Inf(1)
	for _, along := range []float64{0.5, 0.4, 0.6, 0.3, 0.7} {
		for _, aside := range []float64{0, 11, -11, 15, -15, 26, -26, 40, -40} {
			at := l.from.to(l.to, along*l.length()).beside(l.from, l.to, aside)
			if cost := d.cost(at, l, aside) + math.Abs(along-0.5); cost < least {
				best, least = at, cost
			}
		}
	}
	d.badges = append(d.badges, best)
	colour := word
	if s.ball {
		colour = vermilion
	}
	d.canvas.disc(best.x, best.y, badgeRadius+1.5, paper)
	d.canvas.disc(best.x, best.y, badgeRadius, colour)
	centred(d.canvas, best.x, best.y, font{size: 11, bold: true}, strconv.Itoa(number), paper)
}

// cost rates a position for a number: it is hard to read over other numbers or pieces,
// and it hides a short arrow.
func (d *stepDrawer) cost(at point, l leg, aside float64) float64 {
	cost := 0.0
	for _, other := range d.badges {
		cost += 20 * max(0, 2*badgeRadius+3-at.distance(other))
	}
	for _, piece := range d.pieces {
		cost += 2 * max(0, 0.4*float64(d.side)+badgeRadius-at.distance(piece))
	}
	if aside != 0 {
		return cost + math.Abs(aside)/10
	}
	return cost + max(0, 4*badgeRadius-l.length())
}

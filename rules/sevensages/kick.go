package sevensages

import (
	"cmp"
	"slices"

	"turnpost/rules"
)

// kick is a stone that has run onto the ball, as the ball meets the board.
type kick struct {
	board   board // the stone stands where the ball lay
	mover   rules.Seat
	from    square    // of the stone
	ball    square    // where it lay
	heading direction // of the stone, and so of the first leg
	last    square    // of the first leg; ball if it has no length
	met     square    // what ended the first leg: a stone, or a square closed to the ball
}

// bounces tells whether the first leg brings the ball to a pivot.
func (k *kick) bounces() bool { return k.last != k.ball && k.board[k.met].isStone() }

// kickBy is the kick by the stone on from, which has a free line to the ball.
func (p *position) kickBy(from square, heading direction) kick {
	k := kick{board: p.board, mover: p.mover, from: from, ball: p.ball, heading: heading}
	k.board[from] = empty
	k.board[k.ball] = stoneOf(p.mover)
	k.last = k.ball
	k.met = neighbours[heading][k.ball]
	for k.board[k.met] == empty && zones[k.met] == field {
		k.last = k.met
		k.met = neighbours[heading][k.met]
	}
	return k
}

// kicks finds where the stone on from can kick the ball. It is false if the
// square holds no stone of the mover, or that stone cannot kick at all.
func (p *position) kicks(from square, ends *reach) bool {
	heading, ok := line(from, p.ball)
	if !ok || p.board[from] != stoneOf(p.mover) || p.board.blockedAt(from, p.ball, heading) != nowhere {
		return false
	}
	k := p.kickBy(from, heading)
	if !k.bounces() {
		return false
	}
	k.explore(ends)
	return true
}

// bounce is the ball at a pivot.
type bounce struct {
	pivot   square
	heading direction // in which the ball came
	before  int       // the bounce before this one, -1 for the first
}

// maxBounces bounds the different bounces of one kick: a leg runs along the
// lines or along the diagonals like the first one, so each stone can be met
// from four directions.
const maxBounces = 2 * stones * 4

// reach is where the ball can come by any number of bounces. The zero value is
// nowhere.
type reach struct {
	bounces [maxBounces]bounce
	n       int            // of bounces
	seen    [squares]uint8 // by pivot, a bit for each heading of a bounce
	by      [squares]uint8 // 1 + the bounce whose leg first comes to a square
	count   int            // of squares that the ball can come to
}

// turns are the changes of direction at a pivot, in eighths of a circle.
var turns = [...]direction{2, 4, 6}

// explore goes through all bounces, those with fewer before them first and
// within that by the order of the squares on their way. So the first leg that
// comes to a square belongs to the canonical way.
func (k *kick) explore(r *reach) {
	r.add(bounce{pivot: k.last, heading: k.heading, before: -1})
	for i := 0; i < r.n; i++ {
		from := r.bounces[i]
		var found [len(turns)]bounce
		n := 0
		for _, turn := range turns {
			b := bounce{heading: (from.heading + turn) % directions, before: i}
			if b.pivot = k.leg(r, from.pivot, b); b.pivot != nowhere {
				found[n] = b
				n++
			}
		}
		slices.SortFunc(found[:n], func(a, b bounce) int { return cmp.Compare(a.pivot, b.pivot) })
		for _, b := range found[:n] {
			r.add(b)
		}
	}
}

// leg runs the ball from a pivot along b's heading and returns the pivot where
// that ends, or nowhere.
func (k *kick) leg(r *reach, from square, b bounce) square {
	last := from
	for {
		s := neighbours[b.heading][last]
		if k.board[s].isStone() {
			if last == from {
				return nowhere
			}
			return last
		}
		if !k.mayEnter(s) {
			return nowhere
		}
		r.come(s, b.before)
		if zones[s] != field {
			return nowhere
		}
		last = s
	}
}

// mayEnter tells whether the ball may come to an empty square after a bounce.
func (k *kick) mayEnter(s square) bool {
	return zones[s] == field || zones[s] == areaOf(k.mover.Other())
}

func (r *reach) add(b bounce) {
	bit := uint8(1) << b.heading
	if r.seen[b.pivot]&bit != 0 {
		return
	}
	r.seen[b.pivot] |= bit
	r.bounces[r.n] = b
	r.n++
}

func (r *reach) come(s square, by int) {
	if r.by[s] == 0 {
		r.by[s] = uint8(by + 1)
		r.count++
	}
}

// has tells whether the ball can come to a square.
func (r *reach) has(end square) bool { return r.by[end] != 0 }

// way is the canonical way to a square that the ball can come to: the pivots,
// then the end.
func (r *reach) way(end square) []square {
	way := []square{end}
	for i := int(r.by[end]) - 1; i >= 0; i = r.bounces[i].before {
		way = append(way, r.bounces[i].pivot)
	}
	slices.Reverse(way)
	return way
}

// moves appends a move for every end, in the order of the squares.
func (r *reach) moves(moves []move, from, ball square) []move {
	for end := range square(squares) {
		if r.has(end) {
			moves = append(moves, move{from: from, to: ball, end: end})
		}
	}
	return moves
}

package sevensages

import (
	"cmp"
	"slices"

	"turnpost/rules"
)

// kick is the state after a stone has reached the ball and the ball its first obstacle.
type kick struct {
	board   board // the stone is where the ball was
	mover   rules.Seat
	from    square    // of the stone
	ball    square    // where it was
	heading direction // of the stone, and therefore of the first leg
	last    square    // of the first leg; equal to ball if it has no length
	met     square    // the obstacle after the first leg: a stone, or a square closed to the ball
}

// bounces reports whether the first leg brings the ball to a pivot.
func (k *kick) bounces() bool { return k.last != k.ball && k.board[k.met].isStone() }

// kickBy returns the kick by the stone on from, which has a free line to the ball.
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

// kicks adds the ends of all kicks by the stone on from. It returns false if the square holds no stone of the mover, or
// the stone cannot kick.
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
	heading direction // in which the ball arrived
	before  int       // index of the previous bounce, -1 for the first
}

// maxBounces is the maximum number of distinct bounces of one kick. All legs run along lines, or all along diagonals,
// like the first one, so each stone can be reached from four directions.
const maxBounces = 2 * stones * 4

// reach is the set of squares that the ball can reach by any number of bounces. The zero value is empty.
type reach struct {
	bounces [maxBounces]bounce
	n       int            // number of bounces
	seen    [squares]uint8 // by pivot, a bit for each heading of a bounce
	by      [squares]uint8 // 1 + the bounce whose leg first reaches a square
	count   int            // number of squares that the ball can reach
}

// turns are the changes of direction at a pivot, in eighths of a circle.
var turns = [...]direction{2, 4, 6}

// explore visits all bounces, first by the number of preceding bounces, then by the order of the squares on their path.
// Therefore the first leg that reaches a square belongs to the canonical path.
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

// leg moves the ball from a pivot along b's heading and returns the pivot at the end of the leg, or nowhere.
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

// mayEnter reports whether the ball may enter an empty square after a bounce.
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

// has reports whether the ball can reach a square.
func (r *reach) has(end square) bool { return r.by[end] != 0 }

// way returns the canonical path to a reachable square: the pivots, then the end.
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

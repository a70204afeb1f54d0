package sevensages

import (
	"slices"

	"turnpost/rules"
)

// moves appends the legal moves. The loud ones are kicks that bring the ball forward, the farthest first. Then come
// slides to a line with the ball, from which the stone can kick next.
func (n *node) moves(_ int, list []move) (moves []move, loud int) {
	begin := len(list)
	list = n.kicks(list)
	at := forward(n.mover, n.ball)
	kicks := list[begin:]
	slices.SortStableFunc(kicks, func(a, b move) int { return forward(n.mover, b.end) - forward(n.mover, a.end) })
	for _, m := range kicks {
		if forward(n.mover, m.end) > at {
			loud++
		}
	}
	quiet := len(list)
	list = n.slides(list)
	for i := quiet; i < len(list); i++ {
		if areAligned(list[i].to, n.ball) {
			list[i], list[quiet] = list[quiet], list[i]
			quiet++
		}
	}
	return list, loud
}

// slides appends the slides of the side to move.
func (n *node) slides(moves []move) []move {
	keeper := n.keeper(n.mover)
	own, theirs := areaOf(n.mover), areaOf(n.mover.Other())
	for _, from := range n.stones[n.mover] {
		for d := range directions {
			if d.isBackward(n.mover) {
				continue
			}
			length := min(n.lines.free(from, d), int(geometry.toEdge[from][d]))
			for i := 1; i <= length; i++ {
				to := from.step(d, i)
				if zone := zones[to]; zone == theirs || (zone == own && keeper != nowhere && keeper != from) {
					continue
				}
				moves = append(moves, move{from: from, to: to, end: nowhere})
			}
		}
	}
	return moves
}

// kicks appends the kicks of the side to move.
func (n *node) kicks(moves []move) []move {
	var room [directions]kicker
	for _, k := range n.kickers(n.mover, room[:0]) {
		var ends squareSet
		n.spread(n.mover, k, &ends)
		for end := range ends.all {
			moves = append(moves, move{from: k.from, to: n.ball, end: end})
		}
	}
	return moves
}

// forward returns the rank of a square as a seat counts it, from its own edge.
func forward(seat rules.Seat, s square) int {
	rank := int(s) % size
	if seat == rules.Second {
		return size - 1 - rank
	}
	return rank
}

package sevensages

import (
	"turnpost/rules"
	"turnpost/rules/search"
)

// node is a position for the search: small to copy, and no line is walked square by square.
type node struct {
	lines  lines // stones and the ball
	hash   uint64
	stones [2][stones]square
	ball   square
	mover  rules.Seat
	points [2]uint8 // at the root
	target uint8    // points that win
	// scored says that the last turn was a point. What follows is another game, which the search leaves aside.
	scored bool
}

// zobrist holds the random numbers whose sum modulo 2 is the hash.
var zobrist = makeZobrist()

type zobristKeys struct {
	stones [2][squares]uint64
	ball   [squares]uint64
	mover  uint64
	scored uint64
}

func makeZobrist() (keys zobristKeys) {
	last := uint64(0)
	next := func() uint64 {
		last += 0x9e3779b97f4a7c15
		return search.Mix(last)
	}
	for s := range squares {
		keys.stones[rules.First][s], keys.stones[rules.Second][s], keys.ball[s] = next(), next(), next()
	}
	keys.mover, keys.scored = next(), next()
	return keys
}

// nodeOf returns the node of an unfinished position.
func nodeOf(p *position) node {
	n := node{ball: p.ball, mover: p.mover, hash: zobrist.ball[p.ball]}
	n.points = [2]uint8{uint8(p.points[rules.First]), uint8(p.points[rules.Second])}
	n.target = uint8(p.target)
	n.lines.flip(p.ball)
	if p.mover == rules.Second {
		n.hash ^= zobrist.mover
	}
	var count [2]int
	for s := range square(squares) {
		for _, seat := range [...]rules.Seat{rules.First, rules.Second} {
			if p.board[s] == stoneOf(seat) {
				n.stones[seat][count[seat]] = s
				count[seat]++
				n.lines.flip(s)
				n.hash ^= zobrist.stones[seat][s]
			}
		}
	}
	return n
}

// play stores the node after a legal move in next.
func (n *node) play(m move, next *node) {
	*next = *n
	next.mover = n.mover.Other()
	next.hash ^= zobrist.mover ^ zobrist.stones[n.mover][m.from] ^ zobrist.stones[n.mover][m.to]
	for i, s := range next.stones[n.mover] {
		if s == m.from {
			next.stones[n.mover][i] = m.to
			break
		}
	}
	next.lines.flip(m.from)
	if !m.isKick() {
		next.lines.flip(m.to)
		return
	}
	// The stone takes the ball's square, which stays occupied.
	next.hash ^= zobrist.ball[m.to] ^ zobrist.ball[m.end]
	next.ball = m.end
	next.lines.flip(m.end)
	if zones[m.end] == areaOf(n.mover.Other()) {
		next.scored = true
		next.hash ^= zobrist.scored
	}
}

// holds reports whether a stone of a seat is on a square.
func (n *node) holds(seat rules.Seat, s square) bool {
	for _, at := range n.stones[seat] {
		if at == s {
			return true
		}
	}
	return false
}

// keeper returns the square of a side's stone in its own goal area, or nowhere.
func (n *node) keeper(seat rules.Seat) square {
	for _, s := range n.stones[seat] {
		if zones[s] == areaOf(seat) {
			return s
		}
	}
	return nowhere
}

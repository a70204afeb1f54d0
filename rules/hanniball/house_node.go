package hanniball

import (
	"turnpost/rules"
	"turnpost/rules/search"
)

// team is the number of pieces of a side at the start.
const team = 11

// node is a position as the house searches it.
type node struct {
	state
	hash  uint64
	men   [2][team]square // the squares of the pieces; nowhere for a captured one
	mover rules.Seat
	limit uint8 // steps of the turn
}

// zobrist holds the random numbers whose sum modulo 2 is the hash.
var zobrist = makeZobrist()

type zobristKeys struct {
	pieces [2 * black][files * ranks]uint64
	ball   [files * ranks]uint64
	mover  uint64
}

func makeZobrist() (keys zobristKeys) {
	last := uint64(0)
	next := func() uint64 {
		last += 0x9e3779b97f4a7c15
		return search.Mix(last)
	}
	for s := range keys.ball {
		keys.ball[s] = next()
		for p := range keys.pieces {
			keys.pieces[p][s] = next()
		}
	}
	keys.mover = next()
	return keys
}

// nodeOf returns the node of a position.
func nodeOf(p *position) node {
	n := node{state: p.state, mover: p.ToMove(), limit: maxSteps, hash: zobrist.ball[p.ball]}
	if p.number == 1 {
		n.limit = maxFirstSteps
	}
	if n.mover == rules.Second {
		n.hash ^= zobrist.mover
	}
	var count [2]int
	for _, s := range allSquares {
		if held := n.board[s]; held != empty {
			seat := held.seat()
			n.men[seat][count[seat]] = s
			count[seat]++
			n.hash ^= zobrist.pieces[held][s]
		}
	}
	return n
}

// take plays a legal step of the side to move.
func (n *node) take(st step) {
	if st.kind == shoot {
		end := st.to
		if st.bounce != nowhere {
			end = st.bounce
		}
		n.place(end)
		return
	}
	if st.kind == move && n.ball == st.from {
		n.place(st.to)
	}
	p := n.board[st.from]
	if captured := n.board[st.to]; captured != empty {
		n.hash ^= zobrist.pieces[captured][st.to]
		n.relocate(n.mover.Other(), st.to, nowhere)
	}
	n.board[st.to], n.board[st.from] = p, empty
	n.hash ^= zobrist.pieces[p][st.from] ^ zobrist.pieces[p][st.to]
	n.relocate(n.mover, st.from, st.to)
}

// place puts the Ball on a square.
func (n *node) place(to square) {
	n.hash ^= zobrist.ball[n.ball] ^ zobrist.ball[to]
	n.ball = to
}

func (n *node) relocate(seat rules.Seat, from, to square) {
	for i, s := range &n.men[seat] {
		if s == from {
			n.men[seat][i] = to
			return
		}
	}
}

// pass ends the turn of the side to move.
func (n *node) pass() {
	n.mover = n.mover.Other()
	n.hash ^= zobrist.mover
	n.limit = maxSteps
}

// holds reports whether a piece of a seat controls the Ball.
func (n *node) holds(seat rules.Seat) bool {
	p := n.board[n.ball]
	return p != empty && p.seat() == seat
}

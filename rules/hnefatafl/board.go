package hnefatafl

import "turnpost/rules"

// setups lists the start positions; the first is the default.
var setups = [...]struct {
	variant string
	size    int
	text    string
}{
	{"11x11", 11, "3ttttt3/5t5/11/t4T4t/t3TTT3t/tt1TTKTT1tt/t3TTT3t/t4T4t/11/5t5/3ttttt3 a"},
	{"9x9", 9, "3ttt3/4t4/4T4/t3T3t/ttTTKTTtt/t3T3t/4T4/4t4/3ttt3 a"},
	{"7x7", 7, "3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3 a"},
}

// directions are the four directions along a rank or file.
var directions = [...]rules.Square{{File: -1}, {Rank: -1}, {Rank: 1}, {File: 1}}

// board holds the constant tables of a board of one size. They have an entry for every value of square, so that
// noSquare needs no check.
type board struct {
	size    int
	squares set
	throne  square
	corners set
	rim     set                          // squares of the edges, corners included
	open    set                          // squares where every piece may stop: all but throne and corners
	step    [len(directions)][256]square // the next square in each direction
	near    [256]set                     // the neighbours of a square
	// guards holds the squares that attackers must occupy to capture the king on or next to the throne; it is empty
	// elsewhere.
	guards [256]set
	names  [stride * stride]string // as in the notation
}

func newBoard(size int) *board {
	b := &board{size: size}
	for d := range b.step {
		for s := range b.step[d] {
			b.step[d][s] = noSquare
		}
	}
	for file := range size {
		for rank := range size {
			b.place(rules.Square{File: file, Rank: rank})
		}
	}
	edge := size - 1
	for _, corner := range []rules.Square{{}, {File: edge}, {Rank: edge}, {File: edge, Rank: edge}} {
		b.corners = b.corners.or(b.number(corner).bit())
	}
	for s := range b.squares.all {
		if b.near[s].len() < len(directions) {
			b.rim = b.rim.or(s.bit())
		}
	}
	b.throne = b.number(rules.Square{File: edge / 2, Rank: edge / 2})
	b.open = b.squares.andNot(b.corners).andNot(b.throne.bit())
	b.guards[b.throne] = b.near[b.throne]
	for d := range b.step {
		beside := b.step[d][b.throne]
		b.guards[beside] = b.near[beside].andNot(b.throne.bit())
	}
	return b
}

// place fills the tables for one square.
func (b *board) place(at rules.Square) {
	s := b.number(at)
	b.squares = b.squares.or(s.bit())
	b.names[s] = at.String()
	for d, by := range directions {
		next := b.number(rules.Square{File: at.File + by.File, Rank: at.Rank + by.Rank})
		b.step[d][s] = next
		b.near[s] = b.near[s].or(next.bit())
	}
}

// number returns the number of a square, or noSquare if it is not on this board.
func (b *board) number(s rules.Square) square {
	if s.File < 0 || s.File >= b.size || s.Rank < 0 || s.Rank >= b.size {
		return noSquare
	}
	return square(s.File*stride + s.Rank)
}

// heading returns the direction of a move; ok is false if the move does not follow a rank or file.
func (b *board) heading(m move) (direction int, ok bool) {
	for d := range b.step {
		for s := b.step[d][m.from]; s != noSquare; s = b.step[d][s] {
			if s == m.to {
				return d, true
			}
		}
	}
	return 0, false
}

// squareNames returns the names of squares, ordered by file, then rank.
func (b *board) squareNames(squares set) []string {
	names := make([]string, 0, squares.len())
	for s := range squares.all {
		names = append(names, b.names[s])
	}
	return names
}

package sevensages

import (
	"cmp"

	"turnpost/rules"
)

const (
	size    = 15 // files and ranks
	squares = size * size
	stones  = 7 // of each side
)

// square is the number of a square: a1, a2, … o15, by file, then by rank. Paths of the ball are compared in that
// order.
type square uint8

// nowhere is any place beyond the edge; it is not an index of a board.
const nowhere square = squares

// onBoard returns the number of a square and whether it is on the board.
func onBoard(s rules.Square) (square, bool) {
	if s.File < 0 || s.File >= size || s.Rank < 0 || s.Rank >= size {
		return nowhere, false
	}
	return square(s.File*size + s.Rank), true
}

func (s square) place() rules.Square {
	return rules.Square{File: int(s / size), Rank: int(s % size)}
}

func (s square) String() string { return names[s] }

// piece is the content of a square, as its letter in a position text.
type piece byte

const (
	empty      piece = 0
	whiteStone piece = 'S'
	blackStone piece = 's'
	theBall    piece = 'o'
)

// stoneOf returns the stone of a seat.
func stoneOf(seat rules.Seat) piece {
	if seat == rules.First {
		return whiteStone
	}
	return blackStone
}

func (p piece) isStone() bool { return p == whiteStone || p == blackStone }

type board [squares]piece

// direction is one of the eight directions, clockwise as White sees the board.
type direction uint8

const (
	north direction = iota
	northEast
	east
	southEast
	south
	southWest
	west
	northWest
	directions
)

var offsets = [directions]rules.Square{
	north: {Rank: 1}, northEast: {File: 1, Rank: 1}, east: {File: 1}, southEast: {File: 1, Rank: -1},
	south: {Rank: -1}, southWest: {File: -1, Rank: -1}, west: {File: -1}, northWest: {File: -1, Rank: 1},
}

// isBackward reports whether a direction is diagonally backward for a seat.
func (d direction) isBackward(seat rules.Seat) bool {
	if seat == rules.First {
		return d == southEast || d == southWest
	}
	return d == northEast || d == northWest
}

// line returns the direction of the straight line between two squares and reports whether there is one.
func line(from, to square) (direction, bool) {
	a, b := from.place(), to.place()
	file, rank := b.File-a.File, b.Rank-a.Rank
	if from == to || (file != 0 && rank != 0 && file != rank && file != -rank) {
		return 0, false
	}
	towards := rules.Square{File: cmp.Compare(file, 0), Rank: cmp.Compare(rank, 0)}
	for d := range directions {
		if offsets[d] == towards {
			return d, true
		}
	}
	return 0, false
}

// zone is a part of the board.
type zone uint8

const (
	field     zone = iota // open to the ball
	outside               // stones only
	whiteArea             // White's goal area
	blackArea
)

// areaOf returns the goal area of a seat.
func areaOf(seat rules.Seat) zone {
	if seat == rules.First {
		return whiteArea
	}
	return blackArea
}

// The constant geometry of the board: names, neighbours and zones.
var (
	names      = nameSquares()
	neighbours = joinSquares()
	zones      = divideBoard()
)

func nameSquares() (t [squares]string) {
	for s := range square(squares) {
		t[s] = s.place().String()
	}
	return t
}

func joinSquares() (t [directions][squares]square) {
	for d := range directions {
		for s := range square(squares) {
			at := s.place()
			t[d][s], _ = onBoard(rules.Square{File: at.File + offsets[d].File, Rank: at.Rank + offsets[d].Rank})
		}
	}
	return t
}

func divideBoard() (t [squares]zone) {
	for s := range square(squares) {
		t[s] = zoneOf(s.place())
	}
	return t
}

func zoneOf(s rules.Square) zone {
	const last = size - 1
	central := s.File >= 5 && s.File <= 9
	switch {
	case central && s.Rank == 0:
		return whiteArea
	case central && s.Rank == last:
		return blackArea
	case s.File == 0 || s.File == last || s.Rank == 0 || s.Rank == last:
		return outside
	case (s.File == 1 || s.File == last-1) && (s.Rank == 1 || s.Rank == last-1):
		return outside
	}
	return field
}

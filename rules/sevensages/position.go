package sevensages

import (
	"strconv"

	"turnpost/rules"
)

// setup is the placement at the start of a game and after each point.
const setup = "7s7/15/3s3s3s3/15/3s3s3s3/15/15/7o7/15/15/3S3S3S3/15/3S3S3S3/15/7S7"

var (
	rows       = rules.Rectangle(size, size)
	setupBoard = placeSetup()
)

func placeSetup() (b board) {
	// The text is a constant that the tests verify.
	_ = rules.ReadRanks(setup, rows, func(s rules.Square, letter byte) error {
		at, _ := onBoard(s)
		b[at] = piece(letter)
		return nil
	})
	return b
}

// position is a state of the game. It is immutable once another package has it.
type position struct {
	board  board
	ball   square // the square of theBall on the board
	mover  rules.Seat
	points [2]int
	target int // points that win
}

// begin returns the setup with the given points.
func begin(points [2]int, target int, mover rules.Seat) *position {
	ball, _ := onBoard(rules.Square{File: size / 2, Rank: size / 2})
	return &position{board: setupBoard, ball: ball, mover: mover, points: points, target: target}
}

// String returns the placement, the side to move and the points.
func (p *position) String() string {
	b := make([]byte, 0, 96)
	b = rules.WriteRanks(b, rows, func(s rules.Square) byte {
		at, _ := onBoard(s)
		return byte(p.board[at])
	})
	b = append(b, ' ', sideLetters[p.mover], ' ')
	b = strconv.AppendInt(b, int64(p.points[rules.First]), 10)
	b = append(b, '-')
	b = strconv.AppendInt(b, int64(p.points[rules.Second]), 10)
	return string(b)
}

// Key returns the whole text: placement, ball, points and side to move all count for repetition.
func (p *position) Key() string { return p.String() }

// ToMove returns the side to move; after a point, that is the side that conceded it.
func (p *position) ToMove() rules.Seat { return p.mover }

// Result depends on the points, and otherwise on whether the side to move has a legal turn.
func (p *position) Result() rules.Result {
	for _, seat := range [...]rules.Seat{rules.First, rules.Second} {
		if p.points[seat] >= p.target {
			return rules.Won(seat, ReasonPoints)
		}
	}
	if !p.canMove() {
		return rules.Won(p.mover.Other(), rules.ReasonNoMoves)
	}
	return rules.Result{}
}

// after returns the position after a legal move.
func (p *position) after(m move) *position {
	if m.isKick() && zones[m.end] == areaOf(p.mover.Other()) {
		points := p.points
		points[p.mover]++
		return begin(points, p.target, p.mover.Other())
	}
	next := *p
	next.mover = p.mover.Other()
	next.board[m.from] = empty
	next.board[m.to] = stoneOf(p.mover)
	if m.isKick() {
		next.board[m.end] = theBall
		next.ball = m.end
	}
	return &next
}

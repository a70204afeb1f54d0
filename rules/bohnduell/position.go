package bohnduell

import (
	"strconv"

	"turnpost/rules"
)

// smallBowls is the number of small bowls of a side. Bowl k of one side is opposite to bowl opposite(k) of the other.
const smallBowls = 4

func opposite(k int) int { return smallBowls + 1 - k }

// side holds the numbers of balls of one side.
type side struct {
	stock int
	small [smallBowls]int // bowl k is small[k-1]; bowl 1 is next to the large bowl
	large int
}

// canMove reports whether the side has a legal turn. A side with a ball in stock always has one: p4 takes a single
// ball.
func (s *side) canMove() bool {
	if s.stock > 0 {
		return true
	}
	for i, balls := range s.small {
		if balls == i+1 {
			return true
		}
	}
	return false
}

func (s *side) balls() int {
	sum := s.stock + s.large
	for _, balls := range s.small {
		sum += balls
	}
	return sum
}

// position is a complete state of the game. While the game is ongoing, the side to move has a legal turn.
type position struct {
	sides  [2]side
	toMove rules.Seat
}

// letters denote the seats in position texts and names of bowls.
const letters = "gr"

// String returns Green's "stock:bowl4,bowl3,bowl2,bowl1:large", "/", Red's, and the side to move.
func (p position) String() string {
	b := make([]byte, 0, 48)
	b = p.sides[rules.First].appendTo(b)
	b = append(b, '/')
	b = p.sides[rules.Second].appendTo(b)
	b = append(b, ' ', letters[p.toMove])
	return string(b)
}

func (s *side) appendTo(b []byte) []byte {
	b = strconv.AppendInt(b, int64(s.stock), 10)
	separator := byte(':')
	for k := smallBowls; k >= 1; k-- {
		b = append(b, separator)
		b = strconv.AppendInt(b, int64(s.small[k-1]), 10)
		separator = ','
	}
	b = append(b, ':')
	return strconv.AppendInt(b, int64(s.large), 10)
}

// Key returns "": balls move only towards the large bowls, so no position can occur twice.
func (p position) Key() string { return "" }

func (p position) ToMove() rules.Seat { return p.toMove }

func (p *position) over() bool {
	return !p.sides[rules.First].canMove() && !p.sides[rules.Second].canMove()
}

// lead returns the difference between Green's and Red's large bowl.
func (p *position) lead() int {
	return p.sides[rules.First].large - p.sides[rules.Second].large
}

// Result compares the large bowls when neither side has a legal turn.
func (p position) Result() rules.Result {
	if !p.over() {
		return rules.Result{}
	}
	switch lead := p.lead(); {
	case lead > 0:
		return rules.Won(rules.First, ReasonCount)
	case lead < 0:
		return rules.Won(rules.Second, ReasonCount)
	}
	return rules.Drawn(ReasonCount)
}

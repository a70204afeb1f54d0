package bohnduell

import (
	"strconv"

	"turnpost/rules"
)

// smallBowls is how many small bowls each side has. Bowl k of one side stands
// opposite bowl opposite(k) of the other.
const smallBowls = 4

func opposite(k int) int { return smallBowls + 1 - k }

// side is what one side has, in balls.
type side struct {
	stock int
	small [smallBowls]int // bowl k is small[k-1]: bowl 1 is next to the large bowl
	large int
}

// canMove tells whether the side would have a legal turn. With any ball in
// stock it has one: p4 takes a single ball.
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

// position is a whole state of the game. As long as the game goes on, the side
// to move has a legal turn.
type position struct {
	sides  [2]side
	toMove rules.Seat
}

// letters stand for the seats in position texts and names of bowls.
const letters = "gr"

// String writes Green's "stock:bowl4,bowl3,bowl2,bowl1:large", "/", Red's, and
// the side to move.
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

// Key is empty: balls only ever move towards the large bowls, so that no
// position comes back.
func (p position) Key() string { return "" }

// ToMove is the seat whose turn it is.
func (p position) ToMove() rules.Seat { return p.toMove }

func (p *position) over() bool {
	return !p.sides[rules.First].canMove() && !p.sides[rules.Second].canMove()
}

// lead is how many balls Green's large bowl is ahead; negative, Red's is.
func (p *position) lead() int {
	return p.sides[rules.First].large - p.sides[rules.Second].large
}

// Result counts the large bowls when neither side has a turn.
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

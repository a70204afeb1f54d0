package sevensages

import (
	"math/bits"

	"turnpost/rules"
)

// The weights of the value. Other ones changed little: over 100 games each by 5,000 positions a turn, twice or half of
// a weight scored 46 to 53 %. Two features lost: stones far forward (12 %), and stones near the middle file (28 %).
const (
	weightEnd    = 1   // a square that a kick can reach
	weightRank   = 12  // the most forward rank of those squares
	weightKicker = 10  // a stone that can kick
	weightBall   = 20  // a rank of the ball, counted from the middle
	weightThreat = 120 // a point that the opponent would make if they were to move
)

// value returns how well the side to move stands if it cannot make a point at once.
func (n *node) value() int {
	mine, _ := n.kickValue(n.mover)
	theirs, threat := n.kickValue(n.mover.Other())
	value := mine - theirs + weightBall*(forward(n.mover, n.ball)-size/2)
	if threat {
		value -= weightThreat
	}
	return value
}

// kickValue returns the value of a side's kicks as if it were to move, and reports whether one of them makes a point.
func (n *node) kickValue(seat rules.Seat) (value int, goal bool) {
	var room [directions]kicker
	var ends squareSet
	kickers := n.kickers(seat, room[:0])
	if len(kickers) == 0 {
		return 0, false
	}
	for _, k := range kickers {
		goal = n.spread(seat, k, &ends) || goal
	}
	return weightEnd*ends.count() + weightRank*ends.best(seat) + weightKicker*len(kickers), goal
}

// best returns the most forward rank of the squares for a seat; 0 for no squares.
func (t *squareSet) best(seat rules.Seat) int {
	var ranks uint16
	for _, word := range t {
		ranks |= word
	}
	switch {
	case ranks == 0:
		return 0
	case seat == rules.First:
		return bits.Len16(ranks) - 1
	}
	return size - 1 - bits.TrailingZeros16(ranks)
}

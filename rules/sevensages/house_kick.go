package sevensages

import (
	"math/bits"

	"turnpost/rules"
)

// squareSet is a set of squares: a bit for each rank in a word for each file.
type squareSet [size]uint16

func (t *squareSet) add(s square)      { t[s/size] |= 1 << (s % size) }
func (t *squareSet) has(s square) bool { return t[s/size]>>(s%size)&1 != 0 }

func (t *squareSet) count() (n int) {
	for _, word := range t {
		n += bits.OnesCount16(word)
	}
	return n
}

// all yields the squares by file, then by rank.
func (t *squareSet) all(yield func(square) bool) {
	for file, word := range t {
		for ; word != 0; word &= word - 1 {
			if !yield(square(file*size + bits.TrailingZeros16(word))) {
				return
			}
		}
	}
}

// kicker is a stone that can kick: the first in its direction from the ball.
type kicker struct {
	from    square
	heading direction // of the stone and of the ball's first leg
	pivot   square    // the first one
}

// kickers returns the stones of a seat that reach the ball and bring it to a first pivot.
func (n *node) kickers(seat rules.Seat, room []kicker) []kicker {
	for d := range directions {
		run := n.lines.free(n.ball, d)
		if run >= beyond {
			continue
		}
		from := n.ball.step(d, run+1)
		if !n.holds(seat, from) {
			continue
		}
		heading := (d + directions/2) % directions
		leg := n.lines.free(n.ball, heading)
		if leg == 0 || leg > int(geometry.open[n.ball][heading]) {
			continue
		}
		room = append(room, kicker{from: from, heading: heading, pivot: n.ball.step(heading, leg)})
	}
	return room
}

// spread adds the squares that a seat's kicked ball can reach, and reports whether the opponent's goal area is among
// them. The ball turns at a pivot in all directions but straight on, where the stone is; so a pivot's four legs do not
// depend on the direction that it was reached from, and each pivot is visited once.
func (n *node) spread(seat rules.Seat, k kicker, ends *squareSet) (goal bool) {
	n.lines.flip(k.from)
	var seen squareSet
	var queue [2 * stones * 4]square
	queue[0] = k.pivot
	seen.add(k.pivot)
	for head, tail := 0, 1; head < tail; head++ {
		pivot := queue[head]
		for d := k.heading % 2; d < directions; d += 2 {
			leg, open := n.lines.free(pivot, d), int(geometry.open[pivot][d])
			if leg > open {
				leg = open
				if geometry.scores[pivot][d] == 1<<seat {
					goal = true
					leg++
				}
			} else if leg > 0 {
				if next := pivot.step(d, leg); !seen.has(next) {
					seen.add(next)
					queue[tail] = next
					tail++
				}
			}
			ends.addRun(pivot, d, leg)
		}
	}
	n.lines.flip(k.from)
	return goal
}

// addRun adds the squares of a leg.
func (t *squareSet) addRun(s square, d direction, length int) {
	file, rank := int(s)/size, int(s)%size
	switch d {
	case north:
		t[file] |= (1<<length - 1) << (rank + 1)
		return
	case south:
		t[file] |= (1<<length - 1) << (rank - length)
		return
	}
	offset := offsets[d]
	for range length {
		file += offset.File
		rank += offset.Rank
		t[file] |= 1 << rank
	}
}

// canScore reports whether a seat could kick the ball into the opponent's goal area if it were to move.
func (n *node) canScore(seat rules.Seat) bool {
	var room [directions]kicker
	var ends squareSet
	for _, k := range n.kickers(seat, room[:0]) {
		if n.spread(seat, k, &ends) {
			return true
		}
	}
	return false
}

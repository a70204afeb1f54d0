package bohnduell

import (
	"cmp"

	"turnpost/rules"
	"turnpost/rules/search"
)

// solver finds the best possible difference of the large bowls by searching to the end of the game. What follows from a
// position does not depend on the large bowls, so the search leaves them out: in the standard game 5.7 million
// different positions remain.
type solver struct {
	table []uint64 // see entry
	left  int      // positions that may still be visited
}

// solverTable is the number of entries of the table: 2 MB.
const solverTable = 1 << 17

// remaining is a position without the large bowls.
type remaining struct {
	small  [2][smallBowls]int8
	stock  [2]int8
	toMove rules.Seat
}

// maxCount is the highest number of balls that a key represents.
const maxCount = 31

// remainingOf returns a position without the large bowls; false if a number is beyond maxCount.
func remainingOf(p *position) (b remaining, ok bool) {
	b.toMove = p.toMove
	for seat := range p.sides {
		s := &p.sides[seat]
		if s.stock > maxCount {
			return b, false
		}
		b.stock[seat] = int8(s.stock)
		for i, balls := range s.small {
			if balls > maxCount {
				return b, false
			}
			b.small[seat][i] = int8(balls)
		}
	}
	return b, true
}

// key packs a position into 51 bits.
func (b *remaining) key() uint64 {
	key := uint64(b.toMove)
	for seat := range b.small {
		key = key<<5 | uint64(b.stock[seat])
		for _, balls := range &b.small[seat] {
			key = key<<5 | uint64(balls)
		}
	}
	return key
}

// An entry of the table is a key, the difference for the side to move, how it limits the value, and the best turn.
const (
	keyBits   = 51
	valueBits = 7
	valueZero = 1 << (valueBits - 1)
	atLeast   = 1
	atMost    = 2
)

func entryOf(key uint64, value int, bound, turn uint64) uint64 {
	return key | uint64(value+valueZero)<<keyBits | bound<<(keyBits+valueBits) | turn<<(keyBits+valueBits+2)
}

// legal reports whether the turn with a number in allTurns is legal.
func (b *remaining) legal(n int) bool {
	if n < smallBowls {
		return int(b.stock[b.toMove]) >= smallBowls-n
	}
	return int(b.small[b.toMove][n-smallBowls]) == n-smallBowls+1
}

func (b *remaining) canMove(seat rules.Seat) bool {
	s := &b.small[seat]
	return b.stock[seat] > 0 || s[0] == 1 || s[1] == 2 || s[2] == 3 || s[3] == 4
}

// after plays a turn and returns the balls that the mover gains. over is true if nobody can move then.
func (b *remaining) after(n int) (gain int, over bool) {
	mover, other := b.toMove, b.toMove.Other()
	mine := &b.small[mover]
	if n < smallBowls {
		if mine[n] == 0 {
			across := &b.small[other][smallBowls-1-n]
			gain, *across = int(*across), 0
		}
		b.stock[mover] -= int8(smallBowls - n)
		for i := n; i < smallBowls; i++ {
			mine[i]++
		}
	} else {
		n -= smallBowls
		mine[n] = 0
		for i := range n {
			mine[i]++
		}
		gain = 1
	}
	if b.canMove(other) {
		b.toMove = other
		return gain, false
	}
	return gain, !b.canMove(mover)
}

// balls returns the number of balls that are not in the large bowls. Nobody gains more.
func (b *remaining) balls() int {
	sum := b.stock[0] + b.stock[1]
	for i := range smallBowls {
		sum += b.small[0][i] + b.small[1][i]
	}
	return int(sum)
}

// order lists the legal turns: the best turn of the table first, then by the balls gained at once.
func (b *remaining) order(best int, list *[len(allTurns)]int8) []int8 {
	var gains [len(allTurns)]int8
	count := 0
	for n := range allTurns {
		if !b.legal(n) {
			continue
		}
		var gain int8
		switch {
		case n == best:
			gain = maxCount + 1
		case n >= smallBowls:
			gain = 1
		case b.small[b.toMove][n] == 0:
			gain = b.small[b.toMove.Other()][smallBowls-1-n]
		}
		at := count
		for ; at > 0 && gains[at-1] < gain; at-- {
			gains[at], list[at] = gains[at-1], list[at-1]
		}
		gains[at], list[at] = gain, int8(n)
		count++
	}
	return list[:count]
}

// value returns the difference that the mover of b still makes, within a window; false if the limit is reached.
func (s *solver) value(b *remaining, alpha, beta int) (value int, ok bool) {
	if most := b.balls(); most <= alpha {
		return most, true
	} else if -most >= beta {
		return -most, true
	}
	key := b.key()
	place := &s.table[search.Mix(key)%solverTable]
	best := -1
	if known := *place; known != 0 && known&(1<<keyBits-1) == key {
		value := int(known>>keyBits&(1<<valueBits-1)) - valueZero
		switch bound := known >> (keyBits + valueBits) & 3; {
		case bound == 0, bound == atLeast && value >= beta, bound == atMost && value <= alpha:
			return value, true
		}
		best = int(known >> (keyBits + valueBits + 2))
	}
	var list [len(allTurns)]int8
	result, bound, low := -maxBalls, uint64(atMost), alpha
	for i, n := range b.order(best, &list) {
		value, ok := s.turn(b, int(n), i > 0, low, beta)
		if !ok {
			return 0, false
		}
		if value <= result {
			continue
		}
		result = value
		if value > low {
			low, bound, best = value, 0, int(n)
		}
		if value >= beta {
			bound = atLeast
			break
		}
	}
	*place = entryOf(key, result, bound, uint64(max(best, 0)))
	return result, true
}

// maxBalls is more than any difference.
const maxBalls = 63

// turn returns the difference that the mover of b makes from a turn on. later turns are tried with a null window first.
func (s *solver) turn(b *remaining, n int, later bool, alpha, beta int) (value int, ok bool) {
	if s.left == 0 {
		return 0, false
	}
	s.left--
	next := *b
	gain, over := next.after(n)
	if over {
		return gain, true
	}
	if later && beta-alpha > 1 {
		value, ok = s.child(b, &next, alpha-gain, alpha+1-gain)
		if value += gain; !ok || value <= alpha || value >= beta {
			return value, ok
		}
	}
	value, ok = s.child(b, &next, alpha-gain, beta-gain)
	return value + gain, ok
}

// child returns the value of next for the mover of b.
func (s *solver) child(b, next *remaining, alpha, beta int) (int, bool) {
	if b.toMove == next.toMove {
		return s.value(next, alpha, beta)
	}
	value, ok := s.value(next, -beta, -alpha)
	return -value, ok
}

// best returns a turn that keeps the best possible difference, and the difference; false if the limit of positions does
// not suffice. Of several such turns it prefers the one after which the other side errs most easily, then the first.
func (s *solver) best(p *position, turns []int, limit int) (best, value int, ok bool) {
	b, ok := remainingOf(p)
	if !ok {
		return 0, 0, false
	}
	if s.table == nil {
		s.table = make([]uint64, solverTable)
	}
	clear(s.table)
	s.left = limit
	value = -maxBalls
	for _, n := range turns {
		found, ok := s.turn(&b, n, value > -maxBalls, value, maxBalls)
		if !ok {
			return 0, 0, false
		}
		if found > value {
			best, value = n, found
		}
	}
	lead := p.sides[p.toMove].large - p.sides[p.toMove.Other()].large
	hardest := -1 << 30
	for _, n := range turns {
		if found, ok := s.turn(&b, n, true, value-1, value); !ok {
			break
		} else if found < value {
			continue
		}
		if chances, ok := s.chances(&b, n, lead); !ok {
			break
		} else if chances > hardest {
			best, hardest = n, chances
		}
	}
	return best, value, true
}

// chances estimates what the mover of b gets on average after a turn, if the other side chooses any reply: a win is
// worth as much as many balls.
func (s *solver) chances(b *remaining, n, lead int) (chances int, ok bool) {
	next := *b
	gain, over := next.after(n)
	lead += gain
	if over || next.toMove == b.toMove {
		return worth(lead), true
	}
	sum, count := 0, 0
	for reply := range allTurns {
		if !next.legal(reply) {
			continue
		}
		value, ok := s.turn(&next, reply, false, -maxBalls, maxBalls)
		if !ok {
			return 0, false
		}
		sum += worth(lead - value)
		count++
	}
	return sum / count, true
}

func worth(lead int) int { return 1000*lead + 20_000*cmp.Compare(lead, 0) }

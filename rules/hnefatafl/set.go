package hnefatafl

import "math/bits"

// stride is the number of squares of a file on the largest board. The squares of every board are numbered with it, file
// by file from a1. One type of set and its shifts therefore serve all boards, and iterating over a set yields file by
// file, then rank by rank, the order in which captures are written.
const stride = 11

// square is the number of a square, or noSquare.
type square uint8

// noSquare is beyond every edge. It is in no set.
const noSquare square = 255

// bit returns the set of this square. It is empty for noSquare, because both shifts exceed their word.
func (s square) bit() set { return set{1 << s, 1 << (s - 64)} }

// set is a set of squares with a bit for each: 0 to 63 in lo, the others in hi.
type set struct{ lo, hi uint64 }

func (a set) or(b set) set     { return set{a.lo | b.lo, a.hi | b.hi} }
func (a set) and(b set) set    { return set{a.lo & b.lo, a.hi & b.hi} }
func (a set) andNot(b set) set { return set{a.lo &^ b.lo, a.hi &^ b.hi} }
func (a set) xor(b set) set    { return set{a.lo ^ b.lo, a.hi ^ b.hi} }
func (a set) empty() bool      { return a.lo|a.hi == 0 }

// has returns false for noSquare, which is the last bit of hi, and unused by every board.
func (a set) has(s square) bool {
	word := a.lo
	if s >= 64 {
		word = a.hi
	}
	return word>>(s%64)&1 != 0
}

func (a set) len() int { return bits.OnesCount64(a.lo) + bits.OnesCount64(a.hi) }

// pop splits a set that is not empty into its first square and the rest.
func (a set) pop() (first square, rest set) {
	if a.lo != 0 {
		return square(bits.TrailingZeros64(a.lo)), set{a.lo & (a.lo - 1), a.hi}
	}
	return square(64 + bits.TrailingZeros64(a.hi)), set{0, a.hi & (a.hi - 1)}
}

// all yields the squares in order.
func (a set) all(yield func(square) bool) {
	for !a.empty() {
		var s square
		if s, a = a.pop(); !yield(s) {
			return
		}
	}
}

// The first and the last rank of the largest board.
var (
	firstRank = set{1 | 1<<11 | 1<<22 | 1<<33 | 1<<44 | 1<<55, 1<<2 | 1<<13 | 1<<24 | 1<<35 | 1<<46}
	lastRank  = set{1<<10 | 1<<21 | 1<<32 | 1<<43 | 1<<54, 1<<1 | 1<<12 | 1<<23 | 1<<34 | 1<<45 | 1<<56}
)

// The set shifted by one square. Squares that leave the largest board are dropped; those that leave a smaller one are
// not on that board.
func (a set) north() set { return set{a.lo << 1, a.hi<<1 | a.lo>>63}.andNot(firstRank) }
func (a set) south() set { return set{a.lo>>1 | a.hi<<63, a.hi >> 1}.andNot(lastRank) }
func (a set) east() set  { return set{a.lo << stride, a.hi<<stride | a.lo>>(64-stride)} }
func (a set) west() set  { return set{a.lo>>stride | a.hi<<(64-stride), a.hi >> stride} }

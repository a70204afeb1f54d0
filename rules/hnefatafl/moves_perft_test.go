package hnefatafl

import (
	"testing"

	"turnpost/rules/rulestest/sample"
)

// perfts is the table of move counts of the rules, without its fifth column, which takes minutes.
var perfts = map[string][]uint64{
	"7x7":   {40, 960, 39512, 1007392},
	"9x9":   {72, 3944, 285728, 15951824},
	"11x11": {116, 6788, 806344, 50456804},
}

// TestPerft plays every move to depth 3. At depth 4 it only counts the last moves, which keeps the race detector fast.
func TestPerft(t *testing.T) {
	for variant, counts := range perfts {
		p := at(t, variant, "")
		for i, want := range counts {
			count := p.perft
			if i == 3 && sample.Short() {
				continue
			}
			if i == 3 {
				count = func(n int) uint64 { return countLast(p, n) }
			}
			if got := count(i + 1); got != want {
				t.Errorf("%s: perft(%d) = %d, want %d", variant, i+1, got, want)
			}
		}
	}
}

// perft counts the sequences of n moves from a position. A sequence ends with the game; repetition is ignored. Every
// move, including the last of a sequence, is played as by Play, with its captures and its outcome.
func (p *position) perft(n int) uint64 {
	if n == 0 {
		return 1
	}
	if p.outcome != ongoing {
		return 0
	}
	var count uint64
	var next position // declared here, it stays on the stack
	var buffer [maxMoves]move
	for _, m := range p.moves(buffer[:0]) {
		p.after(m, &next)
		count += next.perft(n - 1)
	}
	return count
}

// countLast is perft, but counts the last moves without playing them.
func countLast(p *position, n int) (count uint64) {
	if p.outcome != ongoing {
		return 0
	}
	moves := p.moves(nil)
	if n == 1 {
		return uint64(len(moves))
	}
	for _, m := range moves {
		var next position
		p.after(m, &next)
		count += countLast(&next, n-1)
	}
	return count
}

package hnefatafl

import "turnpost/rules"

// Perft counts the sequences of n moves from a position of this ruleset. A sequence ends with the game; repetition is
// ignored. Every move, including the last of a sequence, is played as by Play, with its captures and its outcome.
func Perft(p rules.Position, n int) uint64 { return rules.Unwrap(p).(*position).perft(n) }

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

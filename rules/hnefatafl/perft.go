package hnefatafl

import "turnpost/rules"

// Perft counts the sequences of n moves from a position of this ruleset; none goes
// on after the end of the game, and repetition is left aside. Every move is
// made as Play makes it, the last of a sequence too, with its captures and its
// outcome.
func Perft(p rules.Position, n int) uint64 { return rules.Unwrap(p).(*position).perft(n) }

func (p *position) perft(n int) uint64 {
	if n == 0 {
		return 1
	}
	if p.outcome != ongoing {
		return 0
	}
	var count uint64
	var next position // declared here it stays on the stack
	var buffer [maxMoves]move
	for _, m := range p.moves(buffer[:0]) {
		p.after(m, &next)
		count += next.perft(n - 1)
	}
	return count
}

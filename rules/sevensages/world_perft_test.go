package sevensages

import "turnpost/rules"

// perft counts the sequences of turns of a length. Turns with the same start and end of the stone and the same end of
// the ball are equal; repetition is ignored.
func perft(p rules.Position, depth int) uint64 {
	return count(rules.Unwrap(p).(*position), make([][]move, depth))
}

// count uses one list of moves for each ply, reused for all nodes.
func count(p *position, lists [][]move) uint64 {
	if p.points[rules.First] >= p.target || p.points[rules.Second] >= p.target {
		return 0
	}
	lists[0] = p.moves(lists[0][:0])
	if len(lists) == 1 {
		return uint64(len(lists[0]))
	}
	var n uint64
	for _, m := range lists[0] {
		n += count(p.after(m), lists[1:])
	}
	return n
}

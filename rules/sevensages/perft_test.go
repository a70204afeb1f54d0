package sevensages

import "turnpost/rules"

// perft counts the sequences of turns of a length. Two turns are the same if
// they have the same stone from, stone to and ball end; repetition is left aside.
func perft(p rules.Position, depth int) uint64 {
	return count(rules.Unwrap(p).(*position), make([][]move, depth))
}

// count needs one list of moves per ply, kept from one node to the next.
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

package search

// historySize is the number of counters of the history heuristic. Slots share them if there are more.
const historySize = 1 << 14

// history counts how often a move of each seat was better than expected.
type history [2][historySize]int32

// none is the slot of no move in the table and among the killers. A move with this slot is only ordered less well.
const none uint16 = 1<<16 - 1

// maxPicks is the number of moves of a position that are searched by their rank. If none of them exceeded the window,
// the order of the rest hardly matters.
const maxPicks = 16

// rank gives each move of a frame a number by which it is searched: the move of the table first, then the loud ones in
// the order of the game, killers, and the others by history.
func (s *searcher[P, M]) rank(f *frame[P, M], best uint16) {
	f.ranks = f.ranks[:0]
	history := &s.history[s.game.Mover(&f.position)]
	for i, m := range f.moves {
		var slot uint16
		if s.game.Slot != nil {
			slot = s.game.Slot(m)
		} else {
			slot = uint16(i)
		}
		rank := int32(0)
		switch {
		case slot == best:
			rank = 1 << 30
		case i < f.loud:
			rank = 1<<29 - int32(i)
		case s.game.Slot == nil:
			rank = -int32(i)
		case slot == f.killers[0]:
			rank = 1 << 28
		case slot == f.killers[1]:
			rank = 1<<28 - 1
		default:
			rank = min(history[slot%historySize], 1<<27)
		}
		f.ranks = append(f.ranks, ranked{rank, slot})
	}
}

// ranked is the rank and the slot of a move.
type ranked struct {
	rank int32
	slot uint16
}

// pick moves the best of the moves from n on to n. Equal ones keep the order of the game as far as possible.
func (f *frame[P, M]) pick(n int) {
	best := n
	for i := n + 1; i < len(f.ranks); i++ {
		if f.ranks[i].rank > f.ranks[best].rank {
			best = i
		}
	}
	if best == n {
		return
	}
	m, r := f.moves[best], f.ranks[best]
	copy(f.moves[n+1:best+1], f.moves[n:best])
	copy(f.ranks[n+1:best+1], f.ranks[n:best])
	f.moves[n], f.ranks[n] = m, r
}

// learn remembers a quiet move that made the rest of a position unnecessary, and that those before it did not.
func (s *searcher[P, M]) learn(f *frame[P, M], n, depth int) {
	r := f.ranks[n]
	if s.game.Slot == nil || (r.rank > 1<<28 && r.rank < 1<<30) {
		return
	}
	if f.killers[0] != r.slot {
		f.killers[0], f.killers[1] = r.slot, f.killers[0]
	}
	history := &s.history[s.game.Mover(&f.position)]
	for _, missed := range f.ranks[:n] {
		if missed.rank <= 1<<28 {
			history[missed.slot%historySize] -= int32(depth)
		}
	}
	h := &history[r.slot%historySize]
	*h = min(*h+int32(depth*depth), 1<<27)
}

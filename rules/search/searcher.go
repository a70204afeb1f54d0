package search

import "turnpost/rules"

// maxPly is the maximum length of a line.
const maxPly = 64

// frame is one position of the line under search with its memory, which is used again for the next position of that
// length.
type frame[P, M any] struct {
	position P
	hash     uint64
	moves    []M
	ranks    []ranked
	loud     int
	killers  [2]uint16
}

// searcher is the state of one search.
type searcher[P, M any] struct {
	game    *Game[P, M]
	table   table
	history history
	frames  [maxPly + 1]frame[P, M]
	level   Level
	seen    seen
	mover   rules.Seat // at the root
	blind   bool       // Sure is not asked after the first move
	left    int        // positions that may still be visited
	stopped bool       // none is left: the results of the calls that are under way are invalid
}

// begin prepares a search from a position.
func (s *searcher[P, M]) begin(root *P, level Level, t rules.Thought) {
	s.table.begin()
	s.history = history{}
	for i := range s.frames {
		s.frames[i].killers = [2]uint16{none, none}
	}
	s.frames[0].position = *root
	s.frames[0].hash = s.game.Hash(root)
	s.mover = s.game.Mover(root)
	s.level = level
	s.left = s.limit(level.Nodes, t.Nodes)
	s.stopped = false
	s.seen = seen{}
	for _, key := range t.Seen {
		if s.game.Seen == nil {
			break
		}
		if hash, ok := s.game.Seen(root, key); ok {
			s.seen.add(hash)
		}
	}
}

// limit returns the number of positions for the lower of two limits, of which 0 is none.
func (s *searcher[P, M]) limit(level, thought int) int {
	const unlimited = 1 << 40
	units := unlimited
	if level > 0 {
		units = level
	}
	if thought > 0 {
		units = min(units, thought)
	}
	return max(1, units/max(1, s.game.Cost))
}

// play makes the position after a move the next one of the line. It returns false if the limit is reached.
func (s *searcher[P, M]) play(ply int, m M) bool {
	if s.left == 0 {
		s.stopped = true
		return false
	}
	s.left--
	s.game.After(&s.frames[ply].position, m, &s.frames[ply+1].position)
	return true
}

// child returns the value of the position at ply+1 for the mover at ply, searched within a window.
func (s *searcher[P, M]) child(ply, depth, alpha, beta int) int {
	if s.game.Mover(&s.frames[ply].position) == s.game.Mover(&s.frames[ply+1].position) {
		return s.value(ply+1, depth, alpha, beta)
	}
	return -s.value(ply+1, depth, -beta, -alpha)
}

// value returns the value of the position at ply for its mover. It is exact within the window from alpha to beta, and
// a bound outside.
func (s *searcher[P, M]) value(ply, depth, alpha, beta int) int {
	f := &s.frames[ply]
	if value, over := s.game.Over(&f.position); over {
		return faded(value, ply)
	}
	f.hash = s.game.Hash(&f.position)
	if s.repeats(ply) {
		return Draw
	}
	if s.sure(ply) {
		return Win - ply - 1
	}
	if depth <= 0 || ply == maxPly {
		return s.game.Value(&f.position)
	}
	best := none
	if known, ok := s.table.find(f.hash); ok {
		best = known.slot
		value := faded(int(known.value), ply)
		if int(known.depth) >= depth && (known.bound == exact ||
			known.bound == atLeast && value >= beta || known.bound == atMost && value <= alpha) {
			return value
		}
	}
	f.moves, f.loud = s.game.Moves(&f.position, s.level.Width, f.moves[:0])
	if len(f.moves) == 0 {
		return s.game.Value(&f.position)
	}
	s.rank(f, best)
	return s.branch(ply, depth, alpha, beta)
}

// branch searches the ranked moves of the position at ply and stores the result in the table.
func (s *searcher[P, M]) branch(ply, depth, alpha, beta int) int {
	f := &s.frames[ply]
	highest, result, kind := alpha, Loss-1, atMost
	best := none
	for n := range f.moves {
		if n < maxPicks {
			f.pick(n)
		}
		if !s.play(ply, f.moves[n]) {
			return 0
		}
		value := s.move(ply, n, depth-1, highest, beta)
		if s.stopped {
			return 0
		}
		if value <= result {
			continue
		}
		result = value
		if value > highest {
			highest, kind, best = value, exact, f.ranks[n].slot
		}
		if value >= beta {
			kind = atLeast
			s.learn(f, n, depth)
			break
		}
	}
	s.table.store(entry{
		hash: f.hash, value: int16(stored(result, ply)), slot: best, depth: int8(depth), bound: kind,
	})
	return result
}

// move returns the value of the n-th move for the mover at ply, after play. All but the first are tried with a null
// window.
func (s *searcher[P, M]) move(ply, n, depth, alpha, beta int) int {
	if n == 0 || beta-alpha <= 1 && !s.reduces(ply, n, depth) {
		return s.child(ply, depth, alpha, beta)
	}
	if s.reduces(ply, n, depth) {
		if value := s.child(ply, depth-1, alpha, alpha+1); value <= alpha || s.stopped {
			return value
		}
	}
	value := s.child(ply, depth, alpha, alpha+1)
	if value <= alpha || value >= beta || s.stopped {
		return value
	}
	return s.child(ply, depth, alpha, beta)
}

// reduces reports whether the n-th move of the position at ply is first searched one move less deeply.
func (s *searcher[P, M]) reduces(ply, n, depth int) bool {
	return s.level.Reduce > 0 && n >= s.level.Reduce && depth >= 2 && s.frames[ply].ranks[n].rank < 1<<28-1
}

// sure reports whether the mover at ply wins by one move, as far as the level sees it.
func (s *searcher[P, M]) sure(ply int) bool {
	if s.game.Sure == nil {
		return false
	}
	p := &s.frames[ply].position
	if s.blind && ply == 1 && s.game.Mover(p) != s.mover {
		return false
	}
	return s.game.Sure(p)
}

// repeats reports whether the position at ply occurred before in the line or the game.
func (s *searcher[P, M]) repeats(ply int) bool {
	if s.game.Seen == nil {
		return false
	}
	hash := s.frames[ply].hash
	for i := ply - 1; i >= 0; i-- {
		if s.frames[i].hash == hash {
			return true
		}
	}
	return s.seen.has(hash)
}

// seen is the set of the positions of a game. The bits tell quickly that a position is not in it.
type seen struct {
	bits   [16]uint64
	hashes []uint64
}

func (s *seen) add(hash uint64) {
	s.bits[hash>>6%16] |= 1 << (hash % 64)
	s.hashes = append(s.hashes, hash)
}

func (s *seen) has(hash uint64) bool {
	if s.bits[hash>>6%16]>>(hash%64)&1 == 0 {
		return false
	}
	for _, h := range s.hashes {
		if h == hash {
			return true
		}
	}
	return false
}

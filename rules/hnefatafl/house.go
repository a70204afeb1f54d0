package hnefatafl

import (
	"turnpost/rules"
	"turnpost/rules/search"
)

// house returns the opponent that the server provides.
func house() rules.Thinker { return search.New(game()) }

// game describes the game to the search.
func game() search.Game[position, move] {
	return search.Game[position, move]{
		Read:  readPosition,
		Level: (*position).level,
		Mover: func(p *position) rules.Seat { return p.toMove },
		Over:  (*position).lost,
		Value: (*position).value,
		Moves: (*position).orderedMoves,
		After: func(p *position, m move, next *position) { p.after(m, next) },
		Hash:  (*position).hash,
		Text:  func(p *position, m move) string { return p.board.write(m, set{}) },
		Sure:  (*position).winsInOne,
		Slot:  func(m move) uint16 { return uint16(m.from)*stride*stride + uint16(m.to) },
		Seen:  (*position).seen,
	}
}

func readPosition(p rules.Position) (position, bool) {
	if typed, is := rules.Unwrap(p).(*position); is {
		return *typed, true
	}
	return position{}, false
}

// level returns the parameters of a level. Searching late moves less deeply wins 37 to 44 % of 60 games on 9×9 and
// makes no clear difference on the other boards. The limits take 0.25 to 0.5 s, at most 0.65 s. Against a player who
// captures where that is possible and moves at random otherwise, easy loses 43 of 60 games on 9×9 and 36 on 11×11; with
// a noise of 60 and half of the replies overlooked it lost 21 and 19.
func (p *position) level(level rules.Level) search.Level {
	small := p.board.size == 7
	switch {
	case level == rules.Easy && small:
		return search.Level{Depth: 1, Noise: 120, Overlook: 50}
	case level == rules.Easy:
		return search.Level{Depth: 1, Noise: 1000, Overlook: 100}
	case level == rules.Medium:
		return search.Level{Depth: 2, Noise: 40}
	case small:
		return search.Level{Nodes: 1_200_000, Reduce: 6}
	}
	return search.Level{Nodes: 1_200_000}
}

// lost reports whether the game is over: the side to move has lost it.
func (p *position) lost() (value int, over bool) { return search.Loss, p.outcome != ongoing }

// hash mixes the squares of the pieces and the side to move. Each word is mixed with those before it: in a sum of
// products the highest squares of a word would only change the highest bits, which are alike for both sides.
func (p *position) hash() uint64 {
	hash := uint64(p.king)<<1 + uint64(p.toMove)
	for _, word := range [...]uint64{p.attackers.lo, p.attackers.hi, p.defenders.lo, p.defenders.hi} {
		hash = search.Mix(hash + word)
	}
	return hash
}

// seen returns the hash of an earlier position of the game.
func (p *position) seen(key string) (uint64, bool) {
	earlier, err := p.board.parse(key)
	if err != nil {
		return 0, false
	}
	return earlier.hash(), true
}

// orderedMoves lists the moves: the loud ones first, which capture or bring the king to a corner.
func (p *position) orderedMoves(_ int, list []move) (moves []move, loud int) {
	list = p.moves(list)
	captures := p.capturingSquares()
	for i, m := range list {
		if captures.has(m.to) || m.from == p.king && p.board.corners.has(m.to) {
			list[i], list[loud] = list[loud], list[i]
			loud++
		}
	}
	return list, loud
}

// capturingSquares returns the squares where the side to move captures by arriving, unless the piece that moves was the
// other side of the capture.
func (p *position) capturingSquares() set {
	if p.toMove == defenders {
		return sandwiching(p.attackers, p.defenders.or(p.king.bit()).or(p.board.corners).or(p.board.throne.bit()))
	}
	squares := sandwiching(p.defenders, p.hostileToDefenders())
	return squares.or(p.kingCapturingSquares())
}

// hostileToDefenders returns the squares that serve as the other side of the capture of a defender.
func (p *position) hostileToDefenders() set {
	hostile := p.attackers.or(p.board.corners)
	if p.king != p.board.throne {
		hostile = hostile.or(p.board.throne.bit())
	}
	return hostile
}

// kingCapturingSquares returns the squares where an attacker captures the king by arriving.
func (p *position) kingCapturingSquares() set {
	if guards := p.board.guards[p.king]; !guards.empty() {
		if missing := guards.andNot(p.attackers); missing.len() == 1 {
			return missing
		}
		return set{}
	}
	return sandwiching(p.king.bit(), p.hostileToDefenders())
}

// sandwiching returns the squares next to victims that have a hostile square on the other side of the victim.
func sandwiching(victims, hostile set) set {
	return victims.south().and(hostile.south().south()).
		or(victims.north().and(hostile.north().north())).
		or(victims.west().and(hostile.west().west())).
		or(victims.east().and(hostile.east().east()))
}

// winsInOne reports whether the side to move wins by one move: the king has an open line to a corner, or an attacker
// captures him. It does not see that a move leaves the other side without moves.
func (p *position) winsInOne() bool {
	if p.toMove == defenders {
		return p.kingHasCorner()
	}
	if p.board.near[p.king].and(p.attackers.or(p.board.corners)).empty() {
		return false
	}
	free := p.free()
	for targets := p.kingCapturingSquares().and(free).and(p.board.open); !targets.empty(); {
		var to square
		to, targets = targets.pop()
		if p.reachedByAttacker(to, free) {
			return true
		}
	}
	return false
}

// kingHasCorner reports whether the king has an open line to a corner.
func (p *position) kingHasCorner() bool {
	if !p.board.rim.has(p.king) {
		return false
	}
	free := p.free()
	for d := range p.board.step {
		step := &p.board.step[d]
		for s := step[p.king]; free.has(s); s = step[s] {
			if p.board.corners.has(s) {
				return true
			}
		}
	}
	return false
}

// reachedByAttacker reports whether an attacker can move to an empty square.
func (p *position) reachedByAttacker(to square, free set) bool {
	for d := range p.board.step {
		step := &p.board.step[d]
		s := step[to]
		for free.has(s) {
			s = step[s]
		}
		if p.attackers.has(s) {
			return true
		}
	}
	return false
}

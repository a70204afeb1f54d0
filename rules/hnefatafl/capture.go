package hnefatafl

// after plays a legal move, stores the resulting position with its outcome in next, and returns the squares of captured
// pieces. The caller provides next, because copying positions would take as long as everything else.
func (p *position) after(m move, next *position) (captured set) {
	*next = *p
	next.toMove = p.toMove.Other()
	moved := m.from.bit().or(m.to.bit())
	if p.toMove == attackers {
		next.attackers = p.attackers.xor(moved)
		captured = next.capturedByAttacker(m.to)
		next.defenders = p.defenders.andNot(captured)
		if captured.has(p.king) {
			next.king = noSquare
		}
	} else {
		if m.from == p.king {
			next.king = m.to
		} else {
			next.defenders = p.defenders.xor(moved)
		}
		captured = next.capturedByDefender(m.to)
		next.attackers = p.attackers.andNot(captured)
	}
	next.outcome = next.findOutcome()
	return captured
}

// capturedByAttacker returns the captures of an attacker that has just moved to a square.
func (p *position) capturedByAttacker(to square) set {
	b := p.board
	victims, king := p.defenders, p.king.bit()
	if b.guards[p.king].empty() {
		victims = victims.or(king)
	}
	if b.near[to].and(victims.or(king)).empty() {
		return set{}
	}
	hostile := p.attackers.or(b.corners)
	if p.king != b.throne {
		hostile = hostile.or(b.throne.bit())
	}
	captured := b.closedIn(to, victims, hostile)
	if b.guards[p.king].has(to) && b.guards[p.king].andNot(p.attackers).empty() {
		captured = captured.or(king)
	}
	return captured
}

// capturedByDefender returns the captures of a defender or king that has just moved to a square.
func (p *position) capturedByDefender(to square) set {
	b := p.board
	if b.near[to].and(p.attackers).empty() {
		return set{}
	}
	hostile := p.defenders.or(p.king.bit()).or(b.corners).or(b.throne.bit())
	return b.closedIn(to, p.attackers, hostile)
}

// closedIn returns the victims between a square and a hostile square.
func (b *board) closedIn(to square, victims, hostile set) (closed set) {
	for d := range b.step {
		beside := b.step[d][to]
		if victims.has(beside) && hostile.has(b.step[d][beside]) {
			closed = closed.or(beside.bit())
		}
	}
	return closed
}

package hanniball

import "turnpost/rules"

// plan is a whole turn: its steps.
type plan struct {
	steps [maxSteps]step
	taken uint8
}

// with returns the plan with one more step.
func (p plan) with(st step) plan {
	p.steps[p.taken] = st
	p.taken++
	return p
}

// outcome is a plan with its value for the side whose turn it is.
type outcome struct {
	plan  plan
	value int
}

// beam finds the best turns of a position. It goes on from the best beginnings only: a turn of four steps can be
// played in more than a million ways. Its memory serves one position after another.
type beam struct {
	seen     hashSet // positions within the turn
	outcomes []outcome
	order    ranking
	begun    []plan
	now      node    // the position that grows
	plan     plan    // the steps to it
	theirs   int     // the opponent's standing in it
	material int     // the mover's
	others   nearest // the mover's pieces without the one that steps
	goal     goalSearch
	scores   []uint64 // hashes of positions; the lowest bit says whether the side to move can score
}

// maxScores is the size of beam.scores.
const maxScores = 1 << 13

// beginnings is the number of the best beginnings of 1, 2 and 3 steps that go on.
var beginnings = [maxSteps - 1]int{10, 10, 6}

// plans appends the best turns of a position, at most width of them, or one that scores.
func (b *beam) plans(n *node, width int, list []plan) []plan {
	if goal := n.findGoal(&b.goal); goal != nil {
		p := plan{taken: uint8(len(goal))}
		copy(p.steps[:], goal)
		return append(list, p)
	}
	b.seen.clear()
	b.seen.add(n.hash)
	b.outcomes = b.outcomes[:0]
	b.begun = append(b.begun[:0], plan{})
	for taken := range int(n.limit) {
		from := len(b.outcomes)
		for _, p := range b.begun {
			b.grow(n, p)
		}
		if taken == int(n.limit)-1 {
			break
		}
		b.order.rank(b.outcomes, from)
		b.begun = b.begun[:0]
		for range beginnings[taken] {
			if best, ok := b.order.next(); ok {
				b.begun = append(b.begun, b.outcomes[best].plan)
			}
		}
	}
	return b.choose(n, width, list)
}

// grow adds the positions that one more step leads to.
func (b *beam) grow(root *node, p plan) {
	b.now = *root
	b.now.follow(p)
	b.plan = p
	b.theirs = b.now.standing(b.now.mover.Other(), true)
	for _, from := range b.now.men[b.now.mover] {
		if from == nowhere {
			continue
		}
		b.material, b.others = b.now.count(b.now.mover, from)
		b.moves(from)
		if from == b.now.ball {
			b.shots(from)
		}
	}
}

// moves adds the positions after moves of the piece on a square, with the Ball and leaving it behind.
func (b *beam) moves(from square) {
	n := &b.now
	p := n.board[from]
	if p.kind() != horse {
		for _, to := range reach.moves[elephant][from] {
			b.move(p, from, to)
		}
	}
	if p.kind() == elephant {
		return
	}
	for _, j := range jumps[from] {
		if n.board[j.along] == empty || n.board[j.diagonal] == empty {
			b.move(p, from, j.to)
		}
	}
}

func (b *beam) move(p piece, from, to square) {
	isMonkey := p.kind() == monkey
	switch {
	case !b.now.mayEnter(p, to) || isMonkey && !isHome(p.seat(), to):
	case from != b.now.ball && to != b.now.ball:
		b.addQuiet(p, from, to)
	default:
		b.add(step{kind: move, from: from, to: to})
		if from == b.now.ball && !isMonkey {
			b.add(step{kind: leave, from: from, to: to})
		}
	}
}

// shots adds the positions after shots of the piece on the Ball's square.
func (b *beam) shots(from square) {
	p := b.now.board[from]
	for _, to := range reach.shots[p.kind()][from] {
		switch {
		case p.kind() == monkey && isHome(p.seat(), to):
		case b.now.board[to].kind() == monkey:
			for _, end := range reach.ricochets[to] {
				b.add(step{kind: shoot, from: from, to: to, bounce: end})
			}
		default:
			b.add(step{kind: shoot, from: from, to: to})
		}
	}
}

// addQuiet adds the position after a move that does not concern the Ball. Most moves are such, and for them nothing is
// counted anew: this made the whole search twice as fast.
func (b *beam) addQuiet(p piece, from, to square) {
	n := &b.now
	if !b.seen.add(n.hash ^ zobrist.pieces[p][from] ^ zobrist.pieces[p][to]) {
		return
	}
	near := b.others
	if p.kind() != monkey {
		near.add(stepsTo[p.kind()][n.ball][to])
	}
	value := b.material + n.access(n.mover, near) - b.theirs
	b.outcomes = append(b.outcomes, outcome{plan: b.plan.with(step{kind: move, from: from, to: to}), value: value})
}

// add adds the position after one more step, unless it is known. Goals are looked for elsewhere, and own goals are no
// turns to play.
func (b *beam) add(st step) {
	next := b.now
	next.take(st)
	if goalOf(next.ball) != rules.NoSeat || !b.seen.add(next.hash) {
		return
	}
	value := next.standing(next.mover, false) - next.standing(next.mover.Other(), true)
	b.outcomes = append(b.outcomes, outcome{plan: b.plan.with(st), value: value})
}

// maxTries is the number of turns looked at for each one wanted.
const maxTries = 8

// choose appends the best turns after which the opponent cannot score, or the best one if there is none. The easy
// level looks at the best turns only, and so may miss what defends its goal.
func (b *beam) choose(root *node, width int, list []plan) []plan {
	if len(b.outcomes) == 0 {
		return list
	}
	b.order.rank(b.outcomes, 0)
	begin, first := len(list), 0
	for tries := 0; tries < maxTries*width && len(list)-begin < width; tries++ {
		best, ok := b.order.next()
		if !ok {
			break
		}
		if tries == 0 {
			first = best
		}
		p := b.outcomes[best].plan
		if width != easyWidth {
			var next node
			if root.play(p, &next); b.canScore(&next) {
				continue
			}
		}
		list = append(list, p)
	}
	if len(list) == begin {
		list = append(list, b.outcomes[first].plan)
	}
	return list
}

// canScore reports whether the side to move scores within its turn.
func (b *beam) canScore(n *node) bool {
	if b.scores == nil {
		b.scores = make([]uint64, maxScores)
	}
	known := &b.scores[n.hash>>1%maxScores]
	if *known|1 == n.hash|1 {
		return *known&1 != 0
	}
	*known = n.hash &^ 1
	if n.findGoal(&b.goal) != nil {
		*known |= 1
		return true
	}
	return false
}

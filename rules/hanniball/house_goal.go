package hanniball

import "turnpost/rules"

// goalSearch looks for a turn that brings the Ball into the opponent's goal. It goes depth-first and tries first what
// brings the Ball farthest. Each step must leave enough of them for the Ball to arrive: that leaves few lines, mostly
// fewer than a hundred.
type goalSearch struct {
	node  node
	goal  rules.Seat // whose goal the Ball must enter
	left  int        // nodes that may still be visited
	steps [maxSteps]step
	taken int
}

// maxGoalNodes limits a search for a goal.
const maxGoalNodes = 1500

// findGoal returns the steps of a turn that scores, or none.
func (n *node) findGoal(g *goalSearch) []step {
	need := int(ballSteps[n.mover.Other()][n.ball])
	if !n.holds(n.mover) {
		need++
	}
	if need > int(n.limit) {
		return nil
	}
	g.node, g.goal, g.left, g.taken = *n, n.mover.Other(), maxGoalNodes, 0
	if g.try(int(n.limit)) {
		return g.steps[:g.taken]
	}
	return nil
}

// try looks for a goal within a number of steps.
func (g *goalSearch) try(left int) bool {
	n := &g.node
	need := int(ballSteps[g.goal][n.ball])
	if !n.holds(n.mover) {
		return need+1 <= left && (g.fetch(left) || (need+2 <= left && g.approach(left)))
	}
	if n.board[n.ball].kind() == monkey {
		return false
	}
	for reachable := need - 1; reachable <= min(need+1, left-1); reachable++ {
		if g.carry(left, reachable) || g.shoot(left, reachable) {
			return true
		}
	}
	return need+1 <= left && g.prepare(left)
}

// step takes a step and goes on; it takes the step back if that leads to no goal.
func (g *goalSearch) step(st step, left int) bool {
	if g.left == 0 {
		return false
	}
	g.left--
	before := g.node
	g.steps[g.taken] = st
	g.taken++
	g.node.take(st)
	if goalOf(g.node.ball) == g.goal || left > 1 && g.try(left-1) {
		return true
	}
	g.taken--
	g.node = before
	return false
}

// carry moves the piece with the Ball to where the Ball still needs a number of steps.
func (g *goalSearch) carry(left, need int) bool {
	from := g.node.ball
	for _, to := range reach.moves[g.node.board[from].kind()][from] {
		if int(ballSteps[g.goal][to]) == need && g.node.board[to] == empty && !g.node.isBlocked(from, to) &&
			g.step(step{kind: move, from: from, to: to}, left) {
			return true
		}
	}
	return false
}

// shoot shoots the Ball to where it still needs a number of steps.
func (g *goalSearch) shoot(left, need int) bool {
	n := &g.node
	from := n.ball
	for _, to := range reach.shots[n.board[from].kind()][from] {
		if n.board[to].kind() == monkey {
			if n.board[to].seat() == n.mover {
				continue
			}
			for _, end := range reach.ricochets[to] {
				if end != from && g.lands(end, left, need) &&
					g.step(step{kind: shoot, from: from, to: to, bounce: end}, left) {
					return true
				}
			}
			continue
		}
		if g.lands(to, left, need) && g.step(step{kind: shoot, from: from, to: to}, left) {
			return true
		}
	}
	return false
}

// lands reports whether a shot to a square leaves a number of steps to go, and time to take the Ball there.
func (g *goalSearch) lands(to square, left, need int) bool {
	if int(ballSteps[g.goal][to]) != need {
		return false
	}
	held := g.node.board[to]
	if need > 0 && (held == empty || held.seat() != g.node.mover) {
		need++
	}
	return need < left
}

// fetch moves a piece onto the Ball.
func (g *goalSearch) fetch(left int) bool {
	n := &g.node
	ball := n.ball
	for _, from := range reach.moves[lion][ball] {
		if n.canStep(from, ball) && g.step(step{kind: move, from: from, to: ball}, left) {
			return true
		}
	}
	return false
}

// canStep reports whether a piece of the mover, not the Monkey, on a square could go to a square that it may enter.
func (n *node) canStep(from, to square) bool {
	p := n.board[from]
	return p != empty && p.seat() == n.mover && p.kind() != monkey && p.kind().moves(from, to) && !n.isBlocked(from, to)
}

// approach moves a piece to a square from which it can take the Ball next.
func (g *goalSearch) approach(left int) bool {
	n := &g.node
	men := n.men[n.mover]
	for _, from := range men {
		kind := n.board[from].kind()
		if from == nowhere || kind == monkey || stepsTo[kind][from][n.ball] != 2 {
			continue
		}
		for _, to := range reach.moves[kind][from] {
			if n.board[to] == empty && stepsTo[kind][to][n.ball] == 1 && n.canStep(from, to) &&
				g.step(step{kind: move, from: from, to: to}, left) {
				return true
			}
		}
	}
	return false
}

// prepare moves another piece to where it can be shot to next.
func (g *goalSearch) prepare(left int) bool {
	n := &g.node
	men := n.men[n.mover]
	shooter := n.board[n.ball].kind()
	for _, from := range men {
		if from == nowhere || from == n.ball || n.board[from].kind() == monkey {
			continue
		}
		for _, to := range reach.moves[n.board[from].kind()][from] {
			if n.board[to] == empty && int(ballSteps[g.goal][to])+2 <= left && shooter.shoots(n.ball, to) &&
				n.canStep(from, to) && g.step(step{kind: move, from: from, to: to}, left) {
				return true
			}
		}
	}
	return false
}

package sevensages

import "turnpost/rules"

// Play validates and plays a turn.
func (p *position) Play(turn string) (rules.Played, error) {
	if err := p.checkUnderWay(); err != nil {
		return rules.Played{}, err
	}
	w, err := readTurn(turn)
	if err != nil {
		return rules.Played{}, err
	}
	way, err := p.check(w)
	if err != nil {
		return rules.Played{}, err
	}
	m := move{from: w.from, to: w.to, end: nowhere}
	if len(way) > 0 {
		m.end = way[len(way)-1]
	}
	next := p.after(m)
	return rules.Played{Next: next, Turn: turnText(w.from, w.to, way), Events: p.events(m, way, next)}, nil
}

func (p *position) checkUnderWay() error {
	result := p.Result()
	switch result.Reason {
	case "":
		return nil
	case ReasonPoints:
		return rules.Illegal(rules.CodeGameOver, "turn.over_points",
			"side", sideName(result.Winner), "points", points(p.target))
	}
	return rules.Illegal(rules.CodeGameOver, "turn.over_stuck", "side", sideName(p.mover))
}

// check returns the first fault of a turn in the order of the rules, or the canonical path of a kick's ball, which is
// empty for a slide.
func (p *position) check(w written) ([]square, error) {
	heading, err := p.checkLine(w)
	if err != nil {
		return nil, err
	}
	if err := p.checkPath(w, heading); err != nil {
		return nil, err
	}
	if p.isSlide(w) {
		return nil, p.checkStop(w)
	}
	k, err := p.strike(w, heading)
	switch {
	case err != nil:
		return nil, err
	case len(w.way) == 0:
		return nil, rules.Illegal(CodeKickNeedsEnd, "turn.needs_end", "from", w.from, "ball", w.to)
	}
	return k.choose(w.way)
}

func (p *position) isSlide(w written) bool { return len(w.way) == 0 && w.to != p.ball }

func (p *position) checkStone(at square) error {
	switch p.board[at] {
	case stoneOf(p.mover):
		return nil
	case empty:
		return rules.Illegal(CodeNoPiece, "turn.no_stone", "square", at)
	case theBall:
		return rules.Illegal(CodeNoPiece, "turn.ball", "square", at)
	}
	return rules.Illegal(CodeNotYourPiece, "turn.not_yours",
		"square", at, "owner", sideName(p.mover.Other()), "mover", sideName(p.mover))
}

// checkLine checks that a stone of the mover leaves its square in a straight line, towards the ball if the turn has a
// path of the ball.
func (p *position) checkLine(w written) (direction, error) {
	if err := p.checkStone(w.from); err != nil {
		return 0, err
	}
	if w.from == w.to {
		return 0, rules.Illegal(CodeNotALine, "turn.same", "from", w.from)
	}
	heading, ok := line(w.from, w.to)
	if !ok {
		return 0, rules.Illegal(CodeNotALine, "turn.no_line", "from", w.from, "to", w.to)
	}
	if len(w.way) > 0 && w.to != p.ball {
		return 0, p.notAKick(w)
	}
	return heading, nil
}

func (p *position) notAKick(w written) error {
	return rules.Illegal(CodeNotAKick, "turn.no_kick", "from", w.from, "to", w.to, "ball", p.ball)
}

// checkPath checks the squares that the stone passes, but not where it stops.
func (p *position) checkPath(w written, heading direction) error {
	if p.isSlide(w) && heading.isBackward(p.mover) {
		return rules.Illegal(CodeBackwardDiagonal, "turn.backward", "from", w.from, "to", w.to, "side", sideName(p.mover))
	}
	met := p.board.blockedAt(w.from, w.to, heading)
	if met == nowhere && p.board[w.to].isStone() {
		met = w.to
	}
	if met == nowhere {
		return nil
	}
	return rules.Illegal(CodeBlocked, "turn.blocked",
		"from", w.from, "to", w.to, "blocker", pieceName(p.board[met]), "square", met)
}

// checkStop checks the end of a slide.
func (p *position) checkStop(w written) error {
	if p.mayStop(w.from, w.to) {
		return nil
	}
	if opponent := p.mover.Other(); zones[w.to] == areaOf(opponent) {
		return rules.Illegal(CodeGoalAreaClosed, "turn.area_closed", "from", w.from, "to", w.to, "owner", sideName(opponent))
	}
	return rules.Illegal(CodeGoalAreaFull, "turn.area_full",
		"from", w.from, "to", w.to, "side", sideName(p.mover), "keeper", p.keeper(p.mover))
}

// strike moves the stone onto the ball and the ball to its first bounce. The stone's line has been checked.
func (p *position) strike(w written, heading direction) (kick, error) {
	if w.to != p.ball {
		return kick{}, p.notAKick(w)
	}
	k := p.kickBy(w.from, heading)
	switch {
	case k.bounces():
		return k, nil
	case k.board[k.met].isStone():
		return k, rules.Illegal(CodeBallBlocked, "turn.ball_blocked", "from", w.from, "ball", p.ball, "square", k.met)
	}
	return k, rules.Illegal(CodeNoBounce, "turn.no_bounce",
		"from", w.from, "ball", p.ball, "square", k.met, "place", placeName(k.met))
}

// events returns the events of the turn m, which led to next.
func (p *position) events(m move, way []square, next *position) []rules.Event {
	events := make([]rules.Event, 1, 4)
	events[0] = rules.Event{
		Kind: rules.EventMoved, Seat: p.mover, Piece: kindStone, From: m.from.String(), To: m.to.String(),
	}
	if m.isKick() {
		kicked := rules.Event{Kind: rules.EventKicked, Seat: p.mover, Way: make([]string, 0, 1+len(way))}
		kicked.Way = append(kicked.Way, m.to.String())
		for _, s := range way {
			kicked.Way = append(kicked.Way, s.String())
		}
		events = append(events, kicked)
	}
	if points := next.points[p.mover]; points > p.points[p.mover] {
		events = append(events, rules.Event{Kind: rules.EventPoint, Seat: p.mover, At: m.end.String(), Count: points})
	}
	if result := next.Result(); result.Over() {
		events = append(events, rules.Event{Kind: rules.EventEnded, Seat: result.Winner, Reason: result.Reason})
	}
	return events
}

package sevensages

import "turnpost/rules"

// Play checks a turn and plays it.
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
		return rules.Illegal(rules.CodeGameOver, english.overByPoints, english.sides[result.Winner], english.points(p.target))
	}
	return rules.Illegal(rules.CodeGameOver, english.overByNoMoves, english.sides[p.mover])
}

// check finds the first fault of a turn in the order of the rules. The way is the
// canonical one of a kick's ball, none for a slide.
func (p *position) check(w written) ([]square, error) {
	heading, err := p.checkLine(w)
	if err != nil {
		return nil, err
	}
	if p.isSlide(w) {
		return nil, p.checkStop(w)
	}
	if len(w.way) == 0 {
		return nil, rules.Illegal(CodeKickNeedsEnd, english.kickNeedsEnd, w.from, w.to)
	}
	k, err := p.strike(w, heading)
	if err != nil {
		return nil, err
	}
	return k.choose(w.way)
}

func (p *position) isSlide(w written) bool { return len(w.way) == 0 && w.to != p.ball }

func (p *position) checkStone(at square) error {
	switch p.board[at] {
	case stoneOf(p.mover):
		return nil
	case empty:
		return rules.Illegal(CodeNoPiece, english.noPiece, at)
	case theBall:
		return rules.Illegal(CodeNoPiece, english.ballIsNoPiece, at)
	}
	return rules.Illegal(CodeNotYourPiece, english.notYourPiece, at, english.sides[p.mover.Other()], english.sides[p.mover])
}

// checkLine checks the way of the stone, not yet where it stops.
func (p *position) checkLine(w written) (direction, error) {
	if err := p.checkStone(w.from); err != nil {
		return 0, err
	}
	if w.from == w.to {
		return 0, rules.Illegal(CodeNotALine, english.sameSquare, w.from)
	}
	heading, ok := line(w.from, w.to)
	if !ok {
		return 0, rules.Illegal(CodeNotALine, english.notALine, w.from, w.to)
	}
	if p.isSlide(w) && heading.isBackward(p.mover) {
		return 0, rules.Illegal(CodeBackwardDiagonal, english.backwardDiagonal, w.from, w.to, english.sides[p.mover])
	}
	met := p.board.blockedAt(w.from, w.to, heading)
	if met == nowhere && p.board[w.to].isStone() {
		met = w.to
	}
	if met != nowhere {
		return 0, rules.Illegal(CodeBlocked, english.blocked, w.from, w.to, english.pieceOn(p.board[met]), met)
	}
	return heading, nil
}

// checkStop checks the end of a slide.
func (p *position) checkStop(w written) error {
	if p.mayStop(w.from, w.to) {
		return nil
	}
	if opponent := p.mover.Other(); zones[w.to] == areaOf(opponent) {
		return rules.Illegal(CodeGoalAreaClosed, english.goalAreaClosed, w.from, w.to, english.sides[opponent])
	}
	return rules.Illegal(CodeGoalAreaFull, english.goalAreaFull, w.from, w.to, english.sides[p.mover], p.keeper(p.mover))
}

// strike brings the stone onto the ball and the ball to its first bounce. The
// stone's line has been checked.
func (p *position) strike(w written, heading direction) (kick, error) {
	if w.to != p.ball {
		return kick{}, rules.Illegal(CodeNotAKick, english.notAKick, w.from, w.to, p.ball)
	}
	k := p.kickBy(w.from, heading)
	switch {
	case k.bounces():
		return k, nil
	case k.board[k.met].isStone():
		return k, rules.Illegal(CodeBallBlocked, english.ballBlocked, w.from, p.ball, k.met)
	}
	return k, rules.Illegal(CodeNoBounce, english.noBounce, w.from, p.ball, k.met, english.place(k.met))
}

// events tells the turn m, which led to next.
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

package bohnduell

import "turnpost/rules"

func (p position) Play(text string) (rules.Played, error) {
	if p.over() {
		return rules.Played{}, p.gameOver()
	}
	t, err := readTurn(text)
	if err != nil {
		return rules.Played{}, err
	}
	if err := p.refuse(t); err != nil {
		return rules.Played{}, err
	}
	next, stolen := p.after(t)
	return rules.Played{Next: next, Turn: t.String(), Events: p.events(t, next, stolen)}, nil
}

// needs returns the number of balls that a placement takes from the stock: one for the bowl and one for each bowl
// behind it.
func (t turn) needs() int { return smallBowls + 1 - t.bowl }

// legal reports whether the rules allow a turn on an existing bowl.
func (p *position) legal(t turn) bool {
	mine := &p.sides[p.toMove]
	if t.action == place {
		return mine.stock >= t.needs()
	}
	return mine.small[t.bowl-1] == t.bowl
}

// after returns the position after a legal turn and the number of stolen balls.
func (p position) after(t turn) (next position, stolen int) {
	mine, theirs := &p.sides[p.toMove], &p.sides[p.toMove.Other()]
	if t.action == place {
		stolen = mine.place(t, theirs)
	} else {
		mine.empty(t)
	}
	p.passTurn()
	return p, stolen
}

// place takes the opposite balls before it places its own: only the chosen bowl steals, and only if it was empty.
func (s *side) place(t turn, theirs *side) (stolen int) {
	if s.small[t.bowl-1] == 0 {
		across := &theirs.small[opposite(t.bowl)-1]
		stolen, *across = *across, 0
		s.large += stolen
	}
	s.stock -= t.needs()
	for i := t.bowl - 1; i < smallBowls; i++ {
		s.small[i]++
	}
	return stolen
}

// empty sows the balls of a bowl one by one, the last into the large bowl.
func (s *side) empty(t turn) {
	s.small[t.bowl-1] = 0
	for i := range t.bowl - 1 {
		s.small[i]++
	}
	s.large++
}

// passTurn gives the turn to the other side, or keeps it if only that side has no legal turn.
func (p *position) passTurn() {
	other := p.toMove.Other()
	if p.sides[other].canMove() || p.over() {
		p.toMove = other
	}
}

// events returns the events of the turn t that led from p to next. A theft is an event of the side that loses the
// balls. The count of the end is the winner's lead.
func (p *position) events(t turn, next position, stolen int) []rules.Event {
	mover, other := p.toMove, p.toMove.Other()
	events := make([]rules.Event, 0, 3)
	if t.action == place {
		events = append(events, rules.Event{
			Kind: rules.EventPlaced, Seat: mover, From: stockName(mover), To: smallName(mover, t.bowl), Count: t.needs(),
		})
	} else {
		events = append(events, rules.Event{
			Kind: rules.EventSown, Seat: mover, From: smallName(mover, t.bowl), To: largeName(mover), Count: t.bowl,
		})
	}
	if stolen > 0 {
		events = append(events, rules.Event{
			Kind: rules.EventStolen, Seat: other, From: smallName(other, opposite(t.bowl)), To: largeName(mover), Count: stolen,
		})
	}
	if result := next.Result(); result.Over() {
		return append(events, rules.Event{
			Kind: rules.EventEnded, Seat: result.Winner, Reason: result.Reason, Count: max(next.lead(), -next.lead()),
		})
	}
	if next.toMove == mover {
		events = append(events, rules.Event{Kind: rules.EventSkipped, Seat: other})
	}
	return events
}

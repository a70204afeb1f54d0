package hanniball

import "turnpost/rules"

// events returns the events of a whole turn, step by step. A step that moves a piece starts with EventMoved,
// EventCarried or EventLeft, a shot with EventShot; the consequences follow.
func (t *turn) events(result rules.Result) []rules.Event {
	out := make([]rules.Event, 0, 2*t.taken+1)
	s := t.start.state
	for _, st := range t.steps[:t.taken] {
		if st.kind == shoot {
			out = s.shotEvents(out, st)
		} else {
			out = s.moveEvents(out, st)
		}
		s = s.after(st)
	}
	if result.Over() {
		out = append(out, rules.Event{Kind: rules.EventEnded, Seat: result.Winner, Reason: result.Reason})
	}
	return out
}

// event returns an event of the piece on a square.
func (s *state) event(kind string, of square) rules.Event {
	p := s.board[of]
	return rules.Event{Kind: kind, Seat: p.seat(), Piece: p.kind().String()}
}

func (s *state) moveEvents(out []rules.Event, st step) []rules.Event {
	kind := rules.EventMoved
	switch {
	case st.kind == leave:
		kind = rules.EventLeft
	case s.ball == st.from:
		kind = rules.EventCarried
	}
	e := s.event(kind, st.from)
	e.From, e.To = st.from.String(), st.to.String()
	out = append(out, e)
	if s.ball != st.to {
		return out
	}
	if s.board[st.to] != empty {
		captured := s.event(rules.EventCaptured, st.to)
		captured.At = st.to.String()
		out = append(out, captured)
	}
	return append(out, s.took(st.from, st.to))
}

func (s *state) shotEvents(out []rules.Event, st step) []rules.Event {
	shot := s.event(rules.EventShot, st.from)
	shot.Way = []string{st.from.String(), st.to.String()}
	out = append(out, shot)
	rest := st.to
	if st.bounce != nowhere {
		rest = st.bounce
		off := s.event(rules.EventRicocheted, st.to)
		off.At, off.Way = st.to.String(), []string{st.to.String(), rest.String()}
		out = append(out, off)
	}
	if s.board[rest] == empty {
		return out
	}
	return append(out, s.took(rest, rest))
}

// took returns the event of a piece that gains control of the Ball.
func (s *state) took(of, where square) rules.Event {
	e := s.event(rules.EventTookBall, of)
	e.At = where.String()
	return e
}

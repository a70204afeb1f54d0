package sevensages

import "turnpost/rules"

// choose converts a written path, in full or as its end alone, to the canonical path to the same end.
func (k *kick) choose(given []square) ([]square, error) {
	last := len(given) - 1
	if last > 0 {
		b, err := k.follow(given[:last])
		if err != nil {
			return nil, err
		}
		if _, err := k.legTo(b, given[last]); err != nil {
			return nil, err
		}
	}
	var ends reach
	k.explore(&ends)
	if end := given[last]; !ends.has(end) {
		return nil, k.unreachable(end)
	}
	return ends.way(given[last]), nil
}

// follow moves the ball along the pivots of a path given in full; without pivots it stays at the first.
func (k *kick) follow(pivots []square) (bounce, error) {
	b := bounce{pivot: k.last, heading: k.heading}
	if len(pivots) == 0 {
		return b, nil
	}
	if pivots[0] != k.last {
		return bounce{}, rules.Illegal(CodeBadPath, "turn.first_leg",
			"from", k.ball, "to", pivots[0], "pivot", k.last, "square", k.met)
	}
	for _, pivot := range pivots[1:] {
		next, err := k.legTo(b, pivot)
		if err != nil {
			return bounce{}, err
		}
		if zones[pivot] != field {
			return bounce{}, rules.Illegal(CodeBadPath, "turn.leg_scores", "from", b.pivot, "to", pivot)
		}
		if behind := neighbours[next.heading][pivot]; !k.board[behind].isStone() {
			return bounce{}, rules.Illegal(CodeBadPath, "turn.no_pivot", "from", b.pivot, "to", pivot, "square", behind)
		}
		b = next
	}
	return b, nil
}

// legTo moves the ball from a bounce to a square of its next leg.
func (k *kick) legTo(from bounce, to square) (bounce, error) {
	heading, ok := line(from.pivot, to)
	if turn := (heading + directions - from.heading) % directions; !ok || turn == 0 || turn%2 != 0 {
		return bounce{}, rules.Illegal(CodeBadPath, "turn.turning", "from", from.pivot, "to", to)
	}
	for s := neighbours[heading][from.pivot]; ; s = neighbours[heading][s] {
		switch {
		case k.board[s].isStone():
			return bounce{}, rules.Illegal(CodeBadPath, "turn.leg_blocked",
				"from", from.pivot, "to", to, "blocker", pieceName(k.board[s]), "square", s)
		case !k.mayEnter(s):
			return bounce{}, rules.Illegal(CodeBadPath, "turn.leg_closed",
				"from", from.pivot, "to", to, "square", s, "place", placeName(s))
		case s == to:
			return bounce{pivot: to, heading: heading}, nil
		}
	}
}

// unreachable returns the reason why the ball cannot reach a square.
func (k *kick) unreachable(end square) error {
	switch {
	case k.board[end].isStone():
		return rules.Illegal(CodeUnreachableEnd, "turn.end_occupied", "end", end, "blocker", pieceName(k.board[end]))
	case !k.mayEnter(end):
		return rules.Illegal(CodeUnreachableEnd, "turn.end_closed", "end", end, "place", placeName(end))
	}
	return rules.Illegal(CodeUnreachableEnd, "turn.unreachable", "ball", k.ball, "end", end, "pivot", k.last)
}

package search

import "turnpost/rules"

// Ahead implements rules.Judge by the values of the best moves. In some games a side stands better at the beginning
// already. A player of medium strength does not see enough.
func (t *thinker[P, M]) Ahead(p, setup rules.Position, thought rules.Thought) (rules.Seat, error) {
	now, err := t.standing(p, thought)
	if err != nil {
		return rules.NoSeat, err
	}
	root, _ := t.game.Read(p)
	margin := t.game.Level(&root, rules.Medium).Noise
	if now >= MinValue && now <= MaxValue {
		before, err := t.standing(setup, thought)
		if err != nil {
			return rules.NoSeat, err
		}
		now -= before
	}
	switch {
	case now > margin:
		return rules.First, nil
	case now < -margin:
		return rules.Second, nil
	}
	return rules.NoSeat, nil
}

// standing returns the value of a position for the first side: the mean of before and after the best move, since values
// favour the side to move.
func (t *thinker[P, M]) standing(p rules.Position, thought rules.Thought) (int, error) {
	value, turn, err := t.best(p, thought)
	if err != nil || value < MinValue || value > MaxValue {
		return value, err
	}
	played, err := p.Play(turn)
	if err != nil || played.Next.Result().Over() {
		return value, err
	}
	after, _, err := t.best(played.Next, thought)
	return (value + after) / 2, err
}

// best returns the value of a position for the first side, and the best turn.
func (t *thinker[P, M]) best(p rules.Position, thought rules.Thought) (value int, turn string, err error) {
	root, ok := t.game.Read(p)
	if !ok || p.Result().Over() {
		return 0, "", rules.Bad("position.house")
	}
	t.think(&root, thought, true)
	if len(t.options) == 0 {
		turn, err = anyTurn(p)
		return t.game.Value(&root), turn, err
	}
	value = t.options[0].value
	if t.game.Mover(&root) == rules.Second {
		value = -value
	}
	return value, t.game.Text(&root, t.options[0].move), nil
}

// Lost implements rules.Judge. A loss is certain if every legal turn leads to one, so a level that searches only some
// turns, or a search that its limit stopped, is never certain.
func (t *thinker[P, M]) Lost(p rules.Position, thought rules.Thought) (bool, error) {
	root, ok := t.game.Read(p)
	if !ok || p.Result().Over() {
		return false, rules.Bad("position.house")
	}
	level := t.game.Level(&root, thought.Level)
	if level.Width > 0 || level.Overlook > 0 || t.game.Decides != nil && !t.game.Decides(&root) {
		return false, nil
	}
	t.think(&root, thought, true)
	t.last = ask(p, thought)
	return len(t.options) > 0 && !t.searcher.stopped && t.options[0].value < MinValue, nil
}

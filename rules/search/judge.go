package search

import "turnpost/rules"

// Ahead implements rules.Judge by the value of the best move.
func (t *thinker[P, M]) Ahead(p rules.Position, thought rules.Thought) (rules.Seat, error) {
	root, ok := t.game.Read(p)
	if !ok || p.Result().Over() {
		return rules.NoSeat, rules.Bad("position.house")
	}
	t.think(&root, thought)
	if len(t.options) == 0 {
		return rules.NoSeat, nil
	}
	mover := t.game.Mover(&root)
	switch value := t.options[0].value; {
	case len(t.options) == 1: // a forced move is not searched
		return t.aheadAfter(p, thought)
	case value > Draw:
		return mover, nil
	case value < Draw:
		return mover.Other(), nil
	}
	return rules.NoSeat, nil
}

// aheadAfter is Ahead after the only move of a position.
func (t *thinker[P, M]) aheadAfter(p rules.Position, thought rules.Thought) (rules.Seat, error) {
	turn, err := t.Turn(p, thought)
	if err != nil {
		return rules.NoSeat, err
	}
	played, err := p.Play(turn)
	if err != nil {
		return rules.NoSeat, err
	}
	if result := played.Next.Result(); result.Over() {
		return result.Winner, nil
	}
	return t.Ahead(played.Next, thought)
}

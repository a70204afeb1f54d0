package bohnduell

import "turnpost/rules"

// refuse returns the reason why a turn is illegal in an ongoing game, or nil for a legal turn.
func (p *position) refuse(t turn) error {
	switch {
	case t.bowl < 1 || t.bowl > smallBowls:
		return rules.Illegal(CodeNoSuchBowl, "turn.bowl", "bowl", t.bowl)
	case p.legal(t):
		return nil
	case t.action == place:
		return p.stockTooSmall(t)
	}
	return p.bowlCount(t)
}

func (p *position) gameOver() error {
	return rules.Illegal(rules.CodeGameOver, "turn.over",
		"green", p.sides[rules.First].large, "red", p.sides[rules.Second].large)
}

func (p *position) stockTooSmall(t turn) error {
	return rules.Illegal(CodeStockTooSmall, "turn.stock", "turn", t, "needs", balls(t.needs()),
		"side", sideName(p.toMove), "holds", balls(p.sides[p.toMove].stock))
}

func (p *position) bowlCount(t turn) error {
	holds, key := p.sides[p.toMove].small[t.bowl-1], "turn.too_few"
	if holds > t.bowl {
		key = "turn.too_many"
	}
	return rules.Illegal(CodeBowlCount, key,
		"side", sideName(p.toMove), "bowl", t.bowl, "holds", balls(holds), "needs", balls(t.bowl))
}

// refuseAll returns the reason why no turn with this action is legal.
func (p *position) refuseAll(a action) error {
	if a == place {
		return p.stockTooSmall(turn{place, smallBowls}) // the cheapest placement
	}
	return rules.Illegal(CodeBowlCount, "turn.none_to_empty", "side", sideName(p.toMove))
}

package bohnduell

import "turnpost/rules"

// refuse says why a turn is illegal; nil means that it is legal.
func (p *position) refuse(t turn) error {
	switch {
	case p.over():
		return p.gameOver()
	case t.bowl < 1 || t.bowl > smallBowls:
		return rules.Illegal(CodeNoSuchBowl, english.noSuchBowl, t.bowl)
	case p.legal(t):
		return nil
	case t.action == place:
		return p.stockTooSmall(t)
	}
	return p.bowlCount(t)
}

func (p *position) gameOver() error {
	return rules.Illegal(rules.CodeGameOver, english.gameOver,
		p.sides[rules.First].large, p.sides[rules.Second].large)
}

func (p *position) stockTooSmall(t turn) error {
	return rules.Illegal(CodeStockTooSmall, english.stockTooSmall,
		t, english.balls(t.needs()), english.sides[p.toMove], english.balls(p.sides[p.toMove].stock))
}

func (p *position) bowlCount(t turn) error {
	holds, why := p.sides[p.toMove].small[t.bowl-1], english.tooFew
	if holds > t.bowl {
		why = english.tooMany
	}
	return rules.Illegal(CodeBowlCount, english.bowlCount,
		english.sides[p.toMove], t.bowl, english.balls(holds), english.balls(t.bowl), why)
}

// refuseAll says why no turn with this action is legal.
func (p *position) refuseAll(a action) error {
	if a == place {
		return p.stockTooSmall(turn{place, smallBowls}) // the cheapest
	}
	return rules.Illegal(CodeBowlCount, english.noneToEmpty, english.sides[p.toMove])
}

package hanniball

import (
	"testing"

	"turnpost/rules"
	"turnpost/rules/rulestest"
)

func TestSuite(t *testing.T) {
	rulestest.Run(t, rulestest.Suite{
		Ruleset: New(),
		Counts: map[string]func(rules.Position, int) uint64{
			"steps": func(p rules.Position, depth int) uint64 {
				return countSteps(&rules.Unwrap(p).(*position).state, p.ToMove(), depth)
			},
			"turns": func(p rules.Position, _ int) uint64 { return countTurns(rules.Unwrap(p).(*position)) },
		},
		Winners: map[string]rulestest.Winner{
			reasonOwnGoal: func(last rules.Seat, _ rules.Position) rules.Seat { return last.Other() },
		},
		Mirrors:   []rulestest.Mirror{rulestest.LeftRight},
		Exchanges: []rulestest.Mirror{rulestest.TopBottom, rulestest.HalfTurn},
	})
}

func FuzzPlay(f *testing.F) { rulestest.Fuzz(f, New()) }

// countSteps counts the sequences of n legal steps of one side. A goal ends a sequence.
func countSteps(s *state, mover rules.Seat, n int) (count uint64) {
	if n == 0 {
		return 1
	}
	if s.inGoal() {
		return 0
	}
	for st := range s.steps(mover) {
		if n == 1 {
			count++
			continue
		}
		next := s.after(st)
		count += countSteps(&next, mover, n-1)
	}
	return count
}

// countTurns counts the positions after legal turns of one or two steps.
func countTurns(p *position) uint64 {
	reached := map[state]bool{}
	for first := range p.steps(p.ToMove()) {
		between := p.after(first)
		reached[between] = true
		if between.inGoal() {
			continue
		}
		for second := range between.steps(p.ToMove()) {
			reached[between.after(second)] = true
		}
	}
	delete(reached, p.state)
	return uint64(len(reached))
}

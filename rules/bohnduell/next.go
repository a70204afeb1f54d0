package bohnduell

import (
	"strings"

	"turnpost/rules"
)

// Next lists the legal turns: all of them, or the placements for a prefix of "place", or the emptyings for a prefix of
// "empty".
func (p position) Next(prefix string) (rules.Options, error) {
	if p.over() {
		return rules.Options{}, p.gameOver()
	}
	text := strings.TrimFunc(prefix, separates)
	for _, a := range []action{place, empty} {
		if text != "" && a.begins(text) {
			return p.listAction(a)
		}
	}
	if text == "" {
		return rules.Options{Steps: append(p.list(place), p.list(empty)...)}, nil
	}
	t, err := readTurn(text)
	if err == nil {
		err = p.refuse(t)
	}
	if err != nil {
		return rules.Options{}, err
	}
	return rules.Options{MayEnd: true, Steps: []rules.Step{}}, nil
}

func (p *position) listAction(a action) (rules.Options, error) {
	steps := p.list(a)
	if len(steps) == 0 {
		return rules.Options{}, p.refuseAll(a)
	}
	return rules.Options{Steps: steps}, nil
}

// list returns the legal turns with an action, ordered by bowl.
func (p *position) list(a action) []rules.Step {
	steps := make([]rules.Step, 0, len(allTurns))
	for i, t := range allTurns {
		if t.action == a && p.legal(t) {
			steps = append(steps, allSteps[p.toMove][i])
		}
	}
	return steps
}

// allSteps holds the turns of each side as steps.
var allSteps = func() (steps [2][len(allTurns)]rules.Step) {
	for i, t := range allTurns {
		steps[rules.First][i], steps[rules.Second][i] = t.step(rules.First), t.step(rules.Second)
	}
	return steps
}()

// step returns a turn with the bowls that gain or lose balls, in the order in which the hand passes them.
func (t turn) step(seat rules.Seat) rules.Step {
	places := make([]string, 0, smallBowls+1)
	if t.action == place {
		for k := t.bowl; k <= smallBowls; k++ {
			places = append(places, smallName(seat, k))
		}
		return rules.Step{Text: t.String(), Places: places, Kind: rules.StepPlace}
	}
	for k := t.bowl; k >= 1; k-- {
		places = append(places, smallName(seat, k))
	}
	return rules.Step{Text: t.String(), Places: append(places, largeName(seat)), Kind: rules.StepEmpty}
}

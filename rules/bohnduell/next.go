package bohnduell

import (
	"strings"

	"turnpost/rules"
)

// Next lists the legal turns: all of them, or the placements after the
// beginning of "place", the emptyings after the beginning of "empty".
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
	return rules.Options{MayEnd: true, Steps: []string{}}, nil
}

func (p *position) listAction(a action) (rules.Options, error) {
	steps := p.list(a)
	if len(steps) == 0 {
		return rules.Options{}, p.refuseAll(a)
	}
	return rules.Options{Steps: steps}, nil
}

// list writes the legal turns with an action, by bowl.
func (p *position) list(a action) []string {
	steps := make([]string, 0, len(allTurns))
	for _, t := range allTurns {
		if t.action == a && p.legal(t) {
			steps = append(steps, t.String())
		}
	}
	return steps
}

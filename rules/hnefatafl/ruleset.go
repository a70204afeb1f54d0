// Package hnefatafl is the old tafl game with a king who escapes to a corner: on
// 11×11, on 9×9, and on 7×7, which is Brandubh. A position is a set of squares for
// each side, and one way of making moves serves play, listing and counting.
package hnefatafl

import (
	_ "embed"

	"turnpost/rules"
)

// Reasons for which a game ends, beside the shared ones.
const (
	reasonEscape       = "escape"
	reasonKingCaptured = "king_captured"
)

//go:embed rules.md
var rulesPage string

type ruleset struct {
	starts map[string]*position
}

// New makes the ruleset.
func New() rules.Ruleset {
	r := ruleset{starts: map[string]*position{}}
	for _, setup := range setups {
		start, err := newBoard(setup.size).parse(setup.text)
		if err != nil {
			panic(err) // a setup of this package is wrong
		}
		r.starts[setup.variant] = start
	}
	return r
}

func (r ruleset) Info() rules.Info {
	return rules.Info{
		ID:      "hnefatafl",
		Name:    gameName,
		Version: 1,
		Summary: gameSummary,
		Sides: [2]rules.Side{
			attackers: {ID: "attackers", Name: attackersName},
			defenders: {ID: "defenders", Name: defendersName},
		},
		Variants: variants(),
		Notation: notation,
		Rules:    rulesPage,
		Credit:   credit,
		Faults:   faults(),
		Reasons:  reasons(),
		Examples: examples(),
	}
}

func (r ruleset) Start(variant string) (rules.Position, error) {
	start, err := r.start(variant)
	if err != nil {
		return nil, err
	}
	return start, nil
}

func (r ruleset) Parse(variant, text string) (rules.Position, error) {
	start, err := r.start(variant)
	if err != nil {
		return nil, err
	}
	p, err := start.board.parse(text)
	if err != nil {
		return nil, err
	}
	if p.attackers.len() > start.attackers.len() || p.defenders.len() > start.defenders.len() {
		return nil, rules.Bad(badNumber, p.attackers.len(), p.defenders.len(), start.attackers.len(), start.defenders.len())
	}
	return p, nil
}

// start finds the setup of a variant; "" is the default one.
func (r ruleset) start(variant string) (*position, error) {
	if variant == "" {
		variant = setups[0].variant
	}
	start, ok := r.starts[variant]
	if !ok {
		return nil, rules.Bad(badVariant, variant)
	}
	return start, nil
}

// Package hanniball is HanniBall, a ball game by Christian Freeling and Arty
// Sandler: a turn is up to four steps in which pieces run with the Ball and shoot it.
package hanniball

import (
	_ "embed"
	"fmt"
	"slices"

	"turnpost/rules"
)

const standard = "standard"

//go:embed rules.md
var rulesPage string

type ruleset struct{}

// New is the ruleset of HanniBall. Its one variant is "standard".
func New() rules.Ruleset { return ruleset{} }

// Info describes the game.
func (ruleset) Info() rules.Info {
	return rules.Info{
		ID:       "hanniball",
		Name:     gameName,
		Version:  1,
		Summary:  summary,
		Sides:    [2]rules.Side{{ID: "white", Name: sideNames[0]}, {ID: "black", Name: sideNames[1]}},
		Variants: []rules.Variant{{ID: standard, Name: gameName, Summary: summary}},
		Notation: notation,
		Rules:    rulesPage,
		Credit:   credit,
		Faults:   slices.Clone(faults),
		Reasons:  slices.Clone(reasons),
		Examples: slices.Clone(examples),
	}
}

// Start is the setup with the Ball on e8.
func (r ruleset) Start(variant string) (rules.Position, error) {
	return r.Parse(variant, startText)
}

// Parse reads the 15 ranks from the top, the side to move (w or b), the Ball's
// square and the turn number.
func (ruleset) Parse(variant, text string) (rules.Position, error) {
	if variant != "" && variant != standard {
		return nil, fmt.Errorf("hanniball has no variant %q", variant)
	}
	p, err := parse(text)
	if err != nil {
		return nil, err
	}
	return p, nil
}

// Tell says what a turn did.
func (ruleset) Tell(_ string, events []rules.Event, names [2]string) string {
	return tell(events, names)
}

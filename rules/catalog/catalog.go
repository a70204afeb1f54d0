// Package catalog is the one list of the rulesets that the server plays. A new
// game is one line here.
package catalog

import (
	"turnpost/rules"
	"turnpost/rules/bohnduell"
	"turnpost/rules/hanniball"
	"turnpost/rules/hnefatafl"
	"turnpost/rules/sevensages"
)

// All returns the rulesets in the order in which they are shown. The slice is
// the caller's.
func All() []rules.Ruleset {
	return []rules.Ruleset{
		hanniball.New(),
		sevensages.New(),
		bohnduell.New(),
		hnefatafl.New(),
	}
}

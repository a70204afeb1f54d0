// Package catalog lists the rulesets that the server plays. A new game is two lines here.
package catalog

import (
	"turnpost/rules"
	"turnpost/rules/bohnduell"
	"turnpost/rules/hanniball"
	"turnpost/rules/hnefatafl"
	"turnpost/rules/sevensages"
)

// All returns the rulesets in display order. The caller may modify the slice.
func All() []rules.Ruleset {
	return []rules.Ruleset{
		hanniball.New(),
		sevensages.New(),
		bohnduell.New(),
		hnefatafl.New(),
	}
}

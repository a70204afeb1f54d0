package sevensages

import (
	"testing"

	"turnpost/rules"
	"turnpost/rules/rulestest"
)

func TestRuleset(t *testing.T) {
	rulestest.Run(t, rulestest.Suite{
		Ruleset:   New(),
		Counts:    map[string]func(rules.Position, int) uint64{"perft": perft},
		Mirrors:   []rulestest.Mirror{rulestest.LeftRight},
		Exchanges: []rulestest.Mirror{rulestest.TopBottom, rulestest.HalfTurn},
	})
}

func FuzzRuleset(f *testing.F) { rulestest.Fuzz(f, New()) }

package oddboards

import (
	"testing"

	"turnpost/rules/rulestest"
)

func TestRuleset(t *testing.T) { rulestest.Run(t, rulestest.Suite{Ruleset: New(), MaxTurns: 12}) }

func FuzzTurn(f *testing.F) { rulestest.Fuzz(f, New()) }

package tictactoe

import (
	"testing"

	"turnpost/rules/rulestest"
)

func TestRuleset(t *testing.T) {
	rulestest.Run(t, rulestest.Suite{
		Ruleset: New(), Mirrors: rulestest.AllMirrors(), Exchanges: rulestest.AllMirrors(),
	})
}

func FuzzTurn(f *testing.F) { rulestest.Fuzz(f, New()) }

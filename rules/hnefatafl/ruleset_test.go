package hnefatafl

import (
	"testing"

	"turnpost/rules"
	"turnpost/rules/rulestest"
)

func TestRuleset(t *testing.T) {
	rulestest.Run(t, rulestest.Suite{
		Ruleset: New(),
		Mirrors: rulestest.AllMirrors(),
		Counts: map[string]func(rules.Position, int) uint64{
			"perft": func(p rules.Position, n int) uint64 { return rules.Unwrap(p).(*position).perft(n) },
		},
	})
}

func FuzzTurn(f *testing.F) { rulestest.Fuzz(f, New()) }

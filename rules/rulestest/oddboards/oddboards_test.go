package oddboards

import (
	"cmp"
	"strings"
	"testing"

	"turnpost/rules"
	"turnpost/rules/rulestest"
)

func TestRuleset(t *testing.T) {
	rulestest.Run(t, rulestest.Suite{Ruleset: New(), MaxTurns: 12, Winners: map[string]rulestest.Winner{"end": most}})
}

// most returns the side with the most pieces on the board, by the text.
func most(_ rules.Seat, after rules.Position) rules.Seat {
	board, _, _ := strings.Cut(strings.ToLower(after.String()), " ")
	lead := strings.Count(board, "x") - strings.Count(board, "o")
	return []rules.Seat{rules.Second, rules.NoSeat, rules.First}[cmp.Compare(lead, 0)+1]
}

func FuzzTurn(f *testing.F) { rulestest.Fuzz(f, New()) }

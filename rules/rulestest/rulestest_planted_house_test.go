package rulestest

import (
	"strings"
	"testing"

	"turnpost/rules"
	"turnpost/rules/rulestest/tictactoe"
)

// buggedHouse is a ruleset whose house changes the turns that it finds. count is the number of earlier turns of the
// Thinker.
type buggedHouse struct {
	rules.Ruleset
	change func(p rules.Position, turn string, count int) string
}

type buggedThinker struct {
	rules.Thinker
	change func(p rules.Position, turn string, count int) string
	count  int
}

func (b buggedHouse) House() rules.Thinker {
	return &buggedThinker{Thinker: b.Ruleset.House(), change: b.change}
}

func (b *buggedThinker) Turn(p rules.Position, t rules.Thought) (string, error) {
	turn, err := b.Thinker.Turn(p, t)
	b.count++
	return b.change(p, turn, b.count-1), err
}

func TestBugsOfTheHouseAreFound(t *testing.T) {
	for _, tc := range []struct {
		name, found string
		change      func(p rules.Position, turn string, count int) string
	}{
		{"an illegal turn", "is played as", func(rules.Position, string, int) string { return "z9" }},
		{"a turn that is not canonical", "is played as", func(_ rules.Position, turn string, _ int) string {
			return strings.ToUpper(turn)
		}},
		{"memory", "that of a new Thinker", func(p rules.Position, turn string, count int) string {
			if count == 0 {
				return legalTurn(p)
			}
			return turn
		}},
		{"a missed win", "does not win", func(p rules.Position, turn string, _ int) string {
			for _, other := range legalTurns(p, "") {
				if played, err := p.Play(other); err == nil && !played.Next.Result().Over() {
					return other
				}
			}
			return turn
		}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			bugged := buggedHouse{tictactoe.New(), tc.change}
			said := failures(t, func(t testing.TB) {
				checkHouseGames(t, bugged, "")
				checkHouseWins(t, Suite{Ruleset: bugged, MaxTurns: 9}, "")
			})
			if len(said) == 0 || !strings.Contains(said[0], tc.found) {
				t.Errorf("found: %q", said)
			}
		})
	}
}

package rulestest

import (
	"math/rand/v2"
	"testing"

	"turnpost/rules"
	"turnpost/rules/phrase"
	"turnpost/rules/rulestest/sample"
)

// houseNodes limits the house in the checks. Its answers must be legal and repeatable at any limit.
const houseNodes = 500

// checkHouse lets the house play in every variant, if the game has one; a short run, in the first.
func checkHouse(t *testing.T, s Suite) {
	if s.Ruleset.House() == nil {
		return
	}
	variants := s.Ruleset.Info(phrase.English).Variants
	if sample.Short() {
		variants = variants[:1]
	}
	for _, v := range variants {
		t.Run(v.ID, func(t *testing.T) {
			checkHouseGames(t, s.Ruleset, v.ID)
			checkHouseWins(t, s, v.ID)
		})
	}
}

// checkHouseGames plays games of each level against another. Every turn must be legal, in its canonical text, and the
// same that a new Thinker finds.
func checkHouseGames(t testing.TB, r rules.Ruleset, variant string) {
	t.Helper()
	levels, games, nodes := rules.Levels(), 2, houseNodes
	if sample.Short() {
		games, nodes = 1, nodes/5
	}
	used := r.House()
	twice := func(level rules.Level, nodes int) Player {
		return func(t testing.TB, p rules.Position, seen []string, rnd *rand.Rand) string {
			t.Helper()
			thought := rules.Thought{Level: level, Seed: rnd.Uint64(), Nodes: nodes, Seen: seen}
			turn, err := used.Turn(p, thought)
			if err != nil {
				t.Fatalf("on\n%s\n%+v: %v", drawn(p), thought, err)
			}
			if played, err := p.Play(turn); err != nil || played.Turn != turn {
				t.Fatalf("on\n%s\nthe turn %q is played as %q: %v", drawn(p), turn, played.Turn, err)
			}
			if rnd.IntN(4) > 0 {
				return turn
			}
			if again, err := r.House().Turn(p, thought); again != turn {
				t.Fatalf("on\n%s\n%+v: the turn is %q, that of a new Thinker %q: %v", drawn(p), thought, turn, again, err)
			}
			return turn
		}
	}
	for n, level := range levels[:sample.Count(len(levels), 2)] {
		other := levels[(n+1)%len(levels)]
		Match(t, r, variant, [2]Player{twice(level, nodes), twice(other, 1+nodes*n/2)}, games)
	}
}

// checkHouseWins lets the house play where a random turn won a game at once. It must win from there, against itself.
func checkHouseWins(t testing.TB, s Suite, variant string) {
	t.Helper()
	r, games := s.Ruleset, 8
	if sample.Short() {
		games = 1
	}
	for n := range games {
		rnd := rand.New(rand.NewPCG(uint64(n), 23))
		p := lastBeforeWin(t, s, variant, rnd)
		if p == nil {
			continue
		}
		for _, level := range []rules.Level{rules.Medium, rules.Hard} {
			house := House(r, level, 4*houseNodes)
			result := playMatch(t, p, [2]Player{house, house}, 0, rnd)
			if !result.Over() || result.Winner != p.ToMove() {
				t.Errorf("on\n%s\n%s does not win, although a turn wins at once: %+v", drawn(p), level, result)
			}
		}
	}
}

// lastBeforeWin plays a random game and returns the position before the turn that won it; nil if none did.
func lastBeforeWin(t testing.TB, s Suite, variant string, rnd *rand.Rand) rules.Position {
	t.Helper()
	p := start(t, s.Ruleset, variant, "")
	for range s.MaxTurns {
		played, err := p.Play(RandomTurn(t, p, rnd))
		if err != nil {
			t.Fatal(err)
		}
		if result := played.Next.Result(); result.Over() {
			if result.Winner == p.ToMove() {
				return p
			}
			return nil
		}
		p = played.Next
	}
	return nil
}

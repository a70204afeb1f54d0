package rulestest

import (
	"math/rand/v2"
	"testing"

	"turnpost/rules"
)

// Player finds turns in a match. seen are the keys of the positions of the game up to p.
type Player func(t testing.TB, p rules.Position, seen []string, rnd *rand.Rand) string

// Random is a Player who composes turns of random steps.
func Random(t testing.TB, p rules.Position, _ []string, rnd *rand.Rand) string {
	t.Helper()
	return RandomTurn(t, p, rnd)
}

// House returns a Player who plays as the house of a game does, with at most the given number of nodes a turn; 0 is no
// limit.
func House(r rules.Ruleset, level rules.Level, nodes int) Player {
	house := r.House()
	return func(t testing.TB, p rules.Position, seen []string, rnd *rand.Rand) string {
		t.Helper()
		turn, err := house.Turn(p, rules.Thought{Level: level, Seed: rnd.Uint64(), Nodes: nodes, Seen: seen})
		if err != nil {
			t.Fatalf("on\n%s\n%v", drawn(p), err)
		}
		return turn
	}
}

// maxMatchTurns is the length after which a game of a match counts as drawn.
const maxMatchTurns = 300

// Match plays games of two players and returns the points of the first: 1 for a win, ½ for a draw. Each beginning of
// two or three random turns is played twice, with the seats exchanged.
func Match(t testing.TB, r rules.Ruleset, variant string, players [2]Player, games int) (points float64) {
	t.Helper()
	for n := range games {
		rnd := rand.New(rand.NewPCG(uint64(n/2), 19))
		first := rules.Seat(n % 2)
		seated := [2]Player{players[first], players[first.Other()]}
		result := playMatch(t, start(t, r, variant, ""), seated, 2+n/2%2, rnd)
		switch {
		case !result.Over() || result.Winner == rules.NoSeat:
			points += 0.5
		case result.Winner == first:
			points++
		}
	}
	return points
}

// playMatch plays one game, which begins with random turns.
func playMatch(t testing.TB, p rules.Position, seated [2]Player, random int, rnd *rand.Rand) rules.Result {
	t.Helper()
	var history rules.History
	seen := []string{p.Key()}
	result := history.Reach(p)
	for n := 0; n < maxMatchTurns && !result.Over(); n++ {
		player := seated[p.ToMove()]
		if n < random {
			player = Random
		}
		turn := player(t, p, seen, rnd)
		played, err := p.Play(turn)
		if err != nil {
			t.Fatalf("on\n%s\n%q: %v", drawn(p), turn, err)
		}
		p = played.Next
		seen = append(seen, p.Key())
		result = history.Reach(p)
	}
	return result
}

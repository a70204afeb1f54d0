package sevensages

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"testing"

	"turnpost/rules"
	"turnpost/rules/rulestest"
	"turnpost/rules/rulestest/sample"
)

func compareMoves(a, b move) int {
	return cmp.Or(cmp.Compare(a.from, b.from), cmp.Compare(a.to, b.to), cmp.Compare(a.end, b.end))
}

// The house generates the moves of the rules, and its node after a move is that of the position after it.
func TestHouseMovesAreTheRules(t *testing.T) {
	seeds := uint64(20)
	if sample.Short() {
		seeds = 3
	}
	for seed := range seeds {
		rnd := rand.New(rand.NewPCG(seed, 3))
		begun := begin([2]int{}, 5, rules.First)
		for p, turns := begun, 0; turns < 150 && !p.Result().Over(); turns++ {
			n := nodeOf(p)
			want := p.moves(nil)
			got, _ := n.moves(0, nil)
			slices.SortFunc(want, compareMoves)
			slices.SortFunc(got, compareMoves)
			if !slices.Equal(got, want) {
				t.Fatalf("%s: %v, want %v", p, got, want)
			}
			scores := slices.ContainsFunc(want, func(m move) bool {
				return m.isKick() && zones[m.end] == areaOf(p.mover.Other())
			})
			if n.canScore(n.mover) != scores {
				t.Fatalf("%s: can score: %v, want %v", p, !scores, scores)
			}
			m := want[rnd.IntN(len(want))]
			var next node
			n.play(m, &next)
			p = p.after(m)
			if next.scored != (p.ball == begun.ball && p.board == setupBoard) {
				t.Fatalf("%s: scored: %v", p, next.scored)
			}
			if !next.scored && !same(next, nodeOf(p)) {
				t.Fatalf("%s: %+v, want %+v", p, next, nodeOf(p))
			}
		}
	}
}

// same compares nodes whose stones may be listed in different orders.
func same(a, b node) bool {
	for seat := range a.stones {
		slices.Sort(a.stones[seat][:])
		slices.Sort(b.stones[seat][:])
	}
	return a == b
}

// The house treats a position as repeated only since the last point.
func TestHouseForgetsAtAPoint(t *testing.T) {
	root, _ := readNode(begin([2]int{0, 1}, 5, rules.First))
	for _, c := range []struct {
		points [2]int
		want   bool
	}{{[2]int{0, 1}, true}, {[2]int{}, false}} {
		hash, ok := seenNode(&root, begin(c.points, 5, rules.First).Key())
		if ok != c.want || (ok && hash != root.hash) {
			t.Errorf("%v: %x, %v; want %x, %v", c.points, hash, ok, root.hash, c.want)
		}
	}
}

// BenchmarkHouse finds a turn of the hard level in positions of a recorded game.
func BenchmarkHouse(b *testing.B) {
	game := rulestest.Games(b, ID, variantShort)[0]
	house := New().House()
	i := 0
	for b.Loop() {
		p, err := New().Parse(variantShort, game.Turns[i].Position)
		if err != nil {
			b.Fatal(err)
		}
		if _, err := house.Turn(p, rules.Thought{Level: rules.Hard}); err != nil {
			b.Fatal(err)
		}
		i = (i + 1) % (len(game.Turns) - 1)
	}
}

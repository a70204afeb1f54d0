package bohnduell

import (
	"cmp"
	"math/rand/v2"
	"testing"

	"turnpost/rules"
	"turnpost/rules/rulestest/sample"
)

// plain returns the best difference of the large bowls for the side to move, by trying everything.
func plain(p position, known map[position]int) int {
	value := func(p position) int { return p.sides[p.toMove].large - p.sides[p.toMove.Other()].large }
	if p.over() {
		return value(p)
	}
	if v, ok := known[p]; ok {
		return v
	}
	best := -maxBalls
	for _, n := range p.turns(nil) {
		next, _ := p.after(allTurns[n])
		v := plain(next, known)
		if next.toMove != p.toMove {
			v = -v
		}
		best = max(best, v)
	}
	known[p] = best
	return best
}

// late returns an ongoing position after random turns with at most the given number of balls in the stocks.
func late(rnd *rand.Rand, variant string, stocks int) position {
	for {
		started, _ := start(variant)
		p := started.(position)
		for !p.over() && p.sides[0].stock+p.sides[1].stock > stocks {
			turns := p.turns(nil)
			p, _ = p.after(allTurns[turns[rnd.IntN(len(turns))]])
		}
		if !p.over() {
			return p
		}
	}
}

// Hard plays as well as the rules allow: its turns keep the value that trying everything finds.
func TestHardIsExact(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	house := newHouse()
	for n := range 60 {
		p := late(rnd, []string{variantStandard, variantLong}[n%2], 7)
		known := map[position]int{}
		want := plain(p, known)
		turn, err := house.Turn(p, rules.Thought{Level: rules.Hard, Seed: uint64(n)})
		if err != nil {
			t.Fatal(err)
		}
		played, err := p.Play(turn)
		if err != nil {
			t.Fatal(err)
		}
		next := played.Next.(position)
		got := plain(next, known)
		if next.toMove != p.toMove {
			got = -got
		}
		if got != want {
			t.Errorf("%s: %s leads to %d, %d is possible", p, turn, got, want)
		}
	}
}

// The standard game is solved from its start within the limit, so hard never plays it by evaluation. Green loses it by
// one ball.
func TestStandardIsSolved(t *testing.T) {
	sample.Whole(t, "visits 0.6 million positions")
	started, _ := start(variantStandard)
	p := started.(position)
	var s solver
	_, value, ok := s.best(&p, p.turns(nil), maxSolved)
	if !ok || value != -1 {
		t.Errorf("value %d, solved %v", value, ok)
	}
}

// Without a solution, hard searches: the long game cannot be solved from its start, and a limit forbids it.
func TestHardWithoutSolution(t *testing.T) {
	for _, variant := range []string{variantStandard, variantLong} {
		p, _ := start(variant)
		typed := p.(position)
		var s solver
		if _, _, ok := s.best(&typed, typed.turns(nil), 1_000); ok {
			t.Errorf("%s is solved with 1,000 positions", variant)
		}
		if s.left != 0 {
			t.Errorf("%s: %d positions are left", variant, s.left)
		}
		turn, err := newHouse().Turn(p, rules.Thought{Level: rules.Hard, Nodes: 1_000})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := p.Play(turn); err != nil {
			t.Error(err)
		}
	}
}

// A difference for one side is the opposite for the other, and winning counts more than any lead.
func TestValuesAreSymmetric(t *testing.T) {
	rnd := rand.New(rand.NewPCG(3, 4))
	for range 200 {
		p := late(rnd, variantLong, 20)
		q := p
		q.toMove = p.toMove.Other()
		if p.value() != -q.value() {
			t.Fatalf("%s: %d, for the other side %d", p, p.value(), q.value())
		}
		if p.hash() == q.hash() {
			t.Fatalf("%s has one hash for both sides to move", p)
		}
	}
	won, _ := readPosition("0:0,0,0,0:13/0:0,0,0,0:11 g")
	if value, over := won.finalValue(); !over || cmp.Compare(value, wonWorth) <= 0 {
		t.Errorf("a won position: %d, over %v", value, over)
	}
}

// BenchmarkSolver solves the standard game from its start.
func BenchmarkSolver(b *testing.B) {
	started, _ := start(variantStandard)
	p := started.(position)
	var s solver
	visited := 0
	for b.Loop() {
		if _, _, ok := s.best(&p, p.turns(nil), maxSolved); !ok {
			b.Fatal("not solved")
		}
		visited += maxSolved - s.left
	}
	b.ReportMetric(float64(visited)/b.Elapsed().Seconds(), "nodes/s")
}

// BenchmarkHouse finds a turn of the hard level at the start of the long game.
func BenchmarkHouse(b *testing.B) {
	p, err := New().Start(variantLong)
	if err != nil {
		b.Fatal(err)
	}
	house := New().House()
	for seed := uint64(0); b.Loop(); seed++ {
		if _, err := house.Turn(p, rules.Thought{Level: rules.Hard, Seed: seed}); err != nil {
			b.Fatal(err)
		}
	}
}

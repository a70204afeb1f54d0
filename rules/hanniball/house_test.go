package hanniball

import (
	"math/rand/v2"
	"testing"

	"turnpost/rules"
	"turnpost/rules/rulestest"
	"turnpost/rules/rulestest/sample"
)

// wander yields positions of random games.
func wander(tb testing.TB, games, turns int) (positions []*position) {
	tb.Helper()
	for seed := range games {
		rnd := rand.New(rand.NewPCG(uint64(seed), 3))
		p, err := New().Start(standard)
		if err != nil {
			tb.Fatal(err)
		}
		for n := 0; n < turns && !p.Result().Over(); n++ {
			positions = append(positions, rules.Unwrap(p).(*position))
			played, err := p.Play(rulestest.RandomTurn(tb, p, rnd))
			if err != nil {
				tb.Fatal(err)
			}
			p = played.Next
		}
	}
	return positions
}

// scatter returns a position with pieces at random, all of the mover's near the opponent's goal.
func scatter(rnd *rand.Rand) *position {
	p := &position{number: 3 + rnd.IntN(2)}
	p.board[at(3+rnd.IntN(3), 0)] = newPiece(rules.First, monkey)
	p.board[at(3+rnd.IntN(3), ranks-1)] = newPiece(rules.Second, monkey)
	near := func(seat rules.Seat) square {
		for {
			rank := 4 + rnd.IntN(ranks-5)
			if seat == rules.Second {
				rank = ranks - 1 - rank
			}
			if s := at(rnd.IntN(files), rank); p.board[s] == empty {
				return s
			}
		}
	}
	for range 6 {
		for _, seat := range [...]rules.Seat{rules.First, rules.Second} {
			p.board[near(seat)] = newPiece(seat, lion+kind(rnd.IntN(3)))
		}
	}
	p.ball = near(p.ToMove())
	return p
}

// The house's turns are legal, and lead to the positions that it expects.
func TestHouseTurnsAreLegal(t *testing.T) {
	var b beam
	for _, p := range wander(t, 6, 30) {
		n := nodeOf(p)
		plans := b.plans(&n, 20, nil)
		if len(plans) == 0 || len(b.outcomes) == 0 {
			t.Fatalf("%s: no turn", p)
		}
		for _, o := range b.outcomes {
			next := n
			next.follow(o.plan)
			if want := next.standing(n.mover, false) - next.standing(n.mover.Other(), true); o.value != want {
				t.Fatalf("%s after %q: value %d, want %d", p, o.plan, o.value, want)
			}
		}
		for _, plan := range plans {
			played, err := p.Play(plan.String())
			if err != nil {
				t.Fatalf("%s: %q: %v", p, plan.String(), err)
			}
			var next node
			n.play(plan, &next)
			want := nodeOf(played.Next.(*position))
			if next.state != want.state || next.hash != want.hash || next.mover != want.mover || next.limit != want.limit {
				t.Fatalf("%s after %q: %+v, want %+v", p, plan.String(), next, want)
			}
		}
	}
}

// A goal within two steps is found, however it comes about.
func TestHouseFindsGoals(t *testing.T) {
	var search goalSearch
	goals, seeds := 0, uint64(300)
	if sample.Short() {
		seeds = 60
	}
	for seed := range seeds {
		p := scatter(rand.New(rand.NewPCG(seed, 3)))
		n := nodeOf(p)
		n.limit = 3
		found := n.findGoal(&search)
		if len(found) > 0 {
			goals++
		}
		if want := scores(&p.state, p.ToMove(), 3); want != (found != nil) {
			t.Errorf("%s: finds %v, want a goal: %v", p, found, want)
		}
	}
	if uint64(goals) < seeds/6 {
		t.Errorf("%d positions with a goal: too few to compare", goals)
	}
}

// scores reports whether a side can score within a number of steps, by trying them all.
func scores(s *state, mover rules.Seat, left int) bool {
	for st := range s.steps(mover) {
		next := s.after(st)
		if goalOf(next.ball) == mover.Other() {
			return true
		}
		if left > 1 && !next.inGoal() && int(ballSteps[mover.Other()][next.ball]) <= left-1 && scores(&next, mover, left-1) {
			return true
		}
	}
	return false
}

// BenchmarkHouse finds a turn of the hard level in positions of recorded games.
func BenchmarkHouse(b *testing.B) {
	positions, _ := recorded(b)
	house := New().House()
	i := 0
	for b.Loop() {
		if _, err := house.Turn(positions[i], rules.Thought{Level: rules.Hard}); err != nil {
			b.Fatal(err)
		}
		i = (i + 1) % len(positions)
	}
}

// BenchmarkHousePlans lists the best turns of positions.
func BenchmarkHousePlans(b *testing.B) {
	var nodes []node
	for _, p := range wander(b, 6, 30) {
		nodes = append(nodes, nodeOf(p))
	}
	var found beam
	var plans []plan
	i := 0
	for b.Loop() {
		plans = found.plans(&nodes[i], hardWidth, plans[:0])
		i = (i + 1) % len(nodes)
	}
}

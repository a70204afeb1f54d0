package hnefatafl

import (
	"math/rand/v2"
	"slices"
	"testing"

	"turnpost/rules"
	"turnpost/rules/rulestest"
	"turnpost/rules/search"
)

// randomPositions calls a function for the positions of random games in every variant.
func randomPositions(t *testing.T, check func(p *position)) {
	t.Helper()
	rnd := rand.New(rand.NewPCG(5, 6))
	for n := range 60 {
		p := *at(t, setups[n%len(setups)].variant, "")
		for range 150 {
			moves := p.moves(nil)
			if p.outcome != ongoing {
				break
			}
			check(&p)
			before := p
			before.after(moves[rnd.IntN(len(moves))], &p)
		}
	}
}

// winsInOne finds the same wins as playing every move, except those by leaving the other side without moves. Every win
// and every capture is among the loud moves.
func TestWinsInOne(t *testing.T) {
	won := [2]int{}
	randomPositions(t, func(p *position) {
		want := false
		moves, loud := p.orderedMoves(0, nil)
		for i, m := range moves {
			var next position
			captured := p.after(m, &next)
			wins := next.outcome == escaped || next.outcome == kingCaptured
			want = want || wins
			if (wins || !captured.empty()) && i >= loud {
				t.Fatalf("%s: %s is not loud", p, p.board.write(m, captured))
			}
		}
		if len(moves) != len(p.moves(nil)) {
			t.Fatalf("%s: %d of %d moves", p, len(moves), len(p.moves(nil)))
		}
		if got := p.winsInOne(); got != want {
			t.Fatalf("%s wins in one: %v, want %v", p, got, want)
		}
		if want {
			won[p.toMove]++
		}
	})
	if won[attackers] < 10 || won[defenders] < 10 {
		t.Errorf("only %v positions are won in one", won)
	}
}

// A position of the game is recognized by its key. Equal positions have equal hashes, different ones different hashes.
func TestHash(t *testing.T) {
	texts := map[uint64]string{}
	randomPositions(t, func(p *position) {
		if hash, ok := p.seen(p.Key()); !ok || hash != p.hash() {
			t.Fatalf("%s is not recognized", p)
		}
		if text, known := texts[p.hash()]; known && text != p.String() {
			t.Fatalf("%s and %s have the same hash", text, p)
		}
		texts[p.hash()] = p.String()
	})
	if _, ok := at(t, "7x7", "").seen("nonsense"); ok {
		t.Error("a key of nothing is recognized")
	}
}

// The evaluation stays within the limits of the search and is the opposite for the other side.
func TestValue(t *testing.T) {
	randomPositions(t, func(p *position) {
		other := *p
		other.toMove = p.toMove.Other()
		if v := p.value(); v != -other.value() || v <= search.MinValue || v >= search.MaxValue {
			t.Fatalf("%s: %d, for the other side %d", p, v, other.value())
		}
	})
}

// BenchmarkHouse finds a turn of the hard level in the setup.
func BenchmarkHouse(b *testing.B) {
	for _, setup := range setups {
		b.Run(setup.variant, func(b *testing.B) {
			p, err := New().Start(setup.variant)
			if err != nil {
				b.Fatal(err)
			}
			house := New().House()
			for seed := uint64(0); b.Loop(); seed++ {
				if _, err := house.Turn(p, rules.Thought{Level: rules.Hard, Seed: seed}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// takes is a player who captures where that is possible, and moves at random otherwise.
func takes(t testing.TB, p rules.Position, _ []string, rnd *rand.Rand) string {
	t.Helper()
	options, err := p.Next("")
	if err != nil {
		t.Fatal(err)
	}
	var captures []string
	for _, step := range options.Steps {
		played, err := p.Play(step.Text)
		if err != nil {
			t.Fatal(err)
		}
		if played.Next.Result().Winner == p.ToMove() && played.Next.Result().Over() {
			return step.Text
		}
		if slices.ContainsFunc(played.Events, func(e rules.Event) bool { return e.Kind == rules.EventCaptured }) {
			captures = append(captures, step.Text)
		}
	}
	if len(captures) > 0 {
		return captures[rnd.IntN(len(captures))]
	}
	return options.Steps[rnd.IntN(len(options.Steps))].Text
}

// Easy is for beginners: who only takes what there is to take wins 8 of 20 games or more.
func TestEasyLosesToBeginners(t *testing.T) {
	r := New()
	for _, variant := range []string{"9x9", "11x11"} {
		players := [2]rulestest.Player{rulestest.House(r, rules.Easy, 0), takes}
		if points := rulestest.Match(t, r, variant, players, 20); points > 12 || points < 3 {
			t.Errorf("%s: easy has %.1f points of 20", variant, points)
		}
	}
}

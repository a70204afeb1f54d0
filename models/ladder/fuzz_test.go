package ladder

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"
)

// FuzzLadder plays what the bytes say, two a step, and checks after each that only what may change has changed.
func FuzzLadder(f *testing.F) {
	for seed := range uint64(20) {
		random := rand.New(rand.NewPCG(seed, 7))
		steps := make([]byte, 300)
		for i := range steps {
			steps[i] = byte(random.Uint32())
		}
		f.Add(steps)
	}
	f.Fuzz(func(t *testing.T, steps []byte) {
		w := &world{T: t, at: time.Unix(1790000000, 0)}
		w.Ladder = New([]string{"p0", "p1", "p2", "p3", "p4"}, w.at)
		for i := 0; i+1 < len(steps); i += 2 {
			w.step(steps[i], steps[i+1])
		}
	})
}

// challenge is one that was not refused, as the test remembers it.
type challenge struct {
	challenger, challenged string
	ended                  time.Time // zero while it is running
}

type world struct {
	*testing.T
	*Ladder
	at    time.Time
	games []challenge
}

func (w *world) step(what, who byte) {
	w.at = w.at.Add(time.Duration(what>>3) * 12 * time.Hour)
	before := w.Order()
	a, b := fmt.Sprintf("p%d", who&7), fmt.Sprintf("p%d", who>>4&7)
	switch what & 7 {
	case 0:
		w.Join(a, w.at)
		if slices.Contains(before, a) != slices.Equal(before, w.Order()) || !slices.Equal(before, w.Order()[:len(before)]) {
			w.Fatalf("%s joins %v: %v", a, before, w.Order())
		}
	case 1:
		w.Leave(a)
		w.equal(without(slices.Clone(before), a))
	case 2, 3, 4, 5:
		w.challenge(a, b)
		w.equal(before)
	default:
		if len(w.games) > 0 {
			w.end(int(who)%len(w.games), before, Side(what>>3%3), []string{"rules", "timeout"}[what>>5&1])
		}
	}
	w.check()
}

func (w *world) equal(want []string) {
	w.Helper()
	if !slices.Equal(w.Order(), want) {
		w.Fatalf("ladder %v, want %v", w.Order(), want)
	}
}

// challenge checks a challenge against the rules, counted anew from all past steps.
func (w *world) challenge(a, b string) {
	own, against, soon, paired := 0, 0, false, false
	for _, g := range w.games {
		same := g.challenger == a && g.challenged == b
		if !g.ended.IsZero() {
			soon = soon || same && w.at.Sub(g.ended) < 30*24*time.Hour
			continue
		}
		if g.challenger == a {
			own++
		}
		if g.challenged == b {
			against++
		}
		paired = paired || same || g.challenger == b && g.challenged == a
	}
	up := slices.Index(w.Order(), a) - slices.Index(w.Order(), b)
	both := slices.Contains(w.Order(), a) && slices.Contains(w.Order(), b)
	may := both && up >= 1 && up <= 3 && own < 2 && against < 3 && !soon && !paired
	if refusal := w.Challenge(len(w.games), a, b, w.at); (refusal == "") != may {
		w.Fatalf("%s challenges %s of %v with %d, %d, %v, %v: %q", a, b, w.Order(), own, against, soon,
			paired, refusal)
	}
	if may {
		w.games = append(w.games, challenge{a, b, time.Time{}})
	}
}

// end ends a game: the challenger who won from below has the place of the other, and nobody else moves by more than
// one.
func (w *world) end(no int, before []string, winner Side, reason string) {
	g := &w.games[no]
	w.End(no, winner, reason, w.at)
	if !g.ended.IsZero() {
		w.equal(before)
		return
	}
	g.ended = w.at
	want := before
	own, above := slices.Index(before, g.challenger), slices.Index(before, g.challenged)
	if climbs := winner == Challenger && above >= 0 && own > above; climbs {
		want = slices.Concat(before[:above], []string{g.challenger}, before[above:own], before[own+1:])
	}
	loser := ""
	if winner != Nobody && reason == "timeout" {
		loser = []string{g.challenged, g.challenger}[winner-1]
	}
	w.equal(without(slices.Clone(want), loser))
}

func (w *world) check() {
	seen := map[string]bool{}
	for _, p := range w.Order() {
		if seen[p] {
			w.Fatalf("%s is on the ladder twice: %v", p, w.Order())
		}
		seen[p] = true
	}
	for _, p := range w.Idle(w.at) {
		if !seen[p] {
			w.Fatalf("%s is idle and not on the ladder %v", p, w.Order())
		}
	}
	for _, g := range w.games {
		if g.ended.IsZero() {
			delete(seen, g.challenger)
			delete(seen, g.challenged)
		}
	}
	if n := len(w.Idle(w.at.Add(IdleAfter))); n != len(seen) {
		w.Fatalf("%d players are idle after %s, want the %d who play nothing", n, IdleAfter, len(seen))
	}
}

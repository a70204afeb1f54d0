package rules_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"turnpost/rules"
	"turnpost/rules/catalog"
	"turnpost/rules/phrase"
	"turnpost/rules/rulestest"
	"turnpost/rules/rulestest/sample"
)

// In positions of random games, pages of any size hold the same turns in the same order, each of them legal and
// canonical, and those that begin with a step are the ones listed for that step.
func TestTurns(t *testing.T) {
	const most = 3000
	positions := 12
	if sample.Short() {
		positions = 3
	}
	for _, r := range catalog.All() {
		info := r.Info(phrase.English)
		for _, v := range info.Variants {
			p, err := r.Start(v.ID)
			if err != nil {
				t.Fatal(err)
			}
			rnd := rand.New(rand.NewPCG(1, 2))
			for range positions {
				all, more := listTurns(t, p, "", "", most)
				compareTurns(t, p, all, more, rnd)
				if p = playedOn(t, p, rnd); p.Result().Over() {
					break
				}
			}
		}
	}
}

func compareTurns(t *testing.T, p rules.Position, all []string, more bool, rnd *rand.Rand) {
	t.Helper()
	sorted := slices.Sorted(slices.Values(all))
	if len(slices.Compact(sorted)) != len(all) || len(all) == 0 {
		t.Fatalf("%s: %d turns, not all different", p, len(all))
	}
	for i := 0; i < len(all); i += 1 + rnd.IntN(20) {
		if played, err := p.Play(all[i]); err != nil || played.Turn != all[i] {
			t.Fatalf("%s: turn %q is played as %q: %v", p, all[i], played.Turn, err)
		}
	}
	size, after := 1+rnd.IntN(len(all)), ""
	var paged []string
	for left := true; left && len(paged) < len(all); after = paged[len(paged)-1] {
		var page []string
		page, left = listTurns(t, p, "", after, min(size, len(all)-len(paged)))
		paged = append(paged, page...)
		if wantMore := more || len(paged) < len(all); left != wantMore {
			t.Fatalf("%s: more turns after %d of %d: %v", p, len(paged), len(all), left)
		}
	}
	if !slices.Equal(paged, all) {
		t.Fatalf("%s: pages of %d list other turns", p, size)
	}
	first, _, _ := strings.Cut(all[0], " ")
	for _, typed := range []string{first, strings.ToUpper(first)} {
		begun, _ := listTurns(t, p, typed, "", len(all))
		for i, turn := range begun {
			if i < len(all) && turn != all[i] || turn != first && !strings.HasPrefix(turn, first+" ") {
				t.Fatalf("%s: turn %d that begins with %q is %q", p, i, typed, turn)
			}
		}
	}
}

// The last words of a prefix may be the beginning of a step.
func TestTurnsThatBeginWithAPlace(t *testing.T) {
	for _, id := range []string{"hnefatafl", "hanniball"} {
		r, _ := rules.Find(catalog.All(), id)
		p, err := r.Start("")
		if err != nil {
			t.Fatal(err)
		}
		options, err := p.Next("")
		if err != nil {
			t.Fatal(err)
		}
		place := options.Steps[0].Places[0]
		for _, begun := range []string{place, place + " -"} {
			turns, _ := listTurns(t, p, begun, "", 1)
			if turns[0] != options.Steps[0].Text {
				t.Errorf("%s: the first turn that begins with %q is %q, not %q", id, begun, turns[0], options.Steps[0].Text)
			}
			if got := rules.Complete(p.Next, begun, options); got != "" {
				t.Errorf("%s: %q is taken for the step %q", id, begun, got)
			}
		}
	}
}

func TestTurnsOfABadPrefix(t *testing.T) {
	r, _ := rules.Find(catalog.All(), "hnefatafl")
	p, err := r.Start("")
	if err != nil {
		t.Fatal(err)
	}
	if _, _, _, err := rules.Turns(p, "zz", "", 10); err == nil {
		t.Error("turns begin with zz")
	}
	for _, after := range []string{"zz", "a1-a2", "d1", "D1-D4"} {
		if turns, _, known, err := rules.Turns(p, "", after, 10); known || len(turns) > 0 || err != nil {
			t.Errorf("%d turns are listed after %q: %v, %v", len(turns), after, known, err)
		}
	}
}

func listTurns(t *testing.T, p rules.Position, prefix, after string, limit int) (turns []string, more bool) {
	t.Helper()
	turns, more, known, err := rules.Turns(p, prefix, after, limit)
	if err != nil || !known || len(turns) > limit {
		t.Fatalf("%s: turns with %q after %q: %d, %v, %v", p, prefix, after, len(turns), known, err)
	}
	return turns, more
}

func playedOn(t *testing.T, p rules.Position, rnd *rand.Rand) rules.Position {
	t.Helper()
	played, err := p.Play(rulestest.RandomTurn(t, p, rnd))
	if err != nil {
		t.Fatal(err)
	}
	return played.Next
}

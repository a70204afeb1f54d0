package rulestest

import (
	"math/rand/v2"
	"strings"
	"testing"

	"turnpost/rules"
	"turnpost/rules/phrase"
)

// checkPlayouts plays random games with fixed seeds, each to its end or MaxTurns.
func checkPlayouts(t testing.TB, s Suite) {
	info := s.Ruleset.Info(phrase.English)
	games := *playouts
	if testing.Short() {
		games = max(games/30, len(info.Variants))
	}
	for n := range games {
		rnd := rand.New(rand.NewPCG(uint64(n), 7))
		playout(t, s, info.Variants[n%len(info.Variants)].ID, rnd)
	}
}

func playout(t testing.TB, s Suite, variant string, rnd *rand.Rand) {
	t.Helper()
	var history rules.History
	p := start(t, s.Ruleset, variant, "")
	result := history.Reach(p)
	for n := 0; n < s.MaxTurns && !result.Over(); n++ {
		if rnd.IntN(40) == 0 {
			checkSteps(t, s, p, rnd)
		}
		turn := RandomTurn(t, p, rnd)
		played, err := p.Play(turn)
		if err != nil {
			t.Fatalf("%s: listed turn %q is refused: %v", p, turn, err)
		}
		if played.Turn != turn {
			t.Fatalf("%s: the listed steps %q are played as %q", p, turn, played.Turn)
		}
		checkTurn(t, s.Ruleset, variant, p, played)
		p = played.Next
		result = history.Reach(p)
	}
	checkResult(t, s.Ruleset.Info(phrase.English), p, result)
}

// checkTurn checks the invariants of every turn.
func checkTurn(t testing.TB, r rules.Ruleset, variant string, before rules.Position, played rules.Played) {
	t.Helper()
	after := played.Next
	again := parse(t, r, variant, after.String())
	if again.String() != after.String() || again.Key() != after.Key() ||
		again.ToMove() != after.ToMove() || again.Result() != after.Result() {
		t.Fatalf("%s: parsed again: %s", after, again)
	}
	replayed, err := before.Play(played.Turn)
	if err != nil || replayed.Next.String() != after.String() || replayed.Turn != played.Turn {
		t.Fatalf("%s: canonical %q: %v, %v", before, played.Turn, replayed, err)
	}
	if len(played.Events) == 0 {
		t.Fatalf("%s: %q has no events", before, played.Turn)
	}
	said := r.Describe(phrase.English, played.Events, [2]string{"Ann", "Bob"})
	if !strings.HasSuffix(said, ".") || strings.ContainsAny(said, "{}[]") || strings.Contains(said, "  ") {
		t.Fatalf("%s: %q is described as %q", before, played.Turn, said)
	}
	checkDiagram(t, after.Diagram(phrase.English).Mark(played.Events))
	if after.Result().Over() {
		_, err := after.Play(played.Turn)
		if code, _, _ := Refusal(r, err); code != rules.CodeGameOver {
			t.Fatalf("%s is over and answers %q with %v", after, played.Turn, err)
		}
		if options, err := after.Next(""); err == nil {
			t.Fatalf("%s is over and lists %v", after, options.Steps)
		}
	}
}

// checkDiagram checks that every named place is on the board.
func checkDiagram(t testing.TB, d rules.Diagram) {
	t.Helper()
	for i, b := range d.Bowls {
		for _, other := range d.Bowls[:i] {
			if other.Name == b.Name {
				t.Fatalf("bowl %s occurs twice", b.Name)
			}
		}
	}
	if d.Files > rules.MaxFiles || d.Ranks > rules.MaxRanks {
		t.Fatalf("a board of %d files and %d ranks cannot be drawn: %d and %d are the most",
			d.Files, d.Ranks, rules.MaxFiles, rules.MaxRanks)
	}
	on := func(place string) bool {
		if d.Files == 0 {
			return places(d)(place)
		}
		s, ok := rules.ParseSquare(place)
		return ok && s.File < d.Files && s.Rank >= 0 && s.Rank < d.Ranks
	}
	var named []string
	held := map[string]bool{}
	for _, p := range d.Pieces {
		if held[p.Square] {
			t.Fatalf("two pieces on %s", p.Square)
		}
		held[p.Square] = true
		named = append(named, p.Square)
		if len(p.ASCII) != 1 || len([]rune(p.Unicode)) != 1 {
			t.Fatalf("piece on %s is not one column: %q %q", p.Square, p.ASCII, p.Unicode)
		}
	}
	for _, r := range d.Regions {
		named = append(named, r.Squares...)
	}
	if d.Ball != "" {
		named = append(named, d.Ball)
	}
	named = append(named, d.Marks.From...)
	named = append(named, d.Marks.To...)
	named = append(named, d.Marks.Captured...)
	for _, arrow := range d.Marks.Arrows {
		named = append(named, arrow.Way...)
	}
	for _, place := range named {
		if !on(place) {
			t.Fatalf("the diagram names %q, which is not on the board", place)
		}
	}
}

func checkResult(t testing.TB, info rules.Info, p rules.Position, result rules.Result) {
	t.Helper()
	if !result.Over() {
		return
	}
	known := result.Reason == rules.ReasonRepetition && p.Key() != ""
	for _, r := range info.Reasons {
		known = known || r.Code == result.Reason
	}
	if !known {
		t.Fatalf("%s: ended for %q, which Info.Reasons does not list", p, result.Reason)
	}
}

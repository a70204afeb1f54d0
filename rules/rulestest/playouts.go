package rulestest

import (
	"math/rand/v2"
	"strings"
	"testing"

	"turnpost/rules"
)

// checkPlayouts plays random games with fixed seeds, each to its end or MaxTurns.
func checkPlayouts(t *testing.T, s Suite) {
	info := s.Ruleset.Info()
	for n := range *playouts {
		rnd := rand.New(rand.NewPCG(uint64(n), 7))
		playout(t, s, info.Variants[n%len(info.Variants)].ID, rnd)
	}
}

func playout(t *testing.T, s Suite, variant string, rnd *rand.Rand) {
	t.Helper()
	var history rules.History
	p := start(t, s.Ruleset, variant, "")
	result := history.Reach(p)
	for n := 0; n < s.MaxTurns && !result.Over(); n++ {
		if rnd.IntN(40) == 0 {
			checkListed(t, p)
			checkRefusals(t, p, rnd)
		}
		turn := RandomTurn(t, p, rnd)
		played, err := p.Play(turn)
		if err != nil {
			t.Fatalf("%s: listed turn %q is refused: %v", p, turn, err)
		}
		checkTurn(t, s.Ruleset, variant, p, played)
		p = played.Next
		result = history.Reach(p)
	}
	checkResult(t, s.Ruleset.Info(), p, result)
}

// checkListed wants every listed step to be accepted, as a turn or as its
// beginning, and listed once.
func checkListed(t *testing.T, p rules.Position) {
	t.Helper()
	options, err := p.Next("")
	if err != nil {
		t.Fatalf("%s: Next: %v", p, err)
	}
	if options.MayEnd {
		t.Fatalf("%s: the empty turn may end", p)
	}
	listed := map[string]bool{}
	for _, step := range options.Steps {
		if listed[step] {
			t.Fatalf("%s: %q is listed twice", p, step)
		}
		listed[step] = true
		after, err := p.Next(step)
		if err != nil {
			t.Fatalf("%s: Next(%q): %v", p, step, err)
		}
		_, err = p.Play(step)
		if (err == nil) != after.MayEnd {
			t.Fatalf("%s: %q may end: %v; Play: %v", p, step, after.MayEnd, err)
		}
	}
}

// checkRefusals plays damaged turns: refused with a known error or legal, never
// a panic, never a change.
func checkRefusals(t *testing.T, p rules.Position, rnd *rand.Rand) {
	t.Helper()
	const letters = "abcdefghijklmnopKMLEHpeo0123456789-~/x, "
	before := p.String()
	for range 20 {
		turn := []byte(RandomTurn(t, p, rnd))
		at := rnd.IntN(len(turn))
		turn[at] = letters[rnd.IntN(len(letters))]
		_, err := p.Play(string(turn))
		if _, _, ok := rules.Refusal(err); err != nil && !ok {
			t.Fatalf("%s: %q: an error of another type: %v", before, turn, err)
		}
	}
	if p.String() != before {
		t.Fatalf("%s: changed to %s", before, p)
	}
}

// checkTurn wants what holds after every turn.
func checkTurn(t testing.TB, r rules.Ruleset, variant string, before rules.Position, played rules.Played) {
	t.Helper()
	after := played.Next
	again := parse(t, r, variant, after.String())
	if again.String() != after.String() || again.Key() != after.Key() || again.ToMove() != after.ToMove() || again.Result() != after.Result() {
		t.Fatalf("%s: parsed again: %s", after, again)
	}
	if again, err := before.Play(played.Turn); err != nil || again.Next.String() != after.String() || again.Turn != played.Turn {
		t.Fatalf("%s: canonical %q: %v, %v", before, played.Turn, again, err)
	}
	if len(played.Events) == 0 {
		t.Fatalf("%s: %q has no events", before, played.Turn)
	}
	told := r.Tell(variant, played.Events, [2]string{"Ann", "Bob"})
	if !strings.HasSuffix(told, ".") || strings.Contains(told, "%!") || strings.Contains(told, "  ") {
		t.Fatalf("%s: %q is told as %q", before, played.Turn, told)
	}
	checkDiagram(t, after.Diagram().Mark(played.Events))
	if after.Result().Over() {
		for _, turn := range []string{played.Turn, "a1-a2", "p1"} {
			_, err := after.Play(turn)
			if code, _, _ := rules.Refusal(err); code != rules.CodeGameOver && code != rules.CodeSyntax {
				t.Fatalf("%s is over and answers %q with %v", after, turn, err)
			}
		}
		if options, err := after.Next(""); err == nil {
			t.Fatalf("%s is over and lists %v", after, options.Steps)
		}
	}
}

// checkDiagram wants every place that is named to be on the board.
func checkDiagram(t testing.TB, d rules.Diagram) {
	t.Helper()
	bowls := map[string]bool{}
	for _, b := range d.Bowls {
		if bowls[b.Name] {
			t.Fatalf("bowl %s stands twice", b.Name)
		}
		bowls[b.Name] = true
	}
	on := func(place string) bool {
		if d.Files == 0 {
			return bowls[place]
		}
		s, ok := rules.ParseSquare(place)
		return ok && s.File < d.Files && s.Rank >= 0 && s.Rank < d.Ranks
	}
	var places []string
	held := map[string]bool{}
	for _, p := range d.Pieces {
		if held[p.Square] {
			t.Fatalf("two pieces on %s", p.Square)
		}
		held[p.Square] = true
		places = append(places, p.Square)
		if len(p.ASCII) != 1 || len([]rune(p.Unicode)) != 1 {
			t.Fatalf("piece on %s is not one column: %q %q", p.Square, p.ASCII, p.Unicode)
		}
	}
	for _, r := range d.Regions {
		places = append(places, r.Squares...)
	}
	if d.Ball != "" {
		places = append(places, d.Ball)
	}
	places = append(places, d.Marks.From...)
	places = append(places, d.Marks.To...)
	places = append(places, d.Marks.Captured...)
	for _, way := range d.Marks.Ways {
		places = append(places, way...)
	}
	for _, place := range places {
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

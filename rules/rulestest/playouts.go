package rulestest

import (
	"math/rand/v2"
	"reflect"
	"strings"
	"sync"
	"testing"

	"turnpost/rules"
	"turnpost/rules/phrase"
	"turnpost/rules/rulestest/sample"
)

// checkPlayouts plays random games with fixed seeds, each to its end or MaxTurns.
func checkPlayouts(t testing.TB, s Suite) {
	info := s.Ruleset.Info(phrase.English)
	games := *playouts
	if sample.Short() {
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
	stood := map[string]rules.Position{}
	for n := 0; n < s.MaxTurns && !result.Over(); n++ {
		checkKey(t, stood, p)
		if sample.Raced && n%10 == 0 {
			share(parse(t, s.Ruleset, variant, p.String()))
		}
		if rnd.IntN(40) == 0 {
			share(parse(t, s.Ruleset, variant, p.String()))
			checkSteps(t, s, p, rnd)
			checkDamaged(t, s.Ruleset, variant, p, rnd)
		}
		turn := RandomTurn(t, p, rnd)
		played, err := p.Play(turn)
		if err != nil {
			t.Fatalf("on\n%s\nlisted turn %q is refused: %v", drawn(p), turn, err)
		}
		if played.Turn != turn {
			t.Fatalf("on\n%s\nthe listed steps %q are played as %q", drawn(p), turn, played.Turn)
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
		t.Fatalf("on\n%s\nparsed again: %s", drawn(after), again)
	}
	replayed, err := before.Play(played.Turn)
	if err != nil || replayed.Next.String() != after.String() || replayed.Turn != played.Turn {
		t.Fatalf("on\n%s\ncanonical %q: %v, %v", drawn(before), played.Turn, replayed, err)
	}
	if len(played.Events) == 0 {
		t.Fatalf("on\n%s\n%q has no events", drawn(before), played.Turn)
	}
	said := r.Describe(phrase.English, played.Events, [2]string{"Ann", "Bob"})
	if !strings.HasSuffix(said, ".") || strings.ContainsAny(said, "{}[]") || strings.Contains(said, "  ") {
		t.Fatalf("on\n%s\n%q is described as %q", drawn(before), played.Turn, said)
	}
	checkDiagram(t, after.Diagram(phrase.English).Mark(played.Events))
	checkEnd(t, played)
	if after.Result().Over() {
		_, err := after.Play(played.Turn)
		if code, _, _ := Refusal(r, err); code != rules.CodeGameOver {
			t.Fatalf("on\n%s\nwhich is over, %q is answered with %v", drawn(after), played.Turn, err)
		}
		if options, err := after.Next(""); err == nil {
			t.Fatalf("on\n%s\nwhich is over, Next lists %v", drawn(after), options.Steps)
		}
	}
}

// checkEnd checks that an event of a turn that tells the end of the game tells the result.
func checkEnd(t testing.TB, played rules.Played) {
	t.Helper()
	result := played.Next.Result()
	for _, e := range played.Events {
		if said := (rules.Result{Reason: e.Reason, Winner: e.Seat}); e.Kind == rules.EventEnded && said != result {
			t.Fatalf("on\n%s\nthe result is %+v, the events say %+v", drawn(played.Next), result, said)
		}
	}
}

// checkKey checks that a position has the turns of an earlier one with its key.
func checkKey(t testing.TB, stood map[string]rules.Position, p rules.Position) {
	t.Helper()
	key := p.Key()
	earlier, again := stood[key]
	stood[key] = p
	if key == "" || !again {
		return
	}
	before, _ := earlier.Next("")
	now, _ := p.Next("")
	if earlier.ToMove() != p.ToMove() || !reflect.DeepEqual(before, now) {
		t.Fatalf("these have the same key %q and different turns:\n%s\n%s", key, drawn(earlier), drawn(p))
	}
}

// damagedTexts is the number of damaged position texts that are parsed.
const damagedTexts = 20

// checkDamaged checks the positions that the parser accepts among damaged texts of one.
func checkDamaged(t testing.TB, r rules.Ruleset, variant string, p rules.Position, rnd *rand.Rand) {
	t.Helper()
	for range damagedTexts {
		if other, err := r.Parse(variant, damage(p.String(), p.String()+" z9", rnd)); err == nil {
			checkParsed(t, r, variant, other)
		}
	}
}

// checkParsed checks a position that the parser accepts: it has one text, and a board.
func checkParsed(t testing.TB, r rules.Ruleset, variant string, p rules.Position) {
	t.Helper()
	if again := parse(t, r, variant, p.String()); again.String() != p.String() {
		t.Fatalf("the text of\n%s\nis parsed as\n%s", drawn(p), drawn(again))
	}
	checkDiagram(t, p.Diagram(phrase.English))
}

// share uses a new position in several goroutines at once, for the race detector.
func share(p rules.Position) {
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			if options, err := p.Next(""); err == nil && len(options.Steps) > 0 {
				_, _ = p.Play(options.Steps[0].Text)
			}
			_, _, _ = p.String(), p.Key(), p.Result()
			_ = p.Diagram(phrase.English)
		})
	}
	all.Wait()
}

// checkDiagram checks that every named place is on the board, and that the pieces in plain text can be told apart.
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
	held, looks := map[string]bool{}, map[string]rules.Piece{}
	for _, p := range d.Pieces {
		if held[p.Square] {
			t.Fatalf("two pieces on %s", p.Square)
		}
		held[p.Square] = true
		named = append(named, p.Square)
		for _, symbol := range []string{"ASCII " + p.ASCII, "Unicode " + p.Unicode} {
			other, known := looks[symbol]
			if known && (other.Seat != p.Seat || other.Kind != p.Kind) {
				t.Fatalf("the pieces on %s and %s look alike: %s", other.Square, p.Square, symbol)
			}
			looks[symbol] = p
		}
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
		t.Fatalf("on\n%s\nended for %q, which Info.Reasons does not list", drawn(p), result.Reason)
	}
}

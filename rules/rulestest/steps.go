package rulestest

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"turnpost/rules"
	"turnpost/rules/phrase"
	"turnpost/rules/rulestest/sample"
)

// checkSteps composes turns by clicks on the places that steps name. Each step must differ from the others by its
// places and kind, every step must lead to a turn, and exactly the playable turns can be composed.
func checkSteps(t testing.TB, s Suite, p rules.Position, rnd *rand.Rand) {
	t.Helper()
	on := places(p.Diagram(phrase.English))
	first := checkOptions(t, p, "", on)
	if first.MayEnd {
		t.Fatalf("on\n%s\nthe empty turn may end", drawn(p))
	}
	for _, step := range first.Steps {
		checkNotation(t, step)
		after := checkOptions(t, p, step.Text, on)
		_, err := p.Play(step.Text)
		if (err == nil) != after.MayEnd {
			t.Fatalf("on\n%s\n%q may end: %v; Play: %v", drawn(p), step.Text, after.MayEnd, err)
		}
	}
	if s.Counts == nil {
		checkTurnsPlay(t, p)
	}
	if count := s.Counts["perft"]; count != nil {
		if built, legal := len(legalTurns(p, "")), count(p, 1); uint64(built) != legal {
			t.Fatalf("on\n%s\nclicks lead to %d turns, %d are legal", drawn(p), built, legal)
		}
	}
	if count := s.Counts["steps"]; count != nil && count(p, 1) != uint64(len(first.Steps)) {
		t.Fatalf("on\n%s\n%d steps are listed, %d are legal", drawn(p), len(first.Steps), count(p, 1))
	}
	for range 10 { // there are too many turns of several steps to try all
		walk(t, p, rnd, on)
	}
}

// maxComposed is how many turns of a position are composed and played where a game has no counter: with two stones a
// turn, a board of 19×19 has 130,000.
const maxComposed = 2_000

// hasManyTurns reports whether there are too many turns in a position to compose all of them.
func hasManyTurns(p rules.Position) bool {
	_, more, _, err := rules.Turns(p, "", "", maxComposed)
	return err == nil && more
}

// checkTurnsPlay plays the turns that can be composed in a position, up to a limit, and in a short run one of ten.
func checkTurnsPlay(t testing.TB, p rules.Position) {
	t.Helper()
	turns, _, _, err := rules.Turns(p, "", "", maxComposed)
	if err != nil {
		t.Fatalf("on\n%s\n%v", drawn(p), err)
	}
	for _, turn := range sample.Every(10, turns) {
		if _, err := p.Play(turn); err != nil {
			t.Fatalf("on\n%s\nclicks lead to %q, which is refused: %v", drawn(p), turn, err)
		}
	}
}

// walk composes one turn by clicks.
func walk(t testing.TB, p rules.Position, rnd *rand.Rand, on func(place string) bool) {
	t.Helper()
	turn := ""
	for {
		options := checkOptions(t, p, turn, on)
		if turn != "" {
			if _, err := p.Play(turn); (err == nil) != options.MayEnd {
				t.Fatalf("on\n%s\n%q may end: %v; Play: %v", drawn(p), turn, options.MayEnd, err)
			}
		}
		if len(options.Steps) == 0 {
			return
		}
		step := click(t, p, options.Steps, options.Steps[rnd.IntN(len(options.Steps))])
		checkNotation(t, step)
		turn = strings.TrimSpace(turn + " " + step.Text)
	}
}

// click finds a step in the way of a user who clicks its places one by one and then, if several steps remain, chooses
// a kind.
func click(t testing.TB, p rules.Position, steps []rules.Step, wanted rules.Step) rules.Step {
	t.Helper()
	left := steps
	for n, place := range wanted.Places {
		var kept []rules.Step
		for _, step := range left {
			if n < len(step.Places) && step.Places[n] == place {
				kept = append(kept, step)
			}
		}
		left = kept
	}
	var found []rules.Step
	for _, step := range left {
		if len(step.Places) == len(wanted.Places) && step.Kind == wanted.Kind {
			found = append(found, step)
		}
	}
	if len(found) != 1 || found[0].Text != wanted.Text {
		t.Fatalf("on\n%s\nclicks on %v for %s lead to %v, not to %q alone", drawn(p), wanted.Places, wanted.Kind, found,
			wanted.Text)
	}
	return found[0]
}

// kindsOnPlaces lists the shared kinds of steps. All of them touch places; only a game's own kind may be a pass.
var kindsOnPlaces = []string{
	rules.StepMove, rules.StepCarry, rules.StepLeave, rules.StepShoot, rules.StepKick, rules.StepPlace, rules.StepEmpty,
}

// checkOptions checks that a prefix of a legal turn has continuations, and that their steps are distinct and touch
// places of the board.
func checkOptions(t testing.TB, p rules.Position, begun string, on func(place string) bool) rules.Options {
	t.Helper()
	options, err := p.Next(begun)
	if err != nil {
		t.Fatalf("on\n%s\nNext(%q): %v", drawn(p), begun, err)
	}
	if again, _ := p.Next(begun); !reflect.DeepEqual(again, options) {
		t.Fatalf("on\n%s\nNext(%q) lists %v, then %v", drawn(p), begun, options.Texts(), again.Texts())
	}
	if !options.MayEnd && len(options.Steps) == 0 {
		t.Fatalf("on\n%s\n%q has no continuation but is accepted", drawn(p), begun)
	}
	if options.Steps == nil {
		t.Fatalf("on\n%s\nNext(%q) lists nil", drawn(p), begun)
	}
	texts, clicks := map[string]bool{}, map[string]bool{}
	for _, step := range options.Steps {
		if texts[step.Text] {
			t.Fatalf("on\n%s\n%q is listed twice after %q", drawn(p), step.Text, begun)
		}
		way := fmt.Sprint(step.Kind, step.Places)
		if clicks[way] {
			t.Fatalf("on\n%s\ntwo steps after %q are %s", drawn(p), begun, way)
		}
		texts[step.Text], clicks[way] = true, true
		if step.Places == nil || step.Kind == "" {
			t.Fatalf("on\n%s\n%+v has nil places or no kind", drawn(p), step)
		}
		if len(step.Places) == 0 && slices.Contains(kindsOnPlaces, step.Kind) {
			t.Fatalf("on\n%s\n%+v touches no place", drawn(p), step)
		}
		for _, place := range step.Places {
			if !on(place) {
				t.Fatalf("on\n%s\n%q touches %q, which is not on the board", drawn(p), step.Text, place)
			}
		}
	}
	return options
}

// written matches the characters of a step: none that a URL, a shell or a mail would have to escape.
var written = regexp.MustCompile(`^[A-Za-z0-9~/-]+$`)

// checkNotation checks that a step is one word and not a command of a reply.
func checkNotation(t testing.TB, step rules.Step) {
	t.Helper()
	if !written.MatchString(step.Text) {
		t.Fatalf("%q: a step is one word of letters, digits and the signs - ~ /", step.Text)
	}
	if command := rules.CommandOf(step.Text); command != "" {
		t.Fatalf("the step %q is taken for the command %s", step.Text, command)
	}
}

// places returns a function that reports whether a diagram has a place with a name.
func places(d rules.Diagram) func(name string) bool {
	void := map[string]bool{}
	for _, region := range d.Regions {
		for _, square := range region.Squares {
			void[square] = void[square] || region.Kind == rules.RegionVoid
		}
	}
	bowls := map[string]bool{}
	for _, b := range d.Bowls {
		bowls[b.Name] = true
	}
	return func(name string) bool {
		if d.Files == 0 {
			return bowls[name]
		}
		s, ok := rules.ParseSquare(name)
		return ok && s.File < d.Files && s.Rank >= 0 && s.Rank < d.Ranks && !void[name]
	}
}

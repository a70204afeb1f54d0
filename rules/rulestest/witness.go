package rulestest

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"turnpost/rules"
	"turnpost/rules/phrase"
	"turnpost/rules/rulestest/sample"
)

// witness has the turns of a variant by which the checks compare what a game says with what it shows.
type witness struct {
	r       rules.Ruleset
	suite   Suite
	variant string
	setup   rules.Position
	turns   []turnCase
	ends    []ending
}

// ending is how a game ended.
type ending struct {
	turnCase
	result   rules.Result
	recorded bool
}

// The random games of each variant that are compared, and the turns of each recorded game.
const (
	witnessGames = 12
	witnessTurns = 120
)

// newWitness plays the recorded games of a variant and random ones; a short run plays fewer.
func newWitness(t testing.TB, s Suite, variant string) *witness {
	t.Helper()
	r := s.Ruleset
	w := &witness{r: r, suite: s, variant: variant, setup: start(t, r, variant, "")}
	id := r.Info(phrase.English).ID
	for _, g := range Games(t, id, variant) {
		w.record(t, fmt.Sprintf("%s (game %s%s)", g.from, g.Seed, g.Name), g)
	}
	for n := range sample.Count(witnessGames, 3) {
		rnd := rand.New(rand.NewPCG(uint64(n), 31))
		w.play(t, fmt.Sprintf("random game %d of %s", n, variant), w.setup, s.MaxTurns, func(p rules.Position, _ int) string {
			return RandomTurn(t, p, rnd)
		})
	}
	w.turns = sampleTurns(w.turns, sample.Count(600, 50))
	for _, end := range w.ends[:min(sample.Count(40, 10), len(w.ends))] {
		w.turns = append(w.turns, end.turnCase)
	}
	for _, e := range r.Info(phrase.English).Examples { // they show what is rare
		if worked, err := e.Work(r, phrase.English); err == nil && worked.Legal() && worked.Variant.ID == variant {
			w.turns = append(w.turns, turnCase{"example " + e.Key, worked.Before, worked.Played})
		}
	}
	return w
}

// record plays a recorded game. Of a long one, its last turns are kept.
func (w *witness) record(t testing.TB, from string, g Game) {
	t.Helper()
	before := len(w.turns)
	w.play(t, from, start(t, w.r, g.Variant, g.Start), len(g.Turns), func(_ rules.Position, n int) string {
		return g.Turns[n].Canonical
	})
	w.turns = slices.Delete(w.turns, before, max(before, len(w.turns)-sample.Count(witnessTurns, 15)))
	if len(w.ends) > 0 && w.ends[len(w.ends)-1].from != "" {
		w.ends[len(w.ends)-1].recorded = true
	}
}

// play adds the turns of a game and its end, if it has one.
func (w *witness) play(t testing.TB, from string, p rules.Position, turns int,
	next func(p rules.Position, n int) string,
) {
	t.Helper()
	var history rules.History
	result := history.Reach(p)
	for n := 0; n < turns && !result.Over(); n++ {
		turn := next(p, n)
		played, err := p.Play(turn)
		if err != nil {
			t.Fatalf("%s, turn %d: %q is refused on\n%s\n%v", from, n+1, turn, drawn(p), err)
		}
		c := turnCase{fmt.Sprintf("%s, turn %d", from, n+1), p, played}
		w.turns = append(w.turns, c)
		p = played.Next
		if result = history.Reach(p); result.Over() {
			w.ends = append(w.ends, ending{turnCase: c, result: result})
		}
	}
}

// maxOthers limits the turns of one position that are tried beside those of the games.
const maxOthers = 100

// others returns turns that no game has: in some positions of the games, one turn for each first step. What goes
// wrong on one square alone, or in one direction, seldom happens in a game.
func (w *witness) others(t testing.TB) (list []turnCase) {
	t.Helper()
	for n, c := range sampleTurns(w.turns, sample.Count(60, 6)) {
		options, err := c.before.Next("")
		if err != nil {
			continue
		}
		rnd := rand.New(rand.NewPCG(uint64(n), 43))
		for _, step := range sample.Every(3, head(options.Steps, maxOthers)) {
			turn := randomTurn(t, c.before, step.Text, rnd)
			played, err := c.before.Play(turn)
			if err != nil {
				t.Fatalf("%s, before it: the listed turn %q is refused on\n%s\n%v", c.from, turn, drawn(c.before), err)
			}
			list = append(list, turnCase{"another turn than in " + c.from, c.before, played})
		}
	}
	return list
}

// checkWitness compares, in each variant, what positions, diagrams, events and sentences say with each other; in a
// short run, in every second.
func checkWitness(t *testing.T, s Suite) {
	var all []*witness
	for _, v := range s.Ruleset.Info(phrase.English).Variants {
		all = append(all, newWitness(t, s, v.ID))
	}
	each := func(name string, check func(t testing.TB, w *witness)) {
		t.Run(name, func(t *testing.T) {
			for _, w := range sample.Every(2, all) {
				check(t, w)
			}
		})
	}
	each("Events", checkEvents)
	each("Pictures", checkPictures)
	each("Sentences", checkSentences)
	each("Keys", checkKeys)
	each("Symmetry", checkSymmetry)
	t.Run("Kinds", func(t *testing.T) { checkKinds(t, s.Ruleset) })
	t.Run("Notation", func(t *testing.T) {
		checkWritten(t, all)
		for _, w := range all {
			checkRestIsRead(t, w)
		}
	})
	t.Run("Ends", func(t *testing.T) { checkEnds(t, all) })
	if s.Ruleset.House() != nil {
		each("Thoughts", checkThoughts)
	}
}

// maxFaults is how many faults of one kind are reported: they tend to have one cause.
const maxFaults = 3

// faults reports the faults that a function finds in the turns, up to maxFaults.
func (w *witness) faults(t testing.TB, find func(c turnCase) (said, want string)) {
	t.Helper()
	faultsIn(t, w.turns, find)
}

func faultsIn(t testing.TB, turns []turnCase, find func(c turnCase) (said, want string)) {
	t.Helper()
	found := 0
	for _, c := range turns {
		if said, want := find(c); want != "" {
			c.fault(t, said, want)
			if found++; found == maxFaults {
				return
			}
		}
	}
}

// checkEvents compares the events of every turn with the boards before and after it, and the steps with the board.
func checkEvents(t testing.TB, w *witness) {
	t.Helper()
	setup := sceneOf(w.setup)
	w.faults(t, func(c turnCase) (string, string) { return c.eventFault(setup) })
	w.faults(t, turnCase.moveFault)
	faultsIn(t, w.others(t), func(c turnCase) (string, string) { return c.eventFault(setup) })
	for n, c := range w.turns {
		if n%5 > 0 && n > 20 {
			continue
		}
		options, err := c.before.Next("")
		if err != nil {
			t.Fatalf("%s: Next lists nothing on\n%s\n%v", c.from, drawn(c.before), err)
		}
		for _, step := range options.Steps {
			if said, want := stepFault(c.before, step); want != "" {
				t.Fatalf("%s, before it:\n%s\nsaid: %s\nwant: %s", c.from, drawn(c.before), said, want)
			}
		}
	}
}

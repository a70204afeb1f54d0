package rulestest

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"turnpost/rules"
	"turnpost/rules/phrase"
	"turnpost/rules/rulestest/sample"
)

// reach detects turns that Play accepts and Next does not list. It caches the steps that Next lists in one position.
type reach struct {
	at     rules.Position
	listed map[string]map[string]bool // by prefix
}

func reachFrom(p rules.Position) *reach { return &reach{at: p, listed: map[string]map[string]bool{}} }

func (r *reach) after(begun string) map[string]bool {
	if steps, known := r.listed[begun]; known {
		return steps
	}
	steps := map[string]bool{}
	if options, err := r.at.Next(begun); err == nil {
		for _, step := range options.Steps {
			steps[step.Text] = true
		}
	}
	r.listed[begun] = steps
	return steps
}

// missing returns the first step of a canonical turn that Next does not list, or "".
func (r *reach) missing(turn string) string {
	begun := ""
	for _, step := range strings.Split(turn, " ") {
		if !r.after(begun)[step] {
			return step
		}
		begun = strings.TrimPrefix(begun+" "+step, " ")
	}
	return ""
}

// want fails if an accepted turn cannot be composed of the steps that Next lists.
func (r *reach) want(t testing.TB, typed string, played rules.Played) {
	t.Helper()
	if step := r.missing(played.Turn); step != "" {
		t.Fatalf("on\n%s\nPlay takes %q as %q; Next does not list %q", drawn(r.at), typed, played.Turn, step)
	}
}

// word matches a part of a turn between signs and spaces: a square, a bowl, a name.
var word = regexp.MustCompile(`[A-Za-z0-9]+`)

// vocabulary holds the words seen in turns of a variant, and the names of its places.
type vocabulary struct {
	words []string // in order of first occurrence, each with its translations
	known map[string]bool
	steps []string // the latest listed steps
}

// maxLatest limits the steps of other positions that are tried.
const maxLatest = 64

func newVocabulary(d rules.Diagram) *vocabulary {
	v := &vocabulary{known: map[string]bool{}}
	for file := range d.Files {
		for rank := range d.Ranks {
			v.add(rules.Square{File: file, Rank: rank}.String())
		}
	}
	for _, b := range d.Bowls {
		v.add(b.Name)
	}
	return v
}

func (v *vocabulary) add(text string) {
	for _, w := range word.FindAllString(text, -1) {
		if !v.known[w] {
			v.known[w] = true
			v.words = append(v.words, w)
			v.words = append(v.words, slices.Sorted(maps.Keys(rules.ArgumentWords("turn_"+w)))...)
		}
	}
}

// learn adds the steps of a position.
func (v *vocabulary) learn(steps []rules.Step, rnd *rand.Rand) {
	for _, step := range steps {
		v.add(step.Text)
	}
	for range min(4, len(steps)) {
		v.steps = append(v.steps, steps[rnd.IntN(len(steps))].Text)
	}
	v.steps = v.steps[max(0, len(v.steps)-maxLatest):]
}

// otherTurns calls try with variations of a legal turn: one or two of its words replaced; steps omitted, duplicated,
// swapped, or taken from other positions.
func (v *vocabulary) otherTurns(turn string, rnd *rand.Rand, try func(turn string)) {
	at := word.FindAllStringIndex(turn, -1)
	for _, span := range at {
		for _, w := range v.words {
			try(turn[:span[0]] + w + turn[span[1]:])
		}
	}
	other := func() string { return v.words[rnd.IntN(len(v.words))] }
	for range len(v.words) {
		try(word.ReplaceAllStringFunc(turn, func(string) string { return other() }))
	}
	steps := strings.Split(turn, " ")
	for i, step := range steps {
		try(strings.Join(slices.Delete(slices.Clone(steps), i, i+1), " "))
		try(strings.Join(slices.Insert(slices.Clone(steps), i, step), " "))
		swapped := slices.Clone(steps)
		swapped[0], swapped[i] = swapped[i], swapped[0]
		try(strings.Join(swapped, " "))
		try(turn + " " + backwards(step))
	}
	for _, step := range v.steps {
		try(step)
		try(turn + " " + step)
		try(step + " " + turn)
		for _, sign := range []string{"-", "~", "/"} { // the same places with a different kind of step
			try(strings.NewReplacer("-", sign, "~", sign, "/", sign).Replace(step))
		}
	}
	try(turn + " " + turn)
}

// checkIgnored plays a turn with one or two steps after it, which must not be ignored.
func (v *vocabulary) checkIgnored(t testing.TB, p rules.Position, turn string) {
	t.Helper()
	legal, err := p.Play(turn)
	if err != nil {
		return
	}
	for _, step := range v.steps {
		for _, typed := range []string{legal.Turn + " " + step, legal.Turn + " " + step + " " + step} {
			if played, err := p.Play(typed); err == nil && played.Turn == legal.Turn {
				t.Fatalf("on\n%s\nPlay takes %q as %q and ignores the rest", drawn(p), typed, played.Turn)
			}
		}
	}
}

// checkRestIsRead plays the turns of the games, those of several steps above all, with one of their steps again after
// them. Either that is refused, or another turn.
func checkRestIsRead(t testing.TB, w *witness) {
	t.Helper()
	var long []turnCase
	for _, c := range w.turns {
		if strings.Contains(c.played.Turn, " ") {
			long = append(long, c)
		}
	}
	for _, c := range append(sampleTurns(long, sample.Count(100, 4)), sampleTurns(w.turns, sample.Count(100, 4))...) {
		steps := strings.Split(c.played.Turn, " ")
		for _, step := range []string{steps[0], steps[len(steps)-1]} {
			typed := c.played.Turn + " " + step
			if played, err := c.before.Play(typed); err == nil && played.Turn == c.played.Turn {
				c.fault(t, fmt.Sprintf("Play takes %q as %q too", typed, played.Turn), "a refusal, or a turn with all its steps")
				return
			}
		}
	}
}

// backwards returns a step with its words reversed.
func backwards(step string) string {
	words := word.FindAllString(step, -1)
	slices.Reverse(words)
	n := -1
	return word.ReplaceAllStringFunc(step, func(string) string {
		n++
		return words[n]
	})
}

// The number of variations tried for each variant, in addition to its refused turns.
const (
	unlistedGames = 5
	unlistedEvery = 12 // turns of a game
)

// checkUnlisted plays variations of legal and of refused turns. Each must be refused, or be another text of a turn that
// Next lists.
func checkUnlisted(t testing.TB, s Suite) {
	t.Helper()
	info, games, each := s.Ruleset.Info(phrase.English), unlistedGames, 1
	if sample.Short() {
		games, each = 1, 40
	}
	for i, variant := range info.Variants {
		rnd := rand.New(rand.NewPCG(uint64(i), 11))
		v := newVocabulary(start(t, s.Ruleset, variant.ID, "").Diagram(phrase.English))
		for n, c := range Illegal(t, info.ID, variant.ID) {
			if n%each != 0 {
				continue
			}
			if p := parse(t, s.Ruleset, variant.ID, c.Position); !p.Result().Over() {
				v.check(t, s.Ruleset, p, rnd, c.Input, RandomTurn(t, p, rnd))
			}
		}
		for range games {
			p := start(t, s.Ruleset, variant.ID, "")
			for n := rnd.IntN(unlistedEvery); n < s.MaxTurns && !p.Result().Over(); n++ {
				turn := RandomTurn(t, p, rnd)
				if n%unlistedEvery == 0 {
					v.check(t, s.Ruleset, p, rnd, turn, RandomTurn(t, p, rnd), RandomTurn(t, p, rnd))
				}
				played, err := p.Play(turn)
				if err != nil {
					t.Fatalf("on\n%s\nlisted turn %q is refused: %v", drawn(p), turn, err)
				}
				p = played.Next
			}
		}
	}
}

// check plays variations of turns. The position must not change.
func (v *vocabulary) check(t testing.TB, r rules.Ruleset, p rules.Position, rnd *rand.Rand, turns ...string) {
	t.Helper()
	before, listed, plain := p.String(), reachFrom(p), rules.Unwrap(p)
	options, err := p.Next("")
	if err != nil {
		t.Fatalf("on\n%s\nNext of nothing: %v", drawn(p), err)
	}
	v.learn(options.Steps, rnd)
	tried := map[string]bool{}
	try := func(p rules.Position, turn string) {
		if tried[turn] {
			return
		}
		tried[turn] = true
		played, err := p.Play(turn)
		if err == nil {
			listed.want(t, turn, played)
		} else if _, _, ok := Refusal(r, err); !ok {
			t.Fatalf("%s: %q: an error of another type: %v", before, turn, err)
		}
	}
	for _, turn := range turns {
		v.checkIgnored(t, plain, turn)
		v.otherTurns(turn, rnd, func(turn string) { try(plain, turn) })
		for range 5 { // fewer, because these are slower: each is folded first, and its refusal lists options
			try(p, damaged(p, turn, rnd))
		}
	}
	if p.String() != before {
		t.Fatalf("%s: changed to %s", before, p)
	}
}

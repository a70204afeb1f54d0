package rulestest

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"turnpost/rules"
	"turnpost/rules/phrase"
)

// kinds tells which kinds of steps are listed as the first of a turn, and which are played.
type kinds struct {
	listed map[string]string // where, or how to come there
	played map[string]bool
}

func newKinds() kinds { return kinds{map[string]string{}, map[string]bool{}} }

// turn adds what may be played in a position and what is; where tells where the position is.
func (k kinds) turn(p rules.Position, turn, where string) {
	options, err := p.Next("")
	if err != nil {
		return
	}
	first, _, _ := strings.Cut(turn, " ")
	for _, step := range options.Steps {
		if k.listed[step.Kind] == "" {
			k.listed[step.Kind] = where
		}
		k.played[step.Kind] = k.played[step.Kind] || step.Text == first
	}
}

// missing lists the kinds that are listed and never played.
func (k kinds) missing() []string {
	return slices.DeleteFunc(slices.Sorted(maps.Keys(k.listed)), func(kind string) bool { return k.played[kind] })
}

// maxKindGames limits the recorded games of a variant in which the kinds of steps are looked for.
const maxKindGames = 30

// checkKinds checks that recorded games have a turn with each kind of step, so that a rare one, such as a swap, is not
// without any.
func checkKinds(t testing.TB, r rules.Ruleset) {
	t.Helper()
	info := r.Info(phrase.English)
	found := newKinds()
	for _, v := range info.Variants {
		games := Games(t, info.ID, v.ID)
		for _, g := range games[:min(len(games), maxKindGames)] {
			p := start(t, r, v.ID, g.Start)
			for _, turn := range g.Turns {
				found.turn(p, turn.Canonical, g.from+", on\n"+drawn(p))
				played, err := p.Play(turn.Canonical)
				if err != nil {
					break // Vectors tells it
				}
				p = played.Next
			}
		}
	}
	for _, kind := range found.missing() {
		t.Errorf("no turn of a recorded game begins with a step %q, which Next lists, such as in %s\n"+
			"add a game with one to testdata/%s-VARIANT.games.jsonl", kind, found.listed[kind], info.ID)
	}
}

// rare returns the beginnings of random games that end with a kind of step that no random game has played.
func (r *recorder) rare(games []Game) (more []Game) {
	found := newKinds()
	begun := map[string]Game{}
	for _, g := range games {
		p := start(r.t, r.s.Ruleset, r.variant, g.Start)
		for i, turn := range g.Turns {
			found.turn(p, turn.Canonical, g.Seed)
			for _, kind := range found.missing() {
				if _, known := begun[kind]; !known {
					begun[kind] = r.playKind(g, i, p, kind)
				}
			}
			played, err := p.Play(turn.Canonical)
			if err != nil {
				r.t.Fatalf("on\n%s\nlisted turn %q is refused: %v", drawn(p), turn.Canonical, err)
			}
			p = played.Next
		}
	}
	for _, kind := range found.missing() {
		if g := begun[kind]; len(g.Turns) > 0 {
			more = append(more, g)
		}
	}
	return more
}

// playKind returns a game up to a turn, with a step of a kind played instead of it, if that is a turn; else an empty
// one.
func (r *recorder) playKind(g Game, turns int, p rules.Position, kind string) Game {
	options, _ := p.Next("")
	for _, step := range options.Steps {
		if step.Kind != kind {
			continue
		}
		if _, err := p.Play(step.Text); err == nil {
			rare := Game{Game: g.Game, Variant: g.Variant, Name: kind, Start: g.Start}
			rare.Turns = append(slices.Clone(g.Turns[:turns]), Turn{Input: step.Text})
			r.replay(&rare)
			return rare
		}
	}
	return Game{}
}

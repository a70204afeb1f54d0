package programtest

import (
	"math/rand/v2"
	"slices"
	"testing"

	"turnpost/rules"
	"turnpost/rules/catalog"
	"turnpost/rules/phrase"
	"turnpost/rules/rulestest"
)

// Line holds turns from the start of a ruleset, none of which ends the game.
type Line struct {
	Ruleset, Variant string
	Turns            []string
	Seats            []int // the seat that plays each turn
}

// ShortLines returns at most 60 turns of a recorded game of every ruleset.
func ShortLines(t *testing.T) (lines []Line) {
	t.Helper()
	for _, r := range catalog.All() {
		info := r.Info(phrase.English)
		line := Line{Ruleset: info.ID, Variant: info.Variants[0].ID}
		for _, g := range rulestest.Games(t, line.Ruleset, line.Variant) {
			if g.Start != "" || len(g.Turns) <= len(line.Turns) {
				continue
			}
			line.Turns = nil
			for _, turn := range g.Turns[:min(60, len(g.Turns)-1)] { // the last turn may end the game
				line.Turns = append(line.Turns, turn.Canonical)
			}
		}
		if len(line.Turns) == 0 {
			t.Fatalf("no game of %s is recorded", line.Ruleset)
		}
		p, err := r.Start(line.Variant)
		for _, turn := range line.Turns {
			if err != nil {
				t.Fatal(err)
			}
			line.Seats = append(line.Seats, int(p.ToMove()))
			var played rules.Played
			played, err = p.Play(turn)
			p = played.Next
		}
		lines = append(lines, line)
	}
	return lines
}

// LongLine returns a long game of random turns that nobody wins.
func LongLine(t *testing.T, plies int) Line {
	t.Helper()
	all := catalog.All()
	r := all[slices.IndexFunc(all, func(r rules.Ruleset) bool { return r.Info(phrase.English).ID == "hnefatafl" })]
	return randomLine(t, r, "11x11", plies)
}

// randomLine returns a game of a variant with random turns that nobody wins and in which no position repeats. It is
// shorter than asked for if 50 such games are.
func randomLine(t *testing.T, r rules.Ruleset, variant string, plies int) (longest Line) {
	t.Helper()
	for seed := uint64(1); seed <= 50 && len(longest.Turns) < plies; seed++ {
		rnd := rand.New(rand.NewPCG(seed, 12))
		p, err := r.Start(variant)
		if err != nil {
			t.Fatal(err)
		}
		line := Line{Ruleset: r.Info(phrase.English).ID, Variant: variant}
		seen, tries := map[string]bool{p.Key(): true}, 0
		for len(line.Turns) < plies && tries < 100 {
			played, err := p.Play(rulestest.RandomTurn(t, p, rnd))
			if err != nil {
				t.Fatal(err)
			}
			key := played.Next.Key()
			if tries++; played.Next.Result().Over() || key != "" && seen[key] {
				continue
			}
			line.Seats = append(line.Seats, int(p.ToMove()))
			p, tries, seen[key] = played.Next, 0, true
			line.Turns = append(line.Turns, played.Turn)
		}
		if len(line.Turns) > len(longest.Turns) {
			longest = line
		}
	}
	return longest
}

package main

import (
	"math/rand/v2"
	"slices"
	"testing"

	_ "github.com/jackc/pgx/v5/stdlib"

	"turnpost/rules"
	"turnpost/rules/catalog"
	"turnpost/rules/phrase"
	"turnpost/rules/rulestest"
)

// benchLine holds turns from the start of a ruleset, none of which ends the game.
type benchLine struct {
	ruleset, variant string
	turns            []string
	seats            []int // the seat that plays each turn
}

// shortLines returns at most 60 turns of a recorded game of every ruleset.
func shortLines(t *testing.T) (lines []benchLine) {
	t.Helper()
	for _, r := range catalog.All() {
		info := r.Info(phrase.English)
		line := benchLine{ruleset: info.ID, variant: info.Variants[0].ID}
		for _, g := range rulestest.Games(t, line.ruleset, line.variant) {
			if g.Start != "" || len(g.Turns) <= len(line.turns) {
				continue
			}
			line.turns = nil
			for _, turn := range g.Turns[:min(60, len(g.Turns)-1)] { // the last turn may end the game
				line.turns = append(line.turns, turn.Canonical)
			}
		}
		if len(line.turns) == 0 {
			t.Fatalf("no game of %s is recorded", line.ruleset)
		}
		p, err := r.Start(line.variant)
		for _, turn := range line.turns {
			if err != nil {
				t.Fatal(err)
			}
			line.seats = append(line.seats, int(p.ToMove()))
			var played rules.Played
			played, err = p.Play(turn)
			p = played.Next
		}
		lines = append(lines, line)
	}
	return lines
}

// longLine returns a long game of random turns that nobody wins.
func longLine(t *testing.T, plies int) benchLine {
	t.Helper()
	all := catalog.All()
	r := all[slices.IndexFunc(all, func(r rules.Ruleset) bool { return r.Info(phrase.English).ID == "hnefatafl" })]
	return randomLine(t, r, "11x11", plies)
}

// randomLine returns a game of a variant with random turns that nobody wins and in which no position repeats. It is
// shorter than asked for if 50 such games are.
func randomLine(t *testing.T, r rules.Ruleset, variant string, plies int) (longest benchLine) {
	t.Helper()
	for seed := uint64(1); seed <= 50 && len(longest.turns) < plies; seed++ {
		rnd := rand.New(rand.NewPCG(seed, 12))
		p, err := r.Start(variant)
		if err != nil {
			t.Fatal(err)
		}
		line := benchLine{ruleset: r.Info(phrase.English).ID, variant: variant}
		seen, tries := map[string]bool{p.Key(): true}, 0
		for len(line.turns) < plies && tries < 100 {
			played, err := p.Play(rulestest.RandomTurn(t, p, rnd))
			if err != nil {
				t.Fatal(err)
			}
			key := played.Next.Key()
			if tries++; played.Next.Result().Over() || key != "" && seen[key] {
				continue
			}
			line.seats = append(line.seats, int(p.ToMove()))
			p, tries, seen[key] = played.Next, 0, true
			line.turns = append(line.turns, played.Turn)
		}
		if len(line.turns) > len(longest.turns) {
			longest = line
		}
	}
	return longest
}

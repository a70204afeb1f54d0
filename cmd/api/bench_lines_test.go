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
	for seed := uint64(1); ; seed++ {
		rnd := rand.New(rand.NewPCG(seed, 12))
		p, err := r.Start("11x11")
		if err != nil {
			t.Fatal(err)
		}
		line, seen, tries := benchLine{ruleset: "hnefatafl", variant: "11x11"}, map[string]bool{p.Key(): true}, 0
		for len(line.turns) < plies && tries < 100 {
			played, err := p.Play(rulestest.RandomTurn(t, p, rnd))
			if err != nil {
				t.Fatal(err)
			}
			if tries++; played.Next.Result().Over() || seen[played.Next.Key()] {
				continue
			}
			line.seats = append(line.seats, int(p.ToMove()))
			p, tries, seen[played.Next.Key()] = played.Next, 0, true
			line.turns = append(line.turns, played.Turn)
		}
		if len(line.turns) == plies {
			return line
		}
	}
}

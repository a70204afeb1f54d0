//go:build browser

package pages_test

import (
	"math/rand/v2"
	"testing"

	"turnpost/api/pages/pagestest"
	"turnpost/models"
)

// A game without any code in the pages is played between two browsers like the catalog's games: by taps without
// scripts, and by keys.
func TestAnAddedGameBetweenTwoBrowsers(t *testing.T) {
	browser := pagestest.Start(t)
	eachAddedVariant(t, func(t *testing.T, ruleset, variant string) {
		m := newMatch(t, ruleset, variant, addedGames()...)
		ann, bob := newTab(t, browser, m.url).as(m.ann).withoutScript(), newTab(t, browser, m.url).as(m.bob)
		rnd, plies := rand.New(rand.NewPCG(2, uint64(len(variant)))), maxAddedTurns
		if variant == "wide" || variant == "pairs" {
			plies = 2 // a board of hundreds of places, which the tab key visits one by one
		}
		g := m.game
		for g.Status == models.Ongoing && g.Ply < plies {
			g = m.playByTapsOrKeys(ann, bob, g, m.randomSteps(g, rnd))
		}
		if g.Status == models.Finished {
			for _, b := range []*tab{ann, bob} {
				b.open(m.path()).wants("Challenge")
			}
		}
	})
}

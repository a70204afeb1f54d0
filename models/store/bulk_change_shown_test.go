package store

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"turnpost/models"
	"turnpost/models/schema"
	"turnpost/rules/rulestest/sample"
)

// TestAcceptedChangesAreShownAtOnce does the same in two worlds. In one every change is applied to all games at once;
// in the other the first part is applied, some games are touched, and a sweep runs now and then. Readers always see
// the same, and finally logs, reminders and mails are the same.
func TestAcceptedChangesAreShownAtOnce(t *testing.T) {
	sample.Whole(t, "plays at random in two worlds")
	const seeds, steps = 3, 60
	for seed := range uint64(seeds) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			twins := &twins{T: t, random: rand.New(rand.NewPCG(seed, 18))}
			for i := range twins.worlds {
				w := newWorld(t)
				twins.worlds[i], twins.players = w, []models.Player{w.player("ann"), w.player("bob")}
				twins.games[i] = w.manyGames(twins.players[0], twins.players[1], schema.BulkPart+30)
			}
			for range steps {
				twins.step()
				twins.compare()
			}
			twins.end()
		})
	}
}

package store

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"turnpost/models"
	"turnpost/rules/rulestest/sample"
)

// TestSeasonOfRatings plays a random season: the ratings stored game by game equal those that a ledger computes at
// once.
func TestSeasonOfRatings(t *testing.T) {
	sample.Whole(t, "plays a season")
	w := newWorld(t)
	w.unsynced(t)
	random := rand.New(rand.NewPCG(7, 7))
	var players []models.Player
	for i := range 7 {
		players = append(players, w.player(fmt.Sprintf("player-%c", 'a'+i)))
	}
	var annul []string
	for range 120 {
		a, b := players[random.IntN(7)], players[random.IntN(7)]
		if a.ID == b.ID {
			continue
		}
		w.pass(time.Duration(random.IntN(40)) * time.Hour)
		g := w.game(a, b, "hnefatafl", []string{"7x7", "9x9"}[random.IntN(2)])
		if g.Variant == "7x7" && random.IntN(8) > 0 {
			w.play(g, a, "d1-c1")
			w.play(g, b, "d3-c3")
		}
		switch random.IntN(6) {
		case 0: // runs out of time some time
		case 1:
			if random.IntN(4) == 0 {
				annul = append(annul, w.resign(g, a).ID)
			}
		default:
			w.resign(g, []models.Player{a, b}[random.IntN(2)])
		}
		if random.IntN(5) == 0 {
			w.steady()
			w.sweep()
		}
	}
	if faults := w.checkRatings(); faults != "" {
		t.Fatal(faults)
	}
	if _, err := w.Admin().AnnulRatings(t.Context(), annul); err != nil {
		t.Fatal(err)
	}
	if err := w.DeletePlayer(t.Context(), players[0].ID, players[0].Name); err != nil {
		t.Fatal(err)
	}
	if err := w.ApplyBulkChanges(context.Background()); err != nil {
		t.Fatal(err)
	}
	if faults := w.checkRatings(); faults != "" {
		t.Error(faults)
	}
	var left int
	err := w.DB.Reader().Raw(`SELECT (SELECT COUNT(*) FROM ratings WHERE player_id = ?)
		+ (SELECT COUNT(*) FROM game_ratings WHERE player_id = ?)`, players[0].ID, players[0].ID).Scan(&left).Error
	if err != nil || left != 0 {
		t.Errorf("%d rows of a deleted player, %v", left, err)
	}
}

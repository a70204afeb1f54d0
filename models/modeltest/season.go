package modeltest

import (
	"time"

	"turnpost/models"
)

// Rate plays a rated game of Hnefatafl 7×7 that the second player resigns after a turn of each.
func (w *World) Rate(winner, loser models.Player) *models.Game {
	w.t.Helper()
	g := w.Begin(winner, loser, "hnefatafl", "7x7")
	w.Play(w.Play(g, winner, "d1-c1"), loser, "d3-c3")
	g, err := w.ResignGame(w.t.Context(), loser.ID, g.ID)
	if err != nil {
		w.t.Fatal(err)
	}
	w.Clock.Advance(time.Hour)
	return g
}

// RatePool plays rated games of Hnefatafl 7×7 between at least six players until a ranking shows all of them. The
// earlier ones win more of their games.
func (w *World) RatePool(players ...models.Player) {
	w.t.Helper()
	for round := range 6 {
		for i, first := range players {
			for j, second := range players[i+1:] {
				if (round+i+j)%4 == 3 {
					w.Rate(second, first)
				} else {
					w.Rate(first, second)
				}
			}
		}
		w.Clock.Advance(8 * 24 * time.Hour)
	}
}

package api

import (
	"fmt"
	"slices"
	"strings"
	"time"
)

// gameTable renders a list of games: with deadlines if all are ongoing, else with winners and reasons.
func gameTable(v GameList, when func(*time.Time) string) textList {
	ended := func(g Game) bool { return g.Result != nil }
	columns, all := "id variant ply deadline to_move players", true
	for _, g := range v.Games {
		all = all && ended(g)
	}
	switch some := slices.ContainsFunc(v.Games, ended); {
	case some && all:
		columns = "id variant ply winner reason players"
	case some:
		columns = "id variant ply to_move winner reason players"
	}
	return listOf(columns, v.Games, v.Next, func(g Game) []string {
		winner, reason := winnerOf(g)
		cells := map[string]string{
			"id": g.ID, "variant": g.Ruleset + " " + g.Variant, "ply": fmt.Sprint(g.Ply), "deadline": when(g.Deadline),
			"to_move": sideToMove(g), "winner": winner, "reason": reason,
			"players": g.Players[0].Name + ", " + g.Players[1].Name,
		}
		return each(strings.Fields(columns), func(column string) string { return cells[column] })
	})
}

// sideToMove returns the side to move; "" in a finished game.
func sideToMove(g Game) string {
	if g.ToMove == nil {
		return ""
	}
	return *g.ToMove
}

// winnerOf returns the name of the winner of a finished game, "" for none, and the reason of its end.
func winnerOf(g Game) (winner, reason string) {
	if g.Result == nil {
		return "", ""
	}
	for _, p := range g.Players {
		if g.Result.Winner != nil && *g.Result.Winner == p.Seat {
			winner = p.Name
		}
	}
	return winner, g.Result.Reason
}

package api

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

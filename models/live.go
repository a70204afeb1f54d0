package models

import (
	"fmt"
	"strconv"

	"turnpost/rules"
)

// LiveGame is the state of a game whose changes reload an open page of it. Clocks, which run by themselves, are not
// part of it.
type LiveGame struct {
	State   string
	Players [2]int64
	Unread  [2]int
}

// Tag identifies the state for a player, or for a watcher if the player has no seat. It has letters, digits and full
// stops.
func (l LiveGame) Tag(player int64) string {
	for seat, id := range l.Players {
		if id == player && player != 0 {
			return l.State + "." + strconv.Itoa(l.Unread[seat])
		}
	}
	return l.State
}

// Live returns the state of the game for open pages.
func (g *Game) Live() LiveGame {
	return LiveGame{
		LiveState(g.Ply, g.Takebacks, g.Offers, g.Status, g.DrawBy, g.TakebackBy),
		[2]int64{g.Players[0].ID, g.Players[1].ID},
		g.Unread,
	}
}

// LiveState returns a text that differs after every change of a game that its page shows.
func LiveState(ply, takebacks, offers int, status Status, draw, takeback rules.Seat) string {
	return fmt.Sprintf("%d.%d.%d.%.1s.%d.%d", ply, takebacks, offers, status, draw+1, takeback+1)
}

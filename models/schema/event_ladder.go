package schema

import (
	"turnpost/models/ladder"
	"turnpost/models/roundrobin"
	"turnpost/rules"
)

// LadderSides returns the players of a game of a ladder.
func (g *EventGameRow) LadderSides() (challenger, challenged int64) {
	if g.Challenger == rules.First {
		return g.FirstID, g.SecondID
	}
	return g.SecondID, g.FirstID
}

// LadderWinner returns the side that has won a game of a ladder.
func (g *EventGameRow) LadderWinner() ladder.Side {
	switch {
	case g.Score < 0 || g.Score == roundrobin.Draw:
		return ladder.Nobody
	case (g.Score == roundrobin.Win) == (g.Challenger == rules.First):
		return ladder.Challenger
	}
	return ladder.Challenged
}

package core

import (
	"turnpost/models"
	"turnpost/models/schema"
	"turnpost/rules"
)

// Notice returns a notice about the game to a seat, without a key.
func (r *GameRow) Notice(kind models.Kind, to rules.Seat) schema.Notice {
	side := r.Side(to)
	return schema.Notice{
		Kind: kind, PlayerID: side.ID, Email: side.Email, GameID: r.ID, Ply: r.Ply, ToHouse: side.IsHouse(),
		State: schema.GameState{Ply: r.Ply, Takebacks: r.Takebacks, Offers: r.Offers},
	}
}

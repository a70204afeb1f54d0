package core

import (
	"turnpost/models"
	"turnpost/rules"
)

// Replay plays the turns of a line in a new game, as of now.
func (tx *Tx) Replay(row *GameRow, line []rules.Played) (last *models.Turn, err error) {
	before := row.Ply
	for _, played := range line {
		in := models.TurnInput{Via: models.ViaWeb}
		if row.mover().IsHouse() {
			in.Via = models.ViaHouse
		}
		if last, _, err = tx.AdvanceRow(row, in, played); err != nil {
			return nil, err
		}
		if err := tx.InsertTurn(row, last); err != nil {
			return nil, err
		}
	}
	if row.Ply == before {
		return nil, nil
	}
	return last, tx.UpdateGame(row, before)
}

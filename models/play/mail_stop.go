package play

import (
	"turnpost/models"
	"turnpost/models/core"
	"turnpost/models/schema"
)

// storeMailFailing logs that mail does not reach the player in a game, and notifies the opponent.
func storeMailFailing(tx *core.Tx, row *core.GameRow, c *schema.BulkChange) error {
	seat := row.Seat(c.PlayerID)
	if err := LogGame(tx, row, LogMailFailing, seat, logDetail{}); err != nil {
		return err
	}
	return notifyOpponent(tx, c, row.Notice(models.KindMailFailing, seat.Other()))
}

package core

import (
	"gorm.io/gorm"

	"turnpost/models/schema"
)

// showMailArrives restarts the wait of the running turn's notice, if the turn is the player's.
func showMailArrives(_ *gorm.DB, row *GameRow, c *schema.BulkChange) error {
	if row.ToMoveID == c.PlayerID {
		row.Waiting = &schema.PendingNotice{From: c.At, Due: c.At}
	}
	return nil
}

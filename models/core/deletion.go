package core

import (
	"gorm.io/gorm"

	"turnpost/models"
	"turnpost/models/rating"
	"turnpost/models/schema"
	"turnpost/rules"
)

// ShowDeparture ends a game of a player who has left.
func ShowDeparture(from *gorm.DB, row *GameRow, c *schema.BulkChange) error {
	abort, err := MayAbort(from, row)
	if err != nil {
		return err
	}
	result := rules.Won(row.Seat(c.PlayerID).Other(), models.ReasonResignation)
	switch {
	case row.EventID != "":
		result.Reason = models.ReasonWithdrawn
	case abort:
		result = rules.Drawn(models.ReasonAborted)
	}
	row.UnratedBecause = rating.CauseDeleted
	row.Finish(c.At, result)
	return nil
}

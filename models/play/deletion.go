package play

import (
	"turnpost/models/core"
	"turnpost/models/notice"
	"turnpost/models/schema"
)

func storeDeparture(tx *core.Tx, row *core.GameRow, c *schema.BulkChange) error {
	if err := core.ShowDeparture(tx.DB, row, c); err != nil {
		return err
	}
	return notice.End(tx, row, row.Seat(c.PlayerID).Other())
}

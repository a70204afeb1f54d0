package core

import (
	"gorm.io/gorm"

	"turnpost/models/schema"
)

// showVacation sets a running clock of the player to the time it showed when their period was changed. The wait of its
// notice is counted by the previous period.
func showVacation(from *gorm.DB, row *GameRow, c *schema.BulkChange) error {
	if row.ToMoveID == c.PlayerID {
		if _, err := row.ShowWait(from, row.AppliesFrom(c)); err != nil {
			return err
		}
	}
	row.MoveAway(c)
	return nil
}

// MoveAway changes the player's period; their clock keeps the time it shows.
func (r *GameRow) MoveAway(c *schema.BulkChange) {
	from := r.AppliesFrom(c)
	left := r.timeLeft(from)
	r.setAway(c.PlayerID, c.Detail.To)
	if r.ToMoveID == c.PlayerID {
		r.DeadlineAt = r.Clock().RunOut(from, left)
	}
}

package core

import (
	"time"

	"gorm.io/gorm"

	"turnpost/models"
	"turnpost/models/db"
	"turnpost/models/schema"
)

// showOutage credits the side to move with the time in which no server ran. If a clock was ahead, it removes the time
// that passed on it. The wait of the turn's notice before the outage is credited separately.
func showOutage(from *gorm.DB, row *GameRow, c *schema.BulkChange) error {
	if _, err := row.ShowWait(from, c.Detail.From); err != nil {
		return err
	}
	if w := row.Waiting; w != nil {
		if w.ID == 0 { // not stored yet, so that the clock that went back has not moved it
			w.Due = min(w.Due, c.At)
		}
		w.From = max(w.Due, c.At)
	}
	row.DeadlineAt = row.creditedDeadline(c.At, row.OutageTime(c))
	return nil
}

// OutageTime returns the part of an outage that the running clock lost.
func (r *GameRow) OutageTime(c *schema.BulkChange) time.Duration {
	return r.Clock().RunningTime(c.Detail.From, c.At)
}

// findWaiting finds the unsent notice of the running turn.
func (r *GameRow) findWaiting(from *gorm.DB) error {
	if r.Waiting != nil {
		return nil
	}
	return db.Query(from, func(c *db.Columns) error {
		r.Waiting = &schema.PendingNotice{ID: c.Number(), From: schema.Millis(c), Due: schema.Millis(c)}
		return nil
	}, `SELECT id, waits_from, due_at FROM notices
		WHERE game_id = ? AND ply = ? AND kind = ? AND done_at = 0 ORDER BY id DESC LIMIT 1`,
		r.ID, r.Ply, models.KindYourTurn)
}

// ShowWait credits the wait of the running turn's notice until an instant, and restarts the wait there.
func (r *GameRow) ShowWait(from *gorm.DB, until models.Millis) (waited time.Duration, err error) {
	if err := r.findWaiting(from); err != nil || r.Waiting == nil || r.Waiting.From >= until {
		return 0, err
	}
	waited = r.Clock().RunningTime(r.Waiting.From, until)
	if r.Waiting.From = until; waited < schema.CreditFrom {
		return 0, nil
	}
	r.DeadlineAt = r.creditedDeadline(until, waited)
	return waited, nil
}

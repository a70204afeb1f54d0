package core

import (
	"time"

	"turnpost/models"
	"turnpost/models/schema"
)

// ClockRow is what the clocks of a game follow from.
type ClockRow struct {
	ID, Pace, DaysOff string
	Left              [2]int64
	Ply               int64
	ToMove            int
	Mover             int64
	Ongoing, House    bool
	Updated, Deadline models.Millis
}

// UsualDeadline returns when the running clock runs out if nothing but days off stops it.
func (r *ClockRow) UsualDeadline() models.Millis {
	c := Clock{}
	if r.DaysOff != "" {
		c.days = schema.ReadClockDays(r.DaysOff)
	}
	return c.RunOut(r.Updated, time.Duration(r.Left[min(max(0, r.ToMove), 1)])*time.Millisecond)
}

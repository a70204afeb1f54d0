package play

import (
	"time"

	"turnpost/models"
	"turnpost/models/calendar"
)

// DaysOff is DaysOffAt now.
func (s *Store) DaysOff(p models.Player) (off calendar.DaysOff, changed time.Time) {
	return p.DaysOffAt(s.Clock())
}

package models

import (
	"time"

	"turnpost/models/calendar"
)

// Due returns when a notice caused now should be sent. Quiet hours do not hold a digest, because the player chose its
// hour.
func (s Settings) Due(d Delivery, now time.Time, zone *time.Location) time.Time {
	if d == Digest {
		return calendar.NextHour(now, s.digestHour(), zone)
	}
	if d == Instant && s.Quiet != nil {
		if _, until, quiet := s.Quiet.Around(now, zone); quiet {
			return until
		}
	}
	return now
}

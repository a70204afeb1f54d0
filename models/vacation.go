package models

import (
	"time"

	"turnpost/models/calendar"
)

// Vacation is a period in which a player's clocks are stopped.
type Vacation struct{ From, Until time.Time }

// Days returns the first and the last day of the vacation in a time zone, as 2006-01-02.
func (v Vacation) Days(zone *time.Location) (first, last string) {
	day := func(t time.Time) string { return calendar.Day(t, zone).Format(calendar.DayLayout) }
	return day(v.From), day(v.Until.Add(-time.Nanosecond))
}

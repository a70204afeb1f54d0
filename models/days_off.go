package models

import (
	"time"

	"turnpost/models/calendar"
)

// A player who named the next two weekdays before each turn would have three days at a pace of one. So a choice that
// adds days off, or moves them by another weekday or time zone, counts only for turns that begin DaysOffDelay later;
// nobody knows then on which days they will need them. One that takes days away counts from the next turn on, as does
// any before the first game with another player.

// DaysOffDelay is how much later a turn begins for which changed days off count.
const DaysOffDelay = 14 * 24 * time.Hour

// FormerDaysOff is what counts for turns that begin before an instant.
type FormerDaysOff struct {
	Days  calendar.DaysOff
	Zone  *time.Location
	Until time.Time
}

// DaysOffAt returns the days off that count for turns that begin at an instant. changed is the instant at which the
// newest choice begins to count, if that is later; else the zero value.
func (p Player) DaysOffAt(at time.Time) (off calendar.DaysOff, changed time.Time) {
	if p.Former != nil && at.Before(p.Former.Until) {
		return p.Former.Days, p.Former.Until
	}
	return p.DaysOff, time.Time{}
}

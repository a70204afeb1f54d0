package models

import (
	"cmp"
	"time"
)

// calendarDay is the day of an instant in a zone, as midnight UTC.
func calendarDay(t time.Time, zone *time.Location) time.Time {
	y, m, d := t.In(zone).Date()
	return time.Date(y, m, d, 0, 0, 0, 0, time.UTC)
}

// midnight is when a calendar day begins in a zone. Where the clocks jump over
// midnight, that is the instant of the jump.
func midnight(day time.Time, zone *time.Location) time.Time {
	y, m, d := day.Date()
	t := time.Date(y, m, d, 0, 0, 0, 0, zone)
	if t.Day() != d {
		_, t = t.ZoneBounds()
	}
	return t
}

// atClock is the first instant of a calendar day at which the clocks of a zone show
// a time of day, or a later one where they skip it.
func atClock(day time.Time, clock string, zone *time.Location) time.Time {
	minute, _ := time.Parse(minuteForm, clock) // checked as it was stored
	y, m, d := day.Date()
	t := time.Date(y, m, d, minute.Hour(), minute.Minute(), 0, 0, zone)
	want := time.Date(y, m, d, minute.Hour(), minute.Minute(), 0, 0, time.UTC)
	start, end := t.ZoneBounds()
	_, offset := t.Zone()
	switch cmp.Compare(t.Unix()+int64(offset), want.Unix()) {
	case -1: // skipped, and t lies before the gap
		return end
	case 1:
		return start
	}
	if start.IsZero() {
		return t
	}
	_, before := start.Add(-1).Zone()
	if first := t.Add(time.Duration(offset-before) * time.Second); first.Before(start) && !first.After(t) {
		return first // the clocks show it twice
	}
	return t
}

const dayForm = "2006-01-02"

const minuteForm = "15:04"

// Package calendar finds days and times of day in time zones, where clocks skip hours and show others twice.
package calendar

import (
	"cmp"
	"regexp"
	"time"
	_ "time/tzdata" // time zones for machines that have none
)

// Layouts of a day and of a time of day, for time.Parse.
const (
	DayLayout    = time.DateOnly
	MinuteLayout = "15:04"
)

// Day returns the day of an instant in a zone, as midnight UTC.
func Day(t time.Time, zone *time.Location) time.Time {
	y, m, d := t.In(zone).Date()
	return time.Date(y, m, d, 0, 0, 0, 0, time.UTC)
}

// Midnight returns the start of a calendar day in a zone. If the clocks jump over
// midnight, that is the instant of the jump.
func Midnight(day time.Time, zone *time.Location) time.Time {
	y, m, d := day.Date()
	t := time.Date(y, m, d, 0, 0, 0, 0, zone)
	if t.Day() != d {
		_, t = t.ZoneBounds()
	}
	return t
}

// At returns the first instant of a calendar day at which the clocks of a zone show a time of day in MinuteLayout, or
// the corresponding later one if they skip it.
func At(day time.Time, clock string, zone *time.Location) time.Time {
	minute, _ := time.Parse(MinuteLayout, clock) // validated before it was stored
	y, m, d := day.Date()
	t := time.Date(y, m, d, minute.Hour(), minute.Minute(), 0, 0, zone)
	want := time.Date(y, m, d, minute.Hour(), minute.Minute(), 0, 0, time.UTC)
	start, end := t.ZoneBounds()
	_, offset := t.Zone()
	switch cmp.Compare(t.Unix()+int64(offset), want.Unix()) {
	case -1: // skipped, and t is before the gap
		return end
	case 1:
		return start
	}
	if start.IsZero() {
		return t
	}
	_, before := start.Add(-1).Zone()
	if first := t.Add(time.Duration(offset-before) * time.Second); first.Before(start) && !first.After(t) {
		return first // the time of day occurs twice
	}
	return t
}

// NextHour returns the first instant after t at which an hour of the day begins in a zone.
func NextHour(t time.Time, hour int, zone *time.Location) time.Time {
	clock := time.Date(0, 1, 1, hour, 0, 0, 0, time.UTC).Format(MinuteLayout)
	for day := Day(t, zone); ; day = day.AddDate(0, 0, 1) {
		if at := At(day, clock, zone); at.After(t) {
			return at
		}
	}
}

// zonePattern excludes files that are not zones: localtime, posixrules, right/….
var zonePattern = regexp.MustCompile(`^[A-Z][A-Za-z0-9_+-]*(/[A-Za-z0-9_+-]+){0,2}$`)

// IsZone reports whether a text names a time zone, such as Europe/Warsaw.
func IsZone(name string) bool {
	if name == "Local" || name == "Factory" || !zonePattern.MatchString(name) {
		return false
	}
	_, err := time.LoadLocation(name)
	return err == nil
}

package models

import (
	"cmp"
	"time"
)

// QuietHours is a stretch of every day by the player's clock in which no mail
// is sent. It goes over midnight where Until is before From.
type QuietHours struct {
	From  string `json:"from"`  // "22:00"
	Until string `json:"until"` // "07:00"
}

// DefaultDigestHour is the hour of the digest for players who have set none.
const DefaultDigestHour = 8

const minuteForm = "15:04"

// check refuses what is no stretch. Its errors are about the field quiet.
func (q QuietHours) check() error {
	for _, end := range []struct{ field, text string }{{"quiet.from", q.From}, {"quiet.until", q.Until}} {
		if _, err := time.Parse(minuteForm, end.text); err != nil || len(end.text) != len(minuteForm) {
			return invalid(end.field, "%q is no time of day such as 22:00", clip(end.text, 20))
		}
	}
	if q.From == q.Until {
		return invalid("quiet.until", "the quiet hours end as they begin; to have none, send null")
	}
	return nil
}

// around is the stretch that an instant lies in; it is false where mail may be sent.
func (q QuietHours) around(t time.Time, zone *time.Location) (from, until time.Time, quiet bool) {
	today := calendarDay(t, zone)
	for _, day := range []time.Time{today.AddDate(0, 0, -1), today} {
		from, until = atClock(day, q.From, zone), atClock(day, q.Until, zone)
		if q.Until < q.From {
			until = atClock(day.AddDate(0, 0, 1), q.Until, zone)
		}
		if !t.Before(from) && t.Before(until) {
			return from, until, true
		}
	}
	return time.Time{}, time.Time{}, false
}

// nextDigest is the first instant after t at which it is the digest's hour.
func nextDigest(t time.Time, hour int, zone *time.Location) time.Time {
	clock := time.Date(0, 1, 1, hour, 0, 0, 0, time.UTC).Format(minuteForm)
	for day := calendarDay(t, zone); ; day = day.AddDate(0, 0, 1) {
		if at := atClock(day, clock, zone); at.After(t) {
			return at
		}
	}
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

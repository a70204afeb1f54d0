package models

import (
	"time"
)

// QuietHours is a part of every day, by the player's clock, in which no mail
// is sent. It contains midnight where Until is before From.
type QuietHours struct {
	From  string `json:"from"`  // "22:00"
	Until string `json:"until"` // "07:00"
}

// check refuses what is no time of day, and hours that are empty. Its errors name the field: quiet.from or
// quiet.until.
func (q QuietHours) check() error {
	for _, end := range []struct{ field, text string }{{"quiet.from", q.From}, {"quiet.until", q.Until}} {
		if _, err := time.Parse(minuteForm, end.text); err != nil || len(end.text) != len(minuteForm) {
			return invalid(end.field, "bad_time_of_day", "time", clip(end.text, 20))
		}
	}
	if q.From == q.Until {
		return invalid("quiet.until", "no_quiet_hours")
	}
	return nil
}

// around finds the quiet hours that an instant lies in; quiet is false where mail may be sent.
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

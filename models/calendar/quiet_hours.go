package calendar

import "time"

// QuietHours is a daily interval, by the player's clock, in which no mail
// is sent. It contains midnight if Until is before From.
type QuietHours struct {
	From  string `json:"from"`  // "22:00"
	Until string `json:"until"` // "07:00"
}

// IsMinute reports whether a text is a time of day in MinuteLayout, with two digits each.
func IsMinute(text string) bool {
	_, err := time.Parse(MinuteLayout, text)
	return err == nil && len(text) == len(MinuteLayout)
}

// Around returns the quiet hours that contain an instant; quiet is false if mail may be sent.
func (q QuietHours) Around(t time.Time, zone *time.Location) (from, until time.Time, quiet bool) {
	today := Day(t, zone)
	for _, day := range []time.Time{today.AddDate(0, 0, -1), today} {
		from, until = At(day, q.From, zone), At(day, q.Until, zone)
		if q.Until < q.From {
			until = At(day.AddDate(0, 0, 1), q.Until, zone)
		}
		if !t.Before(from) && t.Before(until) {
			return from, until, true
		}
	}
	return time.Time{}, time.Time{}, false
}

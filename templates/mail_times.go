package templates

import "time"

// timeSpan is a length of time as it is told: in days from two days on.
type timeSpan struct{ Days, Hours, Minutes int }

func newSpan(d time.Duration) timeSpan {
	minutes := int(max(d, 0).Minutes())
	hours := minutes / 60
	if hours < 48 {
		return timeSpan{Hours: hours, Minutes: minutes % 60}
	}
	return timeSpan{Days: hours / 24, Hours: hours % 24}
}

// When is an instant in the reader's time zone.
func (w *mailWriter) When(t time.Time) string {
	zone := w.Zone
	if zone == nil {
		zone = time.UTC
	}
	return t.In(zone).Format("Mon 2 Jan 15:04 MST")
}

// Until is how much time is left.
func (w *mailWriter) Until(t time.Time) timeSpan { return newSpan(t.Sub(w.Now)) }

// Span tells a length of time.
func (w *mailWriter) Span(d time.Duration) timeSpan { return newSpan(d) }

// ReasonPhrase says why the game ended.
func (w *mailWriter) ReasonPhrase() string {
	if phrase := "reason." + w.Game.Reason; w.knows(phrase) {
		return w.say(phrase)
	}
	return w.Game.ReasonPhrase
}

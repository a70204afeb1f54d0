package templates

import (
	"cmp"
	"strconv"
	"strings"
	"time"
)

// timeSpan is a length of time as it is told: in days from two days on.
type timeSpan struct{ Days, Hours, Minutes int }

func newSpan(d time.Duration) timeSpan {
	minutes := int(max(d, 0).Round(time.Minute) / time.Minute)
	hours := minutes / 60
	if hours < 48 {
		return timeSpan{Hours: hours, Minutes: minutes % 60}
	}
	return timeSpan{Days: hours / 24, Hours: hours % 24}
}

// short is the span by its largest units: "2d 3h", "9h", "1h 20m".
func (s timeSpan) short() string {
	var parts []string
	for _, unit := range []struct {
		n    int
		name string
	}{{s.Days, "d"}, {s.Hours, "h"}, {s.Minutes, "m"}} {
		if unit.n > 0 {
			parts = append(parts, strconv.Itoa(unit.n)+unit.name)
		}
	}
	return cmp.Or(strings.Join(parts, " "), "0m")
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

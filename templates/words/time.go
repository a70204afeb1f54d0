package words

import (
	"strconv"
	"strings"
	"time"
)

// When formats a time in its zone: "Tue 24 Nov 14:00 CET", or "Tue 24 Nov 14:00 UTC+05:45" if the zone has no
// abbreviation.
func (l *Language) When(t time.Time) string {
	return l.Say("when",
		"weekday", l.Say("weekday."+strconv.Itoa(int(t.Weekday()))), "day", t.Day(),
		"month", l.Say("month."+strconv.Itoa(int(t.Month()))), "clock", t.Format("15:04"), "zone", zoneName(t))
}

// From formats the beginning of a period: its first day, or the time if it begins within a day.
func (l *Language) From(t time.Time) string {
	if !isMidnight(t) {
		return l.When(t)
	}
	return l.day("from.day", t)
}

// Until formats the end of a period with its preposition: its last day, or the time if it ends within a day.
func (l *Language) Until(t time.Time) string {
	if !isMidnight(t) {
		return l.Say("until.time", "when", l.When(t))
	}
	return l.day("until.day", t.Add(-1))
}

func isMidnight(t time.Time) bool {
	return t.Hour() == 0 && t.Minute() == 0 && t.Second() == 0
}

func (l *Language) day(key string, t time.Time) string {
	return l.Say(key, "weekday", l.Say("weekday."+strconv.Itoa(int(t.Weekday()))), "day", t.Day(),
		"month", l.Say("month."+strconv.Itoa(int(t.Month()))))
}

func zoneName(t time.Time) string {
	name := t.Format("MST")
	switch {
	case !strings.HasPrefix(name, "+") && !strings.HasPrefix(name, "-"):
		return name
	case len(name) > len("+05"):
		return "UTC" + name[:3] + ":" + name[3:]
	}
	return "UTC" + name
}

// Date formats the day of a time in its zone: "24 Nov 2026".
func (l *Language) Date(t time.Time) string {
	return l.Say("date", "day", t.Day(), "month", l.Say("month."+strconv.Itoa(int(t.Month()))), "year", t.Year())
}

// Span formats a duration by its two largest units: "3 days 1 hour". Days are used from two days on.
func (l *Language) Span(d time.Duration) string {
	s := newSpan(d)
	switch {
	case s.days > 0:
		return l.twoUnits("span.days", s.days, "span.hours", s.hours)
	case s.hours > 0:
		return l.twoUnits("span.hours", s.hours, "span.minutes", s.minutes)
	}
	return l.Say("span.minutes", "n", s.minutes)
}

func (l *Language) twoUnits(larger string, n int, smaller string, m int) string {
	text := l.Say(larger, "n", n)
	if m == 0 {
		return text
	}
	return l.Say("span", "larger", text, "smaller", l.Say(smaller, "n", m))
}

// Left formats the remaining time as Span does: "2 days 23 hours left".
func (l *Language) Left(d time.Duration) string { return l.Say("left", "span", l.Span(d)) }

// Ago formats the time since an event by its largest unit, from "1 minute ago" on: "23 hours ago".
func (l *Language) Ago(d time.Duration) string {
	s := newSpan(d)
	switch {
	case s.days > 0:
		return l.Say("ago.days", "n", s.days)
	case s.hours > 0:
		return l.Say("ago.hours", "n", s.hours)
	}
	return l.Say("ago.minutes", "n", max(s.minutes, 1))
}

// Pace describes a time control. If bank is 0, each is the time for a turn, else what a turn adds to the bank. limit
// bounds the bank; 0 means no bound.
func (l *Language) Pace(bank, each, limit time.Duration) string {
	switch {
	case bank == 0:
		return l.Say("pace.each", "each", l.Span(each))
	case limit == 0:
		return l.Say("pace.bank", "bank", l.Span(bank), "each", l.Span(each))
	}
	return l.Say("pace.capped", "bank", l.Span(bank), "each", l.Span(each), "cap", l.Span(limit))
}

// ShortSpan formats a duration with short names of units: "2d 3h", "9h", "1h 20m".
func (l *Language) ShortSpan(d time.Duration) string {
	s := newSpan(d)
	var parts []string
	for _, unit := range []struct {
		n   int
		key string
	}{{s.days, "short.days"}, {s.hours, "short.hours"}, {s.minutes, "short.minutes"}} {
		if unit.n > 0 {
			parts = append(parts, l.Say(unit.key, "n", unit.n))
		}
	}
	if parts == nil {
		return l.Say("short.minutes", "n", 0)
	}
	return strings.Join(parts, " ")
}

// Weekdays formats names of weekdays for sentences with "on": "Saturdays and Sundays".
func (l *Language) Weekdays(names []string) string {
	texts := make([]string, len(names))
	for i, name := range names {
		texts[i] = l.Say("day_off." + name)
	}
	return l.List(texts)
}

// span is a duration in units. It has days only from two days on, and then no minutes.
type span struct{ days, hours, minutes int }

func newSpan(d time.Duration) span {
	minutes := wholeMinutes(d)
	hours := minutes / 60
	if hours < 48 {
		return span{hours: hours, minutes: minutes % 60}
	}
	return span{days: hours / 24, hours: hours % 24}
}

func wholeMinutes(d time.Duration) int { return int(max(d, 0).Round(time.Minute) / time.Minute) }

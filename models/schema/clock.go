package schema

import (
	"strings"
	"time"

	"turnpost/models"
	"turnpost/models/calendar"
	"turnpost/models/pace"
)

// ClockDays is days off in a time zone.
type ClockDays struct {
	Off  calendar.DaysOff
	Zone *time.Location
}

// ReadClockDays reads the stored form: "sat,sun Europe/Warsaw".
func ReadClockDays(text string) ClockDays {
	days, zone, _ := strings.Cut(text, " ")
	return ClockDays{ReadDaysOff(days), LoadZone(zone)}
}

// ReadDaysOff reads the stored form of days off: "sat,sun"; "" is none.
func ReadDaysOff(text string) calendar.DaysOff {
	if text == "" {
		return calendar.DaysOff{}
	}
	off, _ := calendar.ParseDaysOff(strings.Split(text, ",")) // stored by formatDaysOff
	return off
}

// FormatDaysOff returns the stored form of days off.
func FormatDaysOff(off calendar.DaysOff) string { return strings.Join(off.Names(), ",") }

// Away is the period [From, Until) in which a player's clocks are stopped. The zero value is no period.
type Away struct {
	From  models.Millis `json:"from"`
	Until models.Millis `json:"until"`
}

// Vacation returns the view of a period.
func (a Away) Vacation() models.Vacation {
	return models.Vacation{From: a.From.Time(), Until: a.Until.Time()}
}

// Overlap returns the part of [from, to) within the period.
func (a Away) Overlap(from, to models.Millis) time.Duration {
	return max(0, min(a.Until, to).Sub(max(a.From, from)))
}

// RunningTime returns how long a clock runs between two instants; it is negative if to is before from.
func (a Away) RunningTime(from, to models.Millis) time.Duration {
	if to < from {
		return -a.RunningTime(to, from)
	}
	return to.Sub(from) - a.Overlap(from, to)
}

// RunOut returns when a clock that shows left at an instant runs out.
func (a Away) RunOut(from models.Millis, left time.Duration) models.Millis {
	end := from.Add(left)
	if a.Until <= from || a.Until <= a.From || end < a.From || end == a.From && from < a.From {
		return end
	}
	return end.Add(a.Until.Sub(max(a.From, from)))
}

// Reminders returns the player's list, or nil.
func (s *SeatRow) Reminders() []pace.Reminder { return DecodeSettings(s.Settings).ReminderList() }

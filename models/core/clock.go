package core

import (
	"time"

	"turnpost/models"
	"turnpost/models/calendar"
	"turnpost/models/pace"
	"turnpost/models/schema"
	"turnpost/rules"
)

// StartClock starts the turn of the side to move, which may be the house. Until the next start the clock runs by the
// days off that count for turns that begin now.
func (r *GameRow) StartClock(now models.Millis) {
	if r.HouseAt = 0; r.Side(r.ToMove).IsHouse() {
		r.HouseAt = now
	}
	r.DaysOff = r.mover().ClockDaysOff(now, r.mover().Zone)
	r.DeadlineAt = r.Clock().RunOut(now, r.Side(r.ToMove).TimeLeft())
	r.SetReminder(now)
}

// StopClock ends the turn of the side to move and sets its time for the next.
func (r *GameRow) StopClock(now models.Millis) {
	left := r.timeLeft(now)
	if r.mover().AwayUnknown { // a period that is not known may have moved the deadline
		left = min(left, r.mover().TimeLeft())
	}
	r.mover().Left = r.ParsedPace().After(left).Milliseconds()
}

// timeLeft returns the time on the clock of the side to move; negative if it has run out.
func (r *GameRow) timeLeft(now models.Millis) time.Duration {
	return r.Clock().RunningTime(now, r.DeadlineAt)
}

// Credit adds time to the clock of the side to move.
func (r *GameRow) Credit(now models.Millis, more time.Duration) {
	r.DeadlineAt = r.creditedDeadline(now, more)
	r.SetReminder(now)
}

// creditedDeadline returns the deadline with added time.
func (r *GameRow) creditedDeadline(now models.Millis, more time.Duration) models.Millis {
	return r.Clock().RunOut(now, r.timeLeft(now)+more)
}

// Clock returns what stops the running clock.
func (r *GameRow) Clock() Clock {
	c := Clock{Away: r.away(r.ToMove)}
	if r.DaysOff != "" {
		c.days = schema.ReadClockDays(r.DaysOff)
	}
	return c
}

// Away returns the period in which a seat's clock is stopped.
func (r *GameRow) away(seat rules.Seat) schema.Away {
	s := r.Side(seat)
	return schema.Away{From: s.AwayFrom, Until: s.AwayUntil}
}

// Clock is what stops a running clock: a period, and days off in a time zone.
type Clock struct {
	schema.Away
	days schema.ClockDays
}

func (c Clock) calendar() calendar.Clock {
	return calendar.Clock{Off: c.days.Off, Zone: c.days.Zone, From: c.From.Time(), Until: c.Until.Time()}
}

// RunningTime returns how long the clock runs between two instants; it is negative if to is before from.
func (c Clock) RunningTime(from, to models.Millis) time.Duration {
	if c.days.Zone == nil {
		return c.Away.RunningTime(from, to)
	}
	return c.calendar().RunningTime(from.Time(), to.Time())
}

// RunOut returns when a clock that shows left at an instant runs out.
func (c Clock) RunOut(from models.Millis, left time.Duration) models.Millis {
	if c.days.Zone == nil {
		return c.Away.RunOut(from, left)
	}
	return models.ToMillis(c.calendar().RunOut(from.Time(), left))
}

// NextReminder returns the first instant after now at which a reminder is due for a clock
// that shows left, in a turn that started with total; 0 for none.
func NextReminder(list []pace.Reminder, c Clock, total, left time.Duration, now models.Millis) models.Millis {
	next := pace.NextReminder(list, total, left)
	if next == 0 {
		return 0
	}
	return c.RunOut(now, left-next)
}

// SetReminder sets the next reminder for the running clock. The turn's time is the time at its start,
// regardless of vacations and credits since. A reminder that quiet hours would
// hold past the deadline is sent just before they begin, or at once if they have begun.
func (r *GameRow) SetReminder(now models.Millis) { r.SetReminderAfter(now, 0) }

// SetReminderAfter skips the reminders up to said, the last one already sent, before quiet hours apply.
func (r *GameRow) SetReminderAfter(now, said models.Millis) {
	if r.RemindAt = 0; r.Side(r.ToMove).IsHouse() {
		return
	}
	total := r.Side(r.ToMove).TimeLeft()
	for at := now; ; {
		at = NextReminder(r.Side(r.ToMove).Reminders(), r.Clock(), total, r.timeLeft(at), at)
		early := r.beforeQuiet(at)
		if early == said && at != 0 {
			continue
		}
		if r.RemindAt = early; early <= now {
			r.RemindAt = at
		}
		return
	}
}

// beforeQuiet returns when to send a reminder that is due at an instant: just before quiet hours that
// would hold it until the deadline or later, else at that instant.
func (r *GameRow) beforeQuiet(at models.Millis) models.Millis {
	reader := r.Side(r.ToMove).Reader()
	settings := schema.DecodeSettings(reader.Settings)
	if at == 0 || settings.Quiet == nil {
		return at
	}
	from, until, quiet := settings.Quiet.Around(at.Time(), reader.Zone())
	if quiet && models.ToMillis(until) >= r.DeadlineAt {
		return models.ToMillis(from) - 1
	}
	return at
}

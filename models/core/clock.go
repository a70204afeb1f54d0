package core

import (
	"time"

	"gorm.io/gorm"

	"turnpost/models"
	"turnpost/models/calendar"
	"turnpost/models/db"
	"turnpost/models/pace"
	"turnpost/models/schema"
	"turnpost/rules"
)

// StartClock starts the turn of the side to move, which may be the house. Until the next start the clock runs by the
// days off that count for turns that begin now.
func (r *GameRow) StartClock(now models.Millis) {
	if r.HouseAt = 0; r.Mover().IsHouse() {
		r.HouseAt = now
	}
	r.ClockDays = r.Mover().ClockDaysOff(now, r.Mover().Zone)
	r.DeadlineAt = r.Clock().RunOut(now, r.Mover().TimeLeft())
	r.SetReminder(now)
}

// StopClock ends the turn of the side to move and sets its time for the next.
func (r *GameRow) StopClock(now models.Millis) {
	left := r.timeLeft(now)
	if r.Mover().AwayUnknown { // a period that is not known may have moved the deadline
		left = min(left, r.Mover().TimeLeft())
	}
	r.Mover().Left = r.ParsedPace().After(left).Milliseconds()
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
	if r.ClockDays != "" {
		c.days = schema.ReadClockDays(r.ClockDays)
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
	switch {
	case c.days.Zone != nil:
		return c.calendar().RunningTime(from.Time(), to.Time())
	case to < from:
		return -c.RunningTime(to, from)
	}
	return to.Sub(from) - c.Overlap(from, to)
}

// RunOut returns when a clock that shows left at an instant runs out.
func (c Clock) RunOut(from models.Millis, left time.Duration) models.Millis {
	if c.days.Zone != nil {
		return models.ToMillis(c.calendar().RunOut(from.Time(), left))
	}
	end := from.Add(left)
	if c.Until <= from || c.Until <= c.From || end < c.From || end == c.From && from < c.From {
		return end
	}
	return end.Add(c.Until.Sub(max(c.From, from)))
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
	if r.RemindAt = 0; r.Mover().IsHouse() {
		return
	}
	clock, reminders, total := r.Clock(), r.Mover().Reminders(), r.Mover().TimeLeft()
	for at := now; ; {
		at = NextReminder(reminders, clock, total, clock.RunningTime(at, r.DeadlineAt), at)
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
	reader := r.Mover().Reader()
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

// showOutage credits the side to move with the time in which no server ran. If a clock was ahead, it removes the time
// that passed on it. The wait of the turn's notice before the outage is credited separately.
func showOutage(from *gorm.DB, row *GameRow, c *schema.BulkChange) error {
	if _, err := row.ShowWait(from, c.Detail.From); err != nil {
		return err
	}
	if w := row.Waiting; w != nil {
		if w.ID == 0 { // not stored yet, so that the clock that went back has not moved it
			w.Due = min(w.Due, c.At)
		}
		w.From = max(w.Due, c.At)
	}
	row.DeadlineAt = row.creditedDeadline(c.At, row.OutageTime(c))
	return nil
}

// OutageTime returns the part of an outage that the running clock lost.
func (r *GameRow) OutageTime(c *schema.BulkChange) time.Duration {
	return r.Clock().RunningTime(c.Detail.From, c.At)
}

// findWaiting finds the unsent notice of the running turn.
func (r *GameRow) findWaiting(from *gorm.DB) error {
	if r.Waiting != nil {
		return nil
	}
	return db.Query(from, func(c *db.Columns) error {
		r.Waiting = &schema.PendingNotice{ID: c.Number(), From: schema.Millis(c), Due: schema.Millis(c)}
		return nil
	}, `SELECT id, waits_from, due_at FROM notices
		WHERE game_id = ? AND ply = ? AND kind = ? AND done_at = 0 ORDER BY id DESC LIMIT 1`,
		r.ID, r.Ply, models.KindYourTurn)
}

// ShowWait credits the wait of the running turn's notice until an instant, and restarts the wait there.
func (r *GameRow) ShowWait(from *gorm.DB, until models.Millis) (waited time.Duration, err error) {
	if err := r.findWaiting(from); err != nil || r.Waiting == nil || r.Waiting.From >= until {
		return 0, err
	}
	waited = r.Clock().RunningTime(r.Waiting.From, until)
	if r.Waiting.From = until; waited < schema.CreditFrom {
		return 0, nil
	}
	r.DeadlineAt = r.creditedDeadline(until, waited)
	return waited, nil
}

// showVacation sets a running clock of the player to the time it showed when their period was changed. The wait of its
// notice is counted by the previous period.
func showVacation(from *gorm.DB, row *GameRow, c *schema.BulkChange) error {
	if row.ToMoveID == c.PlayerID {
		if _, err := row.ShowWait(from, row.AppliesFrom(c)); err != nil {
			return err
		}
	}
	row.MoveAway(c)
	return nil
}

// MoveAway changes the player's period; their clock keeps the time it shows.
func (r *GameRow) MoveAway(c *schema.BulkChange) {
	from := r.AppliesFrom(c)
	left := r.timeLeft(from)
	r.setAway(c.PlayerID, c.Detail.To)
	if r.ToMoveID == c.PlayerID {
		r.DeadlineAt = r.Clock().RunOut(from, left)
	}
}

// rest returns the rest that stops a seat's clock in a running game: that of the running clock, or the other player's
// own.
func (r *GameRow) rest(seat rules.Seat, now models.Millis) models.Rest {
	days, s := r.ClockDays, r.Side(seat)
	if seat != r.ToMove {
		days = s.ClockDaysOff(now, "")
	}
	return schema.ReadClockDays(days).Rest(r.extends(s))
}

// TakesDay reports whether a vacation begins by itself when the time of the side to move runs out and a day is left.
func (r *GameRow) TakesDay() bool { return r.extends(r.Mover()) }

func (r *GameRow) extends(s *schema.SeatRow) bool {
	return s.AutoVacation != 0 && !bool(r.NoVacation) && !s.IsHouse()
}

// AppliesFrom returns the instant from which a changed period counts in a game: when the change was accepted or, of a
// vacation that began by itself, when it began or the running clock started.
func (r *GameRow) AppliesFrom(c *schema.BulkChange) models.Millis {
	if !c.Detail.Auto {
		return c.At
	}
	return min(c.At, max(c.Detail.To.From, r.UpdatedAt))
}

// ReadAway sets the period of a seat's player, which is none if vacations do not stop the game's clocks.
func (r *GameRow) ReadAway(s *schema.SeatRow, from, until schema.AwayTime) {
	a, ok := schema.ReadAway(from, until)
	if r.NoVacation {
		a, ok = schema.Away{}, true
	}
	s.AwayUnknown = !ok
	s.AwayFrom, s.AwayUntil = a.From, a.Until
}

// takeAwayUntil takes the end of a period whose start was taken.
func (r *GameRow) takeAwayUntil(s *schema.SeatRow, c *db.Columns) {
	r.ReadAway(s, schema.AwayTime(s.AwayFrom), schema.TakeAwayTime(c))
}

// mendAbsence replaces a number that no absence can have, which somebody has written by hand: the player counts as
// present, after all absences that their games name.
func (tx *Tx) mendAbsence(s *schema.StandingRow) error {
	if schema.IsAbsence(s.Absence) {
		return nil
	}
	s.Absence = 0
	err := db.Query(tx.DB, func(c *db.Columns) error {
		last := c.Number()
		s.Absence = last + last%2
		return nil
	}, `SELECT CAST(COALESCE(MAX(absence), 0) AS BIGINT) FROM games
		WHERE (first_id = ? OR second_id = ?) AND absence > 0 AND absence < ?`, s.PlayerID, s.PlayerID, schema.MaxAbsence)
	return err
}

package models

import (
	"fmt"
	"strings"
	"time"

	"turnpost/models/calendar"
	"turnpost/models/pace"
	"turnpost/rules"
)

// startClock starts the turn of the side to move, which may be the house. Until the next start the clock runs by the
// days off and the time zone that the player has now.
func (r *gameRow) startClock(now Millis) {
	if r.HouseAt = 0; r.side(r.ToMove).isHouse() {
		r.HouseAt = now
	}
	r.DaysOff = r.mover().clockDaysOff()
	r.DeadlineAt = r.clock().runOut(now, r.side(r.ToMove).left())
	r.setReminder(now)
}

// stopClock ends the turn of the side to move and sets its time for the next.
func (r *gameRow) stopClock(now Millis) {
	left := r.timeLeft(now)
	if r.mover().awayUnknown { // a period that is not known may have moved the deadline
		left = min(left, r.mover().left())
	}
	r.mover().Left = r.pace().After(left).Milliseconds()
}

// timeLeft returns the time on the clock of the side to move; negative if it has run out.
func (r *gameRow) timeLeft(now Millis) time.Duration {
	return r.clock().runningTime(now, r.DeadlineAt)
}

// credit adds time to the clock of the side to move.
func (r *gameRow) credit(now Millis, more time.Duration) {
	r.DeadlineAt = r.creditedDeadline(now, more)
	r.setReminder(now)
}

// creditedDeadline returns the deadline with added time.
func (r *gameRow) creditedDeadline(now Millis, more time.Duration) Millis {
	return r.clock().runOut(now, r.timeLeft(now)+more)
}

// clock returns what stops the running clock.
func (r *gameRow) clock() clock {
	c := clock{away: r.away(r.ToMove)}
	if r.DaysOff != "" {
		c.days = readClockDays(r.DaysOff)
	}
	return c
}

// away returns the period in which a seat's clock is stopped.
func (r *gameRow) away(seat rules.Seat) away {
	s := r.side(seat)
	return away{s.AwayFrom, s.AwayUntil}
}

// clock is what stops a running clock: a period, and days off in a time zone.
type clock struct {
	away
	days clockDays
}

// clockDays is days off in a time zone.
type clockDays struct {
	off  calendar.DaysOff
	zone *time.Location
}

// readClockDays reads the stored form: "sat,sun Europe/Warsaw".
func readClockDays(text string) clockDays {
	days, zone, _ := strings.Cut(text, " ")
	return clockDays{readDaysOff(days), loadZone(zone)}
}

// clockDaysOff returns the stored form of the player's days off and zone for readClockDays; "" for no days off.
func (s *seatRow) clockDaysOff() string {
	if s.DaysOff == "" {
		return ""
	}
	return s.DaysOff + " " + s.Zone
}

// readDaysOff reads the stored form of days off: "sat,sun"; "" is none.
func readDaysOff(text string) calendar.DaysOff {
	if text == "" {
		return calendar.DaysOff{}
	}
	off, _ := calendar.ParseDaysOff(strings.Split(text, ",")) // stored by formatDaysOff
	return off
}

func formatDaysOff(off calendar.DaysOff) string { return strings.Join(off.Names(), ",") }

func (c clock) calendar() calendar.Clock {
	return calendar.Clock{Off: c.days.off, Zone: c.days.zone, From: c.From.Time(), Until: c.Until.Time()}
}

// runningTime returns how long the clock runs between two instants; it is negative if to is before from.
func (c clock) runningTime(from, to Millis) time.Duration {
	if c.days.zone == nil {
		return c.away.runningTime(from, to)
	}
	return c.calendar().RunningTime(from.Time(), to.Time())
}

// runOut returns when a clock that shows left at an instant runs out.
func (c clock) runOut(from Millis, left time.Duration) Millis {
	if c.days.zone == nil {
		return c.away.runOut(from, left)
	}
	return ToMillis(c.calendar().RunOut(from.Time(), left))
}

// away is the period [From, Until) in which a player's clocks are stopped. The zero value is no period.
type away struct {
	From  Millis `json:"from"`
	Until Millis `json:"until"`
}

func (a away) vacation() Vacation { return Vacation{a.From.Time(), a.Until.Time()} }

// overlap returns the part of [from, to) within the period.
func (a away) overlap(from, to Millis) time.Duration {
	return max(0, min(a.Until, to).Sub(max(a.From, from)))
}

// runningTime returns how long a clock runs between two instants; it is negative if to is before from.
func (a away) runningTime(from, to Millis) time.Duration {
	if to < from {
		return -a.runningTime(to, from)
	}
	return to.Sub(from) - a.overlap(from, to)
}

// runOut returns when a clock that shows left at an instant runs out.
func (a away) runOut(from Millis, left time.Duration) Millis {
	end := from.Add(left)
	if a.Until <= from || a.Until <= a.From || end < a.From || end == a.From && from < a.From {
		return end
	}
	return end.Add(a.Until.Sub(max(a.From, from)))
}

// clockWentBack corrects the due times of what was queued while the clock was ahead. The clocks of games are corrected
// as after an outage, which also sets since when the notice of a turn waits.
func (tx *Tx) clockWentBack(last Millis) error {
	ahead := last - tx.at
	err := tx.Exec(`UPDATE notices SET created_at = ?, due_at = due_at - ?, next_at = next_at - ?,
		lease_until = CASE WHEN lease_until > ? THEN lease_until - ? ELSE 0 END
		WHERE done_at = 0 AND next_at > ? AND created_at > ?`,
		tx.at, ahead, ahead, ahead, ahead, tx.at, tx.at.Add(outageFrom)).Error
	if err != nil {
		return err
	}
	err = tx.Exec(`UPDATE notices
		SET lease_until = 0, next_at = CASE WHEN attempts > 0 AND next_at > ? THEN ? ELSE next_at END
		WHERE done_at = 0 AND lease_until > ?`, tx.at, tx.at, tx.at.Add(outageFrom)).Error
	if err != nil {
		return err
	}
	return tx.queuesWentBack()
}

// queuesWentBack makes due now what was put off while the clock was ahead: the turns of the house, mails to be read,
// and deliveries to webhooks, all of which would wait until the clock reaches that time again. A retry that was put off
// for longer than outageFrom before the clock was wrong comes early, which does no harm.
func (tx *Tx) queuesWentBack() error {
	late := tx.at.Add(outageFrom)
	for _, change := range []struct {
		query string
		args  []any
	}{
		// The first condition is that of the index.
		{"UPDATE games SET house_at = ? WHERE house_at > 0 AND house_at > ?", []any{tx.at, late}},
		{
			`UPDATE inbound SET next_at = ?, lease_until = 0 WHERE done_at = 0 AND (next_at > ? OR lease_until > ?)`,
			[]any{tx.at, late, late},
		},
		{"UPDATE hooks SET retry_at = ? WHERE retry_at > ?", []any{tx.at, late}},
		{"UPDATE hooks SET failing_since = ? WHERE failing_since > ?", []any{tx.at, late}},
		{
			`UPDATE hook_deliveries SET next_at = ?, lease_until = 0 WHERE done_at = 0 AND (next_at > ? OR lease_until > ?)`,
			[]any{tx.at, late, late},
		},
		{
			"UPDATE hook_hosts SET next_at = ?, free_at = 0 WHERE free_at > ? OR (next_at > ? AND next_at < ?)",
			[]any{tx.at, late, late, Never},
		},
	} {
		if err := tx.Exec(change.query, change.args...).Error; err != nil {
			return err
		}
	}
	return nil
}

// nextReminder returns the first instant after now at which a reminder is due for a clock
// that shows left, in a turn that started with total; 0 for none.
func nextReminder(list []pace.Reminder, c clock, total, left time.Duration, now Millis) Millis {
	next := pace.NextReminder(list, total, left)
	if next == 0 {
		return 0
	}
	return c.runOut(now, left-next)
}

// reminders returns the player's list, or nil.
func (s *seatRow) reminders() []pace.Reminder { return decodeSettings(s.Settings).reminders() }

// setReminder sets the next reminder for the running clock. The turn's time is the time at its start,
// regardless of vacations and credits since. A reminder that quiet hours would
// hold past the deadline is sent just before they begin, or at once if they have begun.
func (r *gameRow) setReminder(now Millis) { r.setReminderAfter(now, 0) }

// setReminderAfter skips the reminders up to said, the last one already sent, before quiet hours apply.
func (r *gameRow) setReminderAfter(now, said Millis) {
	if r.RemindAt = 0; r.side(r.ToMove).isHouse() {
		return
	}
	total := r.side(r.ToMove).left()
	for at := now; ; {
		at = nextReminder(r.side(r.ToMove).reminders(), r.clock(), total, r.timeLeft(at), at)
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
func (r *gameRow) beforeQuiet(at Millis) Millis {
	reader := r.side(r.ToMove).reader()
	settings := decodeSettings(reader.Settings)
	if at == 0 || settings.Quiet == nil {
		return at
	}
	from, until, quiet := settings.Quiet.Around(at.Time(), reader.zone())
	if quiet && ToMillis(until) >= r.DeadlineAt {
		return ToMillis(from) - 1
	}
	return at
}

// storeReminders sets the next reminder again if the player's clock is running.
func (tx *Tx) storeReminders(row *gameRow, c *bulkChange) error {
	if row.ToMoveID == c.PlayerID {
		row.setReminder(c.At)
	}
	return nil
}

// remind queues the reminder that is due and sets the next one.
func (tx *Tx) remind(row *gameRow) (bool, error) {
	if row.RemindAt == 0 || row.RemindAt > tx.at {
		return false, nil
	}
	due := row.RemindAt
	row.setReminderAfter(tx.at, due)
	if tx.at >= row.DeadlineAt {
		return true, nil // too late to be useful
	}
	n := row.notice(KindReminder, row.ToMove)
	n.Key, n.Deadline = fmt.Sprintf("remind.%s.%d", row.plyKey(), due), row.DeadlineAt
	return true, tx.notify(n)
}

package models

import (
	"fmt"
	"time"

	"turnpost/models/pace"
)

// maxReminders is the maximum length of a player's list.
const maxReminders = 5

// nextReminder returns the first instant after now at which a reminder is due for a clock
// that shows left, in a turn that started with total; 0 for none.
func nextReminder(list []pace.Reminder, a away, total, left time.Duration, now Millis) Millis {
	next := pace.NextReminder(list, total, left)
	if next == 0 {
		return 0
	}
	return a.runOut(now, left-next)
}

// reminders returns the player's list, or nil.
func (s Settings) reminders() []pace.Reminder {
	var list []pace.Reminder
	for _, text := range s.Reminders {
		if r, ok := pace.ParseReminder(text); ok {
			list = append(list, r)
		}
	}
	return list
}

// reminders returns the player's list, or nil.
func (s *seatRow) reminders() []pace.Reminder { return decodeSettings(s.Settings).reminders() }

func (patch ProfilePatch) checkReminders() error {
	if patch.Reminders == nil {
		return nil
	}
	if len(*patch.Reminders) > maxReminders {
		return invalid("reminders", "too_many_reminders", "max", maxReminders)
	}
	for _, text := range *patch.Reminders {
		if _, err := parseReminder(text); err != nil {
			return err
		}
	}
	return nil
}

// setReminder sets the next reminder for the running clock. The turn's time is the time at its start,
// regardless of vacations and credits since. A reminder that quiet hours would
// hold past the deadline is sent just before they begin, or at once if they have begun.
func (r *gameRow) setReminder(now Millis) { r.setReminderAfter(now, 0) }

// setReminderAfter skips the reminders up to said, the last one already sent, before quiet hours apply.
func (r *gameRow) setReminderAfter(now, said Millis) {
	total := r.side(r.ToMove).left()
	for at := now; ; {
		at = nextReminder(r.side(r.ToMove).reminders(), r.side(r.ToMove).away(), total, r.timeLeft(at), at)
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

package models

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// Reminder is when a player wants to be reminded: at a share of the turn's time
// or at a time left.
type Reminder struct {
	Percent int           // of the turn's time left; 0: Left counts
	Left    time.Duration // time left
}

// maxReminders bounds a player's list.
const maxReminders = 5

// ParseReminder reads `50%`, `3h` or `2d`.
func ParseReminder(text string) (Reminder, error) {
	bad := invalid("reminders", "bad_reminder", "reminder", clip(text, 20))
	if digits, ok := strings.CutSuffix(text, "%"); ok {
		n, err := strconv.Atoi(digits)
		if err != nil || n < 1 || n > 99 {
			return Reminder{}, bad
		}
		return Reminder{Percent: n}, nil
	}
	left, ok := parseSpan(text)
	if !ok || left > maxPace {
		return Reminder{}, bad
	}
	return Reminder{Left: left}, nil
}

// left is the time left at which the reminder is due, in a turn of this much time.
func (r Reminder) left(total time.Duration) time.Duration {
	if r.Percent > 0 {
		return total * time.Duration(r.Percent) / 100
	}
	return r.Left
}

// defaultReminder is for players who have set none: at 24 h where the turn has more
// than 48 h, else at a quarter.
func defaultReminder(total time.Duration) Reminder {
	if total > 48*time.Hour {
		return Reminder{Left: 24 * time.Hour}
	}
	return Reminder{Percent: 25}
}

// nextReminder is the first instant after now at which a reminder is due for a clock
// that shows left, in a turn that began with total; 0 where none is due any more.
func nextReminder(list []Reminder, a away, total, left time.Duration, now Millis) Millis {
	if list == nil {
		list = []Reminder{defaultReminder(total)}
	}
	next := time.Duration(0)
	for _, r := range list {
		if at := r.left(total); at < min(left, total) {
			next = max(next, at)
		}
	}
	if next == 0 {
		return 0
	}
	return a.runOut(now, left-next)
}

// reminders is nil where the player has set none.
func (s Settings) reminders() []Reminder {
	var list []Reminder
	for _, text := range s.Reminders {
		if r, err := ParseReminder(text); err == nil {
			list = append(list, r)
		}
	}
	return list
}

// reminders is the list that the player has set, nil for none.
func (s *seatRow) reminders() []Reminder { return decodeSettings(s.Settings).reminders() }

func (patch ProfilePatch) checkReminders() error {
	if patch.Reminders == nil {
		return nil
	}
	if len(*patch.Reminders) > maxReminders {
		return invalid("reminders", "too_many_reminders", "max", maxReminders)
	}
	for _, text := range *patch.Reminders {
		if _, err := ParseReminder(text); err != nil {
			return err
		}
	}
	return nil
}

// setReminder finds the next reminder for the running clock. The turn's time is what
// it began with, whatever vacations and credits have put into it. A reminder that quiet hours would
// hold past the deadline comes just before they begin, or in them where they have begun.
func (r *gameRow) setReminder(now Millis) { r.setReminderAfter(now, 0) }

// setReminderAfter leaves out the reminders that were sent already, at the instant said, before quiet hours.
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

// beforeQuiet is when to send a reminder that is due at an instant: just before quiet hours that
// would hold it until the deadline or later, else at that instant.
func (r *gameRow) beforeQuiet(at Millis) Millis {
	reader := r.side(r.ToMove).reader()
	settings := decodeSettings(reader.Settings)
	if at == 0 || settings.Quiet == nil {
		return at
	}
	from, until, quiet := settings.Quiet.around(at.Time(), reader.zone())
	if quiet && ToMillis(until) >= r.DeadlineAt {
		return ToMillis(from) - 1
	}
	return at
}

// storeReminders finds the next reminder anew, where the clock of the player runs.
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
		return true, nil // too late to be of use
	}
	n := row.notice(KindReminder, row.ToMove)
	n.Key, n.Deadline = fmt.Sprintf("remind.%s.%d", row.plyKey(), due), row.DeadlineAt
	return true, tx.notify(n)
}

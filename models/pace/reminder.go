package pace

import (
	"strconv"
	"strings"
	"time"
)

// Reminder is the time in a turn at which a player wants to be reminded: a share of the turn's time, or a time left.
type Reminder struct {
	Percent int           // of the turn's time left; 0: use Left
	Left    time.Duration // time left
}

// ParseReminder parses `50%`, `3h` or `2d`.
func ParseReminder(text string) (r Reminder, ok bool) {
	if digits, percent := strings.CutSuffix(text, "%"); percent {
		n, err := strconv.Atoi(digits)
		if err != nil || n < 1 || n > 99 {
			return Reminder{}, false
		}
		return Reminder{Percent: n}, true
	}
	left, ok := ParseSpan(text)
	if !ok || left > maxTurn {
		return Reminder{}, false
	}
	return Reminder{Left: left}, true
}

// left returns the time left at which the reminder is due, for a turn's total time.
func (r Reminder) left(total time.Duration) time.Duration {
	if r.Percent > 0 {
		return total / 100 * time.Duration(r.Percent) // in this order, as a bank may be years: no overflow
	}
	return r.Left
}

// defaultReminder is for players without reminders: at 24 h if the turn has more
// than 48 h, else at a quarter.
func defaultReminder(total time.Duration) Reminder {
	if total > 48*time.Hour {
		return Reminder{Left: 24 * time.Hour}
	}
	return Reminder{Percent: 25}
}

// NextReminder returns the time left at which the next reminder is due for a clock that shows left, in a turn that
// started with total; 0 for none. A nil list means the default reminder.
func NextReminder(list []Reminder, total, left time.Duration) (next time.Duration) {
	if list == nil {
		list = []Reminder{defaultReminder(total)}
	}
	for _, r := range list {
		if at := r.left(total); at < min(left, total) {
			next = max(next, at)
		}
	}
	return next
}

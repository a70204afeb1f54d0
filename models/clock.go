package models

import (
	"strconv"
	"strings"
	"time"

	"turnpost/rules"
)

// away is a stretch [From, Until) in which a player's own clocks stand still. The
// zero value is none.
type away struct{ From, Until Millis }

func (a away) vacation() Vacation { return Vacation{a.From.Time(), a.Until.Time()} }

// String is the stretch as it is stored: the two instants, to the second.
func (a away) String() string {
	return a.From.Time().Format(time.RFC3339) + "/" + a.Until.Time().Format(time.RFC3339)
}

// overlap is how much of [from, to) lies in the stretch.
func (a away) overlap(from, to Millis) time.Duration {
	return max(0, min(a.Until, to).Sub(max(a.From, from)))
}

// running is how long a clock runs from one instant to another; negative where
// to is the earlier one.
func (a away) running(from, to Millis) time.Duration {
	if to < from {
		return -a.running(to, from)
	}
	return to.Sub(from) - a.overlap(from, to)
}

// runOut is when a clock that shows left at an instant runs out.
func (a away) runOut(from Millis, left time.Duration) Millis {
	end := from.Add(left)
	if a.Until <= from || a.Until <= a.From || end <= a.From {
		return end
	}
	return end.Add(a.Until.Sub(max(a.From, from)))
}

// Reminder is when a player wants to be reminded: at a share of the turn's time
// or at a time left.
type Reminder struct {
	Percent int           // of the turn's time left; 0: Left counts
	Left    time.Duration // time left
}

// remindersMost bounds a player's list.
const remindersMost = 5

// ParseReminder reads `50%`, `3h` or `2d`.
func ParseReminder(text string) (Reminder, error) {
	bad := invalid("reminders", "%q: a reminder is a share of the time (50%%) or a time left (3h, 2d)", clip(text, 20))
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

// startClock begins the turn of the side to move.
func (r *gameRow) startClock(now Millis) {
	r.DeadlineAt = r.away(r.ToMove).runOut(now, time.Duration(r.left(r.ToMove))*time.Millisecond)
	r.setReminder(now)
}

// stopClock ends the turn of the side to move and gives it its time for the next.
func (r *gameRow) stopClock(now Millis) {
	left := r.pace().After(r.timeLeft(now)).Milliseconds()
	if r.ToMove == rules.First {
		r.LeftFirst = left
	} else {
		r.LeftSecond = left
	}
}

// timeLeft is what the clock of the side to move shows; negative when it has run out.
func (r *gameRow) timeLeft(now Millis) time.Duration {
	return r.away(r.ToMove).running(now, r.DeadlineAt)
}

// credit gives the side to move more time.
func (r *gameRow) credit(now Millis, more time.Duration) {
	r.DeadlineAt = r.away(r.ToMove).runOut(now, r.timeLeft(now)+more)
	r.setReminder(now)
}

// setReminder finds the next reminder for the running clock. The turn's time is what
// it began with, whatever vacations and credits have put into it. A reminder that quiet hours would
// hold past the deadline comes just before they begin, or in them where they have begun.
func (r *gameRow) setReminder(now Millis) { r.setReminderAfter(now, 0) }

// setReminderAfter leaves out those that were said already, at an instant before quiet hours.
func (r *gameRow) setReminderAfter(now, said Millis) {
	total := time.Duration(r.left(r.ToMove)) * time.Millisecond
	for at := now; ; {
		at = nextReminder(r.reminders(r.ToMove), r.away(r.ToMove), total, r.timeLeft(at), at)
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

// beforeQuiet is the last instant before the quiet hours that would hold a reminder past
// the deadline, or the reminder's own.
func (r *gameRow) beforeQuiet(at Millis) Millis {
	reader := r.reader(r.ToMove)
	settings := decodeSettings(reader.Settings)
	if at == 0 || settings.Quiet == nil {
		return at
	}
	from, until, quiet := settings.Quiet.around(at.Time(), reader.zone())
	if quiet && At(until) >= r.DeadlineAt {
		return At(from) - 1
	}
	return at
}

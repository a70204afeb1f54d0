package models

import (
	"time"
)

// startClock starts the turn of the side to move.
func (r *gameRow) startClock(now Millis) {
	r.DeadlineAt = r.side(r.ToMove).away().runOut(now, r.side(r.ToMove).left())
	r.setReminder(now)
}

// stopClock ends the turn of the side to move and sets its time for the next.
func (r *gameRow) stopClock(now Millis) {
	left := r.pace().After(r.timeLeft(now)).Milliseconds()
	r.side(r.ToMove).Left = left
}

// timeLeft returns the time on the clock of the side to move; negative if it has run out.
func (r *gameRow) timeLeft(now Millis) time.Duration {
	return r.side(r.ToMove).away().running(now, r.DeadlineAt)
}

// credit adds time to the clock of the side to move.
func (r *gameRow) credit(now Millis, more time.Duration) {
	r.DeadlineAt = r.creditedDeadline(now, more)
	r.setReminder(now)
}

// creditedDeadline returns the deadline with added time.
func (r *gameRow) creditedDeadline(now Millis, more time.Duration) Millis {
	return r.side(r.ToMove).away().runOut(now, r.timeLeft(now)+more)
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

// running returns how long a clock runs between two instants; it is negative if to is before from.
func (a away) running(from, to Millis) time.Duration {
	if to < from {
		return -a.running(to, from)
	}
	return to.Sub(from) - a.overlap(from, to)
}

// runOut returns when a clock that shows left at an instant runs out.
func (a away) runOut(from Millis, left time.Duration) Millis {
	end := from.Add(left)
	if a.Until <= from || a.Until <= a.From || end <= a.From {
		return end
	}
	return end.Add(a.Until.Sub(max(a.From, from)))
}

// clockWentBack corrects the due times of notices that were queued while the clock was ahead. The clocks of games are
// corrected as after an outage, which also sets since when the notice of a turn waits.
func (tx *Tx) clockWentBack(last Millis) error {
	ahead := last - tx.at
	err := tx.Exec(`UPDATE notices SET created_at = ?, due_at = due_at - ?, next_at = next_at - ?,
		lease_until = CASE WHEN lease_until > ? THEN lease_until - ? ELSE 0 END
		WHERE done_at = 0 AND next_at > ? AND created_at > ?`,
		tx.at, ahead, ahead, ahead, ahead, tx.at, tx.at.Add(outageFrom)).Error
	if err != nil {
		return err
	}
	return tx.Exec(`UPDATE notices
		SET lease_until = 0, next_at = CASE WHEN attempts > 0 AND next_at > ? THEN ? ELSE next_at END
		WHERE done_at = 0 AND lease_until > ?`, tx.at, tx.at, tx.at.Add(outageFrom)).Error
}

package models

import (
	"time"
)

// startClock begins the turn of the side to move.
func (r *gameRow) startClock(now Millis) {
	r.DeadlineAt = r.side(r.ToMove).away().runOut(now, r.side(r.ToMove).left())
	r.setReminder(now)
}

// stopClock ends the turn of the side to move and gives it its time for the next.
func (r *gameRow) stopClock(now Millis) {
	left := r.pace().After(r.timeLeft(now)).Milliseconds()
	r.side(r.ToMove).Left = left
}

// timeLeft is what the clock of the side to move shows; negative when it has run out.
func (r *gameRow) timeLeft(now Millis) time.Duration {
	return r.side(r.ToMove).away().running(now, r.DeadlineAt)
}

// credit gives the side to move more time.
func (r *gameRow) credit(now Millis, more time.Duration) {
	r.DeadlineAt = r.creditedDeadline(now, more)
	r.setReminder(now)
}

// creditedDeadline is the deadline with more time.
func (r *gameRow) creditedDeadline(now Millis, more time.Duration) Millis {
	return r.side(r.ToMove).away().runOut(now, r.timeLeft(now)+more)
}

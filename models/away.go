package models

import "time"

// away is a period [From, Until) in which a player's own clocks stand still. The
// zero value is none.
type away struct {
	From  Millis `json:"from"`
	Until Millis `json:"until"`
}

func (a away) vacation() Vacation { return Vacation{a.From.Time(), a.Until.Time()} }

// overlap is how much of [from, to) lies in the period.
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

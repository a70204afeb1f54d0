package calendar

import (
	"sort"
	"time"
)

// Clock defines when the clock of a player runs: neither on their days off nor in the interval [From, Until), which is
// empty if Until is not after From.
type Clock struct {
	Off         DaysOff
	Zone        *time.Location // of the days off
	From, Until time.Time
}

// RunningTime returns how long the clock runs between two instants; it is negative if to is before from.
func (c Clock) RunningTime(from, to time.Time) time.Duration {
	if to.Before(from) {
		return -c.RunningTime(to, from)
	}
	counted := c.Off.RunningTime(from, to, c.Zone)
	if !c.From.Before(c.Until) {
		return counted
	}
	if c.From.After(from) {
		from = c.From
	}
	if c.Until.Before(to) {
		to = c.Until
	}
	return counted - c.Off.RunningTime(from, to, c.Zone)
}

// RunOut returns the instant at which a clock that shows left runs out. If left is negative, it is the instant at which
// the clock ran out, to the millisecond. It is never on a day off, nor in the interval unless it is its start.
func (c Clock) RunOut(at time.Time, left time.Duration) time.Time {
	if left < 0 {
		return c.runningSince(at, -left)
	}
	if !c.Until.After(at) || !c.From.Before(c.Until) {
		return c.Off.Deadline(at, left, c.Zone)
	}
	if at.Before(c.From) {
		if end := c.Off.Deadline(at, left, c.Zone); !end.After(c.From) {
			return end
		}
		left -= c.Off.RunningTime(at, c.From, c.Zone)
	}
	return c.Off.Deadline(c.Until, max(0, left), c.Zone)
}

// runningSince returns the last instant since which the clock has run for a time.
func (c Clock) runningSince(at time.Time, passed time.Duration) time.Time {
	before := func(d time.Duration) bool { return c.RunningTime(at.Add(-d), at) >= passed }
	bound := passed
	for !before(bound) {
		bound *= 2
	}
	n := sort.Search(int(bound/time.Millisecond), func(i int) bool { return before(time.Duration(i) * time.Millisecond) })
	return at.Add(-time.Duration(n) * time.Millisecond)
}

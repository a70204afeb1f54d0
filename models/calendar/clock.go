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

// maxSpan bounds a span, which is counted week by week. Only damaged data has longer ones, up to the year 292277026,
// which would block the server.
const maxSpan = 100 * 365 * 24 * time.Hour

// RunningTime returns how long the clock runs between two instants, of at most 100 years from the first; it is negative
// if to is before from.
func (c Clock) RunningTime(from, to time.Time) time.Duration {
	if to.Before(from) {
		return -c.RunningTime(to, from)
	}
	to = earlier(to, from.Add(maxSpan))
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
// the clock ran out, to the millisecond. It is never on a day off, nor in the interval unless it is its start. More
// than 100 years left, or of the interval, count as 100 years.
func (c Clock) RunOut(at time.Time, left time.Duration) time.Time {
	left = min(max(left, -maxSpan), maxSpan)
	c.Until = earlier(c.Until, at.Add(maxSpan))
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
		if bound *= 2; bound > maxSpan {
			return at.Add(-maxSpan) // it has not run at all
		}
	}
	n := sort.Search(int(bound/time.Millisecond), func(i int) bool { return before(time.Duration(i) * time.Millisecond) })
	return at.Add(-time.Duration(n) * time.Millisecond)
}

func earlier(a, b time.Time) time.Time {
	if a.Before(b) {
		return a
	}
	return b
}

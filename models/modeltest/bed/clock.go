package bed

import (
	"sync"
	"time"
)

// Clock is the time of a world. It stands still but for Advance.
type Clock struct {
	mu  sync.Mutex
	now time.Time
}

// NewClock is a clock that shows a time.
func NewClock(now time.Time) *Clock { return &Clock{now: now} }

// Now is the time that it shows.
func (c *Clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

// Advance moves it.
func (c *Clock) Advance(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(d)
}

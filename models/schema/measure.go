package schema

import (
	"sync"
	"time"

	"gorm.io/gorm"

	"turnpost/models"
	"turnpost/models/db"
)

// CensusCache holds the last count.
type CensusCache struct {
	Mu       sync.Mutex
	Last     *models.Census // nil before the first
	Err      error          // of the last try
	Until    time.Time
	Counting chan struct{} // closed when the count under way ends; nil if there is none
	Closed   bool
}

// Result returns the last census, or the error of the last attempt if there is none.
func (c *CensusCache) Result() (models.Census, error) {
	c.Mu.Lock()
	defer c.Mu.Unlock()
	if c.Last == nil {
		return models.Census{}, c.Err
	}
	return *c.Last, nil
}

// Close waits for the end of a count, and prevents others.
func (c *CensusCache) Close() {
	c.Mu.Lock()
	c.Closed = true
	counting := c.Counting
	c.Mu.Unlock()
	if counting != nil {
		<-counting
	}
}

// Refusals counts what limits refused since the process started.
type Refusals struct {
	Mu     sync.Mutex
	Counts map[string]int64
}

// Add counts a refusal by a limit.
func (r *Refusals) Add(limit string) {
	r.Mu.Lock()
	defer r.Mu.Unlock()
	if r.Counts == nil {
		r.Counts = map[string]int64{}
	}
	r.Counts[limit]++
}

// MaxCounted is the maximum number of rows of a queue that a measurement reads: a longer queue is in trouble anyway.
// With 100,000 notices, 120,000 deliveries and 20,000 mails waiting, Load takes 12 ms of CPU instead of 100.
const MaxCounted = 20_000

// LoadCache holds the last measurement.
type LoadCache struct {
	Mu    sync.Mutex
	Last  models.Load
	Until time.Time // by the machine's clock
}

// Scoped is a bound on one scope.
type Scoped struct {
	Scope string
	Bound models.Bound
}

// NoneRefused is the result of TakeAll if each scope had some of its allowance left.
const NoneRefused = -1

// Finishers returns which of some players have finished a game with another player. The words of the others are shown
// to nobody who has not asked for it, as an account is free.
func Finishers(from *gorm.DB, players []any) (map[int64]bool, error) {
	known := map[int64]bool{}
	if len(players) == 0 {
		return known, nil
	}
	err := db.Query(from, func(c *db.Columns) error { known[c.Number()] = true; return nil },
		"SELECT player_id FROM player_records WHERE player_id IN ("+Marks(len(players))+") AND won + lost + drawn > 0",
		players...)
	return known, err
}

// AnnouncementAge is how long a process shows what it has read before it reads again.
const AnnouncementAge = time.Second

// AnnouncementCache holds the last announcement that was read.
type AnnouncementCache struct {
	Mu    sync.Mutex
	Last  models.Announcement
	Until time.Time // by the machine's clock
}

// Forget has the next reader load the announcement.
func (c *AnnouncementCache) Forget() {
	c.Mu.Lock()
	defer c.Mu.Unlock()
	c.Until = time.Time{}
}

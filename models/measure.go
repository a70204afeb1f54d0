package models

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"time"

	"turnpost/models/db"
	"turnpost/models/panics"
)

// What the server measures about its content. Counting 100,000 games by indexes takes 12 ms of CPU, and so a million a
// tenth of a second. Census therefore counts in the background, again after a hundred times as long as the last count
// took, so that counting takes at most one percent of the time, and no caller waits but the first.

// GameCount is the number of games of a ruleset in a state.
type GameCount struct {
	Ruleset string
	Status  Status
	Games   int64
}

// Census is the number of players and games at some time in the last minutes.
type Census struct {
	Players int64 // confirmed and not deleted, without the house
	Games   []GameCount
}

const (
	minCensusAge = time.Minute      // between two counts
	censusTime   = 20 * time.Second // for one
)

// censusCache holds the last count.
type censusCache struct {
	mu       sync.Mutex
	last     *Census // nil before the first
	err      error   // of the last try
	until    time.Time
	counting chan struct{} // closed when the count under way ends; nil if there is none
	closed   bool
}

// Census returns the last count. It begins a new one if that is too old, and waits only for the first.
func (s *Store) Census(ctx context.Context) (Census, error) {
	c := &s.census
	c.mu.Lock()
	if c.counting == nil && !c.closed && !time.Now().Before(c.until) {
		c.counting = make(chan struct{})
		go s.countAll(context.WithoutCancel(ctx))
	}
	last, counting := c.last, c.counting
	c.mu.Unlock()
	if last != nil || counting == nil {
		return c.result()
	}
	select {
	case <-counting:
		return c.result()
	case <-ctx.Done():
		return Census{}, ctx.Err()
	}
}

func (c *censusCache) result() (Census, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.last == nil {
		return Census{}, c.err
	}
	return *c.last, nil
}

// close waits for the end of a count, and prevents others.
func (c *censusCache) close() {
	c.mu.Lock()
	c.closed = true
	counting := c.counting
	c.mu.Unlock()
	if counting != nil {
		<-counting
	}
}

// countAll counts players and games, and stores the result.
func (s *Store) countAll(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, censusTime)
	defer cancel()
	begin := time.Now()
	var counted Census
	err := panics.Recover(func() (err error) { counted, err = s.count(ctx); return err })
	end := time.Now()
	c := &s.census
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.err = err; err == nil {
		c.last, c.until = &counted, end.Add(max(minCensusAge, 100*end.Sub(begin)))
	}
	close(c.counting)
	c.counting = nil
}

func (s *Store) count(ctx context.Context) (counted Census, err error) {
	err = s.read(ctx).Raw("SELECT COUNT(*) FROM players WHERE confirmed_at > 0 AND deleted_at = 0 AND name_key NOT IN " +
		houseNames).Scan(&counted.Players).Error
	if err != nil {
		return counted, err
	}
	// The variants are those of the indexes, in whose order rows are grouped without being sorted.
	var variants []GameCount
	err = s.read(ctx).Raw(`SELECT ruleset, variant, 'ongoing' AS status, COUNT(*) AS games FROM games
		WHERE status = 'ongoing' GROUP BY ruleset, variant
		UNION ALL SELECT ruleset, variant, status, COUNT(*) FROM games
		WHERE status <> 'ongoing' GROUP BY ruleset, variant, status`).Scan(&variants).Error
	slices.SortFunc(variants, func(a, b GameCount) int {
		return cmp.Or(cmp.Compare(a.Ruleset, b.Ruleset), cmp.Compare(a.Status, b.Status))
	})
	for _, v := range variants {
		if last := len(counted.Games) - 1; last >= 0 && counted.Games[last].Ruleset == v.Ruleset &&
			counted.Games[last].Status == v.Status {
			counted.Games[last].Games += v.Games
		} else {
			counted.Games = append(counted.Games, v)
		}
	}
	return counted, err
}

// refusals counts what limits refused since the process started.
type refusals struct {
	mu     sync.Mutex
	counts map[string]int64
}

func (r *refusals) add(limit string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.counts == nil {
		r.counts = map[string]int64{}
	}
	r.counts[limit]++
}

// countRefusal counts an error of a limit, by the key of its message.
func (s *Store) countRefusal(err error) {
	if e, ok := errors.AsType[*Error](err); ok && e.Code == CodeTooMany {
		s.refused.add(strings.TrimPrefix(e.Message.Key, "error."))
	}
}

// Refusals returns how often each limit of effects refused something in this process: an act, by the key of its error,
// or a mail, by the reason in the ledger.
func (s *Store) Refusals() map[string]int64 {
	s.refused.mu.Lock()
	defer s.refused.mu.Unlock()
	counts := make(map[string]int64, len(s.refused.counts))
	for limit, n := range s.refused.counts {
		counts[limit] = n
	}
	return counts
}

// maxCounted is the maximum number of rows of a queue that a measurement reads: a longer queue is in trouble anyway.
// With 100,000 notices, 120,000 deliveries and 20,000 mails waiting, Load takes 12 ms of CPU instead of 100.
const maxCounted = 20_000

// Queue is something that waits to be done.
type Queue struct {
	Depth int64
	Age   time.Duration // of the oldest
}

// Load is how much waits to be done, and for how long.
type Load struct {
	Outbox, House, Hooks, Inbound Queue
	DeadlineLag                   time.Duration // see Store.DeadlineLag
}

// loadCache holds the last measurement.
type loadCache struct {
	mu    sync.Mutex
	last  Load
	until time.Time // by the machine's clock
}

// loadRest is for how long a measurement is kept, in times of what it took: measuring takes at most a hundredth of the
// time, however often it is asked for.
const loadRest = 100

// Load returns the last measurement, or a new one if that is too old. One caller measures at a time; others wait.
func (s *Store) Load(ctx context.Context) (l Load, err error) {
	c := &s.loaded
	c.mu.Lock()
	defer c.mu.Unlock()
	begin := time.Now()
	if begin.Before(c.until) {
		return c.last, nil
	}
	for _, q := range []struct {
		into    *Queue
		measure func(context.Context) (int64, time.Duration, error)
	}{
		{&l.Outbox, s.OutboxDepth}, {&l.House, s.HouseQueue}, {&l.Hooks, s.HookQueue}, {&l.Inbound, s.InboundDepth},
	} {
		if q.into.Depth, q.into.Age, err = q.measure(ctx); err != nil {
			return Load{}, err
		}
	}
	if l.DeadlineLag, err = s.DeadlineLag(ctx); err != nil {
		return Load{}, err
	}
	end := time.Now()
	c.last, c.until = l, end.Add(loadRest*end.Sub(begin))
	return l, nil
}

// waiting runs a query for the number of rows that wait and since when the oldest does, and returns the number and how
// long that has been.
func (s *Store) waiting(ctx context.Context, query string, args ...any) (depth int64, age time.Duration, err error) {
	err = db.Query(s.read(ctx), func(c *db.Columns) error {
		depth = c.Number()
		if since := millis(c); since > 0 {
			age = max(0, ToMillis(s.now()).Sub(since))
		}
		return nil
	}, query, args...)
	return depth, age, err
}

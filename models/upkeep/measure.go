package upkeep

import (
	"cmp"
	"context"
	"slices"
	"time"

	"turnpost/models"
	"turnpost/models/panics"
	"turnpost/models/schema"
)

const (
	minCensusAge = time.Minute      // between two counts
	censusTime   = 20 * time.Second // for one
)

// Census returns the last count. It begins a new one if that is too old, and waits only for the first.
func (s *Store) Census(ctx context.Context) (models.Census, error) {
	c := &s.CensusCache
	c.Mu.Lock()
	if c.Counting == nil && !c.Closed && !time.Now().Before(c.Until) {
		c.Counting = make(chan struct{})
		go s.countAll(context.WithoutCancel(ctx))
	}
	last, counting := c.Last, c.Counting
	c.Mu.Unlock()
	if last != nil || counting == nil {
		return c.Result()
	}
	select {
	case <-counting:
		return c.Result()
	case <-ctx.Done():
		return models.Census{}, ctx.Err()
	}
}

// countAll counts players and games, and stores the result.
func (s *Store) countAll(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, censusTime)
	defer cancel()
	begin := time.Now()
	var counted models.Census
	err := panics.Recover(func() (err error) { counted, err = s.count(ctx); return err })
	end := time.Now()
	c := &s.CensusCache
	c.Mu.Lock()
	defer c.Mu.Unlock()
	if c.Err = err; err == nil {
		c.Last, c.Until = &counted, end.Add(max(minCensusAge, 100*end.Sub(begin)))
	}
	close(c.Counting)
	c.Counting = nil
}

func (s *Store) count(ctx context.Context) (counted models.Census, err error) {
	err = s.Read(ctx).Raw("SELECT COUNT(*) FROM players WHERE confirmed_at > 0 AND deleted_at = 0 AND name_key NOT IN " +
		schema.HouseNames).Scan(&counted.Players).Error
	if err != nil {
		return counted, err
	}
	// The variants are those of the indexes, in whose order rows are grouped without being sorted.
	var variants []models.GameCount
	err = s.Read(ctx).Raw(`SELECT ruleset, variant, 'ongoing' AS status, COUNT(*) AS games FROM games
		WHERE status = 'ongoing' GROUP BY ruleset, variant
		UNION ALL SELECT ruleset, variant, status, COUNT(*) FROM games
		WHERE status <> 'ongoing' GROUP BY ruleset, variant, status`).Scan(&variants).Error
	slices.SortFunc(variants, func(a, b models.GameCount) int {
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

// Refusals returns how often each limit of effects refused something in this process: an act, by the key of its error,
// or a mail, by the reason in the ledger.
func (s *Store) Refusals() map[string]int64 {
	s.Refused.Mu.Lock()
	defer s.Refused.Mu.Unlock()
	counts := make(map[string]int64, len(s.Refused.Counts))
	for limit, n := range s.Refused.Counts {
		counts[limit] = n
	}
	return counts
}

// loadRest is for how long a measurement is kept, in times of what it took: measuring takes at most a hundredth of the
// time, however often it is asked for.
const loadRest = 100

// Load returns the last measurement, or a new one if that is too old. One caller measures at a time; others wait.
func (s *Store) Load(ctx context.Context) (l models.Load, err error) {
	c := &s.Loaded
	c.Mu.Lock()
	defer c.Mu.Unlock()
	begin := time.Now()
	if begin.Before(c.Until) {
		return c.Last, nil
	}
	for _, q := range []struct {
		into    *models.Queue
		measure func(context.Context) (int64, time.Duration, error)
	}{
		{&l.Outbox, s.OutboxDepth}, {&l.House, s.HouseQueue}, {&l.Hooks, s.HookQueue}, {&l.Inbound, s.InboundDepth},
	} {
		if q.into.Depth, q.into.Age, err = q.measure(ctx); err != nil {
			return models.Load{}, err
		}
	}
	if l.DeadlineLag, err = s.DeadlineLag(ctx); err != nil {
		return models.Load{}, err
	}
	end := time.Now()
	c.Last, c.Until = l, end.Add(loadRest*end.Sub(begin))
	return l, nil
}

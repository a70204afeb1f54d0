package models

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"time"
)

// What the server measures about its content. A million games are counted in a tenth of a second or two by an index,
// too long for each scrape: Census counts again after a hundred times as long as the last count took, so that counting
// takes at most one percent of the time.

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

// minCensusAge is the minimum time between two counts.
const minCensusAge = time.Minute

// censusCache holds the last count.
type censusCache struct {
	mu    sync.Mutex
	last  Census
	until time.Time // by the machine's clock
}

// Census returns the last count, or a new one if that is too old. One caller counts at a time; others wait for it.
func (s *Store) Census(ctx context.Context) (Census, error) {
	c := &s.census
	c.mu.Lock()
	defer c.mu.Unlock()
	begin := time.Now()
	if begin.Before(c.until) {
		return c.last, nil
	}
	var counted Census
	err := s.read(ctx).Raw("SELECT COUNT(*) FROM players WHERE confirmed_at > 0 AND deleted_at = 0 AND name_key NOT IN " +
		houseNames).Scan(&counted.Players).Error
	if err != nil {
		return c.last, err
	}
	err = s.read(ctx).Raw(`SELECT ruleset, 'ongoing' AS status, COUNT(*) AS games FROM games
		WHERE status = 'ongoing' GROUP BY ruleset
		UNION ALL SELECT ruleset, status, COUNT(*) FROM games WHERE status <> 'ongoing' GROUP BY ruleset, status`).
		Scan(&counted.Games).Error
	if err != nil {
		return c.last, err
	}
	slices.SortFunc(counted.Games, func(a, b GameCount) int {
		return cmp.Or(cmp.Compare(a.Ruleset, b.Ruleset), cmp.Compare(a.Status, b.Status))
	})
	took := time.Since(begin)
	c.last, c.until = counted, time.Now().Add(max(minCensusAge, 100*took))
	return counted, nil
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

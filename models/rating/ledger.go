package rating

import (
	"slices"
	"time"
)

// Standing is what is known about one player in one pool after their last rated game there.
type Standing struct {
	Rating
	At        time.Time // of the last rated game; zero before the first
	Games     int       // number of rated ones
	Opponents int       // number of different established ones, counted up to MinOpponents
}

// What a player needs to appear in a ranking, beside a deviation of at most Established.
const (
	MinGames     = 10
	MinOpponents = 5
)

// Now returns the rating at an instant: Initial before the first game.
func (s *Standing) Now(at time.Time) Rating {
	if s.Games == 0 {
		return Initial
	}
	return s.After(at.Sub(s.At))
}

// Take records a rated game. established reports whether the opponent was established and is a new one among those.
func (s *Standing) Take(after Rating, at time.Time, established bool) {
	s.Rating, s.At = after, at
	s.Games++
	if established && s.Opponents < MinOpponents {
		s.Opponents++
	}
}

// Pool is what has its own ratings: a variant of a ruleset.
type Pool struct{ Ruleset, Variant string }

// Game is a finished game, with players of any kind of key.
type Game[P comparable] struct {
	Facts   // without Absent and Pair, which the ledger knows
	Pool    Pool
	Players [2]P
	Score   Score // of the first
	At      time.Time
	Absence int64 // which absence of its loser the game was lost in, if it was lost by time
}

// Rated is what the ledger has decided about a game.
type Rated struct {
	Cause         Cause // "": it is rated
	Before, After [2]Rating
}

// Ledger rates games one after another. Its memory grows with the number of players and pools, not with that of games.
type Ledger[P comparable] struct {
	standings map[seat[P]]*entry[P]
	absences  map[P]int64
	pairs     map[pair[P]][]time.Time
	pruned    time.Time
}

type seat[P comparable] struct {
	player P
	pool   Pool
}

type pair[P comparable] struct {
	first, second P
	pool          Pool
}

// entry is a standing and the established opponents that it counts.
type entry[P comparable] struct {
	Standing
	opponents []P
}

// NewLedger returns a ledger without games. Each absence of a player has a number that is not 0.
func NewLedger[P comparable]() *Ledger[P] {
	return &Ledger[P]{map[seat[P]]*entry[P]{}, map[P]int64{}, map[pair[P]][]time.Time{}, time.Time{}}
}

// Add decides about the next game in the order of time, and rates it.
func (l *Ledger[P]) Add(g *Game[P]) Rated {
	facts := g.Facts
	loser := g.Players[0]
	if g.Score > 0.5 {
		loser = g.Players[1]
	}
	facts.Absent = facts.Reason == reasonTimeout && l.absences[loser] == g.Absence
	key := l.pair(g)
	facts.Pair = l.recent(key, g.At)
	rated := Rated{Cause: facts.Cause()}
	if rated.Cause != "" {
		return rated
	}
	if facts.Reason == reasonTimeout {
		l.absences[loser] = g.Absence
	}
	l.pairs[key] = append(l.pairs[key], g.At)
	sides := [2]*entry[P]{l.entry(g.Players[0], g.Pool), l.entry(g.Players[1], g.Pool)}
	for i, side := range sides {
		rated.Before[i] = side.Now(g.At)
	}
	rated.After[0], rated.After[1] = Play(rated.Before[0], rated.Before[1], g.Score)
	for i, side := range sides {
		side.take(rated.After[i], g.At, g.Players[1-i], !rated.Before[1-i].Provisional())
	}
	l.prune(g.At)
	return rated
}

// Standing returns a player's standing in a pool.
func (l *Ledger[P]) Standing(player P, pool Pool) Standing {
	if e := l.standings[seat[P]{player, pool}]; e != nil {
		return e.Standing
	}
	return Standing{Rating: Initial}
}

// AbsenceRated returns the last absence of a player in which a loss by time was rated; 0 for none.
func (l *Ledger[P]) AbsenceRated(player P) int64 { return l.absences[player] }

// All calls f with every standing, in no order.
func (l *Ledger[P]) All(f func(player P, pool Pool, s Standing)) {
	for key, e := range l.standings {
		f(key.player, key.pool, e.Standing)
	}
}

func (e *entry[P]) take(after Rating, at time.Time, opponent P, established bool) {
	counts := established && e.Opponents < MinOpponents && !slices.Contains(e.opponents, opponent)
	if counts {
		e.opponents = append(e.opponents, opponent)
	}
	e.Take(after, at, counts)
}

func (l *Ledger[P]) entry(player P, pool Pool) *entry[P] {
	key := seat[P]{player, pool}
	if l.standings[key] == nil {
		l.standings[key] = &entry[P]{Standing: Standing{Rating: Initial}}
	}
	return l.standings[key]
}

// pair returns the key of two players, whose order in the game does not matter.
func (l *Ledger[P]) pair(g *Game[P]) pair[P] {
	key := pair[P]{g.Players[1], g.Players[0], g.Pool}
	if _, ok := l.pairs[key]; ok {
		return key
	}
	return pair[P]{g.Players[0], g.Players[1], g.Pool}
}

// recent counts a pair's rated games within PairPeriod before an instant.
func (l *Ledger[P]) recent(key pair[P], at time.Time) int {
	list := slices.DeleteFunc(l.pairs[key], func(t time.Time) bool { return !t.After(at.Add(-PairPeriod)) })
	if len(list) == 0 {
		delete(l.pairs, key)
	} else {
		l.pairs[key] = list
	}
	return len(list)
}

// prune forgets the pairs that no longer matter, once in PairPeriod.
func (l *Ledger[P]) prune(at time.Time) {
	if at.Sub(l.pruned) < PairPeriod {
		return
	}
	l.pruned = at
	for key := range l.pairs {
		l.recent(key, at)
	}
}

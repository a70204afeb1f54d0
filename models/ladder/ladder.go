// Package ladder orders the players of an event without an end. To climb, a player challenges another one above, and
// takes that player's place by winning. The package knows no rows. The places follow from the recorded steps in their
// order, so that everybody can check them.
package ladder

import (
	"crypto/sha256"
	"slices"
	"strconv"
	"time"
)

// Limits of challenges.
const (
	Reach      = 3                   // places up that a challenge may go
	MaxOwn     = 2                   // running games that a player has begun
	MaxAgainst = 3                   // running games that others have begun against a player
	Rest       = 30 * 24 * time.Hour // from the end of a game to the next challenge to the same player
	IdleAfter  = 60 * 24 * time.Hour // without a game
)

// Refusal is the code for why a challenge is refused; "" if it is not.
type Refusal string

// The refusals, in the order of the checks.
const (
	NotOnLadder Refusal = "not_on_ladder" // one of the two
	NotAbove    Refusal = "not_above"     // the opponent is below, or the challenger
	TooFar      Refusal = "too_far"       // more than Reach places up
	TooMany     Refusal = "too_many"      // MaxOwn games of the challenger are running
	Busy        Refusal = "busy"          // MaxAgainst games against the opponent are running
	Paired      Refusal = "paired"        // a game of the two is running
	TooSoon     Refusal = "too_soon"      // within Rest of the end of the last challenge to the same player
)

// Facts is what decides whether a player may challenge another.
type Facts struct {
	Challenger, Opponent int       // places from 1; 0 is not on the ladder
	Own                  int       // running games that the challenger has begun
	Against              int       // running games that others have begun against the opponent
	Paired               bool      // a game of the two is running, begun by either
	Last                 time.Time // the end of the challenger's last game against the opponent; zero for none
}

// Refusal returns why a challenge is refused at a time, or "".
func (f Facts) Refusal(at time.Time) Refusal {
	switch {
	case f.Challenger == 0 || f.Opponent == 0:
		return NotOnLadder
	case f.Opponent >= f.Challenger:
		return NotAbove
	case f.Challenger-f.Opponent > Reach:
		return TooFar
	case f.Own >= MaxOwn:
		return TooMany
	case f.Against >= MaxAgainst:
		return Busy
	case f.Paired:
		return Paired
	case !f.Last.IsZero() && at.Before(f.Last.Add(Rest)):
		return TooSoon
	}
	return ""
}

// Side is one of the two sides of a game.
type Side int

// The sides.
const (
	Nobody Side = iota // of a draw, or of a game without a result
	Challenger
	Challenged
)

// reasonTimeout is the reason for the end of a game that was lost by time.
const reasonTimeout = "timeout"

// Climbs reports whether the challenger takes the place of the opponent, at whose place they then are; 0 is not on the
// ladder. It needs a victory from below.
func Climbs(challenger, challenged int, winner Side) bool {
	return winner == Challenger && challenged > 0 && challenger > challenged
}

// Leaves returns who leaves the ladder after a game, and after any climb: who lost it by time.
func Leaves(winner Side, reason string) Side {
	if reason != reasonTimeout {
		return Nobody
	}
	return map[Side]Side{Challenger: Challenged, Challenged: Challenger}[winner]
}

// End returns the order after a game, in a replay: stored places move by Climbs and Leaves. A challenger who won takes
// the place of the opponent above, who moves down with all between. Who lost by time leaves then.
func End(order []string, challenger, challenged string, winner Side, reason string) []string {
	order = slices.Clone(order)
	own, above := slices.Index(order, challenger), slices.Index(order, challenged)
	if Climbs(own+1, above+1, winner) {
		order = slices.Insert(slices.Delete(order, own, own+1), above, challenger)
	}
	switch Leaves(winner, reason) {
	case Challenger:
		order = without(order, challenger)
	case Challenged:
		order = without(order, challenged)
	}
	return order
}

func without(order []string, player string) []string {
	return slices.DeleteFunc(order, func(p string) bool { return p == player })
}

// ChallengerFirst reports whether the challenger has the first turn in a game of an event, which are numbered from 1:
// if the SHA-256 of "event:number" is an even number. Nobody chooses it, and anybody can check it.
func ChallengerFirst(event string, no int) bool {
	sum := sha256.Sum256(append(append([]byte(event), ':'), strconv.Itoa(no)...))
	return sum[len(sum)-1]%2 == 0
}

// Ladder is the state of a ladder.
type Ladder struct {
	order []string
	games map[int]pair         // running ones by number
	last  map[pair]time.Time   // ends
	busy  map[string]time.Time // when players joined, or began or ended a game
}

type pair struct{ challenger, challenged string }

// New returns a ladder of players, from the top.
func New(players []string, at time.Time) *Ladder {
	l := &Ladder{games: map[int]pair{}, last: map[pair]time.Time{}, busy: map[string]time.Time{}}
	for _, p := range players {
		l.Join(p, at)
	}
	return l
}

// Order returns the players from the top.
func (l *Ladder) Order() []string { return slices.Clone(l.order) }

// Join adds a player at the bottom, if they are not on the ladder.
func (l *Ladder) Join(player string, at time.Time) {
	if !slices.Contains(l.order, player) {
		l.order = append(l.order, player)
		l.busy[player] = at
	}
}

// Leave takes a player off the ladder. Their games go on.
func (l *Ladder) Leave(player string) { l.order = without(l.order, player) }

// Challenge begins a game under a number, unless it is refused.
func (l *Ladder) Challenge(no int, challenger, challenged string, at time.Time) Refusal {
	p := pair{challenger, challenged}
	facts := Facts{
		Challenger: slices.Index(l.order, challenger) + 1, Opponent: slices.Index(l.order, challenged) + 1, Last: l.last[p],
	}
	for _, g := range l.games {
		if g.challenger == challenger {
			facts.Own++
		}
		if g.challenged == challenged {
			facts.Against++
		}
		facts.Paired = facts.Paired || g == p || g == pair{challenged, challenger}
	}
	refusal := facts.Refusal(at)
	if refusal == "" {
		l.Begin(no, challenger, challenged, at)
	}
	return refusal
}

// Begin begins a game under a number. It asks no rule: Challenge does.
func (l *Ladder) Begin(no int, challenger, challenged string, at time.Time) {
	l.games[no] = pair{challenger, challenged}
	l.busy[challenger], l.busy[challenged] = at, at
}

// End records the end of a running game and moves its players by their current places. Other games are ignored.
func (l *Ladder) End(no int, winner Side, reason string, at time.Time) {
	g, running := l.games[no]
	if !running {
		return
	}
	delete(l.games, no)
	l.last[g], l.busy[g.challenger], l.busy[g.challenged] = at, at, at
	l.order = End(l.order, g.challenger, g.challenged, winner, reason)
}

// Idle returns the players, from the top, who have neither joined nor begun nor ended a game for IdleAfter, and of whom
// none is running.
func (l *Ladder) Idle(at time.Time) (idle []string) {
	playing := map[string]bool{}
	for _, g := range l.games {
		playing[g.challenger], playing[g.challenged] = true, true
	}
	for _, p := range l.order {
		if !playing[p] && !at.Before(l.busy[p].Add(IdleAfter)) {
			idle = append(idle, p)
		}
	}
	return idle
}

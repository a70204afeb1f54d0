package schema

import (
	"slices"
	"strings"
	"sync"

	"turnpost/models"
	"turnpost/models/names"
	"turnpost/rules"
)

// IsHouse reports whether the house has the seat.
func (s *SeatRow) IsHouse() bool { return models.HouseLevel(s.Name) != "" }

// IsBot reports whether a program has the seat.
func (s *SeatRow) IsBot() bool { return names.IsBot(s.Name) }

// HouseNames lists the names of the house players in SQL.
var HouseNames = func() string {
	quoted := make([]string, 0, len(rules.Levels()))
	for _, level := range rules.Levels() {
		quoted = append(quoted, "'"+models.HouseName(level)+"'")
	}
	return "(" + strings.Join(quoted, ", ") + ")"
}()

// HouseIDs selects the IDs of the house players.
var HouseIDs = "(SELECT id FROM players WHERE name_key IN " + HouseNames + ")"

// ToHouse reports whether the challenge is to a house player.
func (r *ChallengeRow) ToHouse() bool {
	return r.OpponentID != nil && models.HouseLevel(r.OpponentName) != ""
}

// WithBot reports whether the challenger or the opponent is a bot.
func (r *ChallengeRow) WithBot() bool {
	return names.IsBot(r.ChallengerName) || names.IsBot(r.OpponentName)
}

// HouseLevelSpan is more than the difference of two places of games in the queue of one level.
const HouseLevelSpan = int64(1) << 40

// HouseWaits are the requests that wait for the house, by game.
type HouseWaits struct {
	mu    sync.Mutex
	games map[string][]chan struct{}
}

// Add returns a channel that is closed when the house has acted in a game, and a function that ends the wait.
func (w *HouseWaits) Add(game string) (acted <-chan struct{}, end func()) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.games == nil {
		w.games = map[string][]chan struct{}{}
	}
	c := make(chan struct{})
	w.games[game] = append(w.games[game], c)
	return c, func() {
		w.mu.Lock()
		defer w.mu.Unlock()
		if left := slices.DeleteFunc(w.games[game], func(other chan struct{}) bool { return other == c }); len(left) > 0 {
			w.games[game] = left
		} else {
			delete(w.games, game)
		}
	}
}

// Acted wakes those who wait for the house in a game.
func (w *HouseWaits) Acted(game string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, c := range w.games[game] {
		close(c)
	}
	delete(w.games, game)
}

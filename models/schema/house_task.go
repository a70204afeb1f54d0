package schema

import (
	"slices"
	"sync"
)

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

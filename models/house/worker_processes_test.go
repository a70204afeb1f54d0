package house

import (
	"sync"
	"testing"

	"turnpost/models"
	"turnpost/models/store"
	"turnpost/rules"
	"turnpost/rules/rulestest/sample"
)

// Of two processes that find the same turn, since the lease of one has ended, one plays it.
func TestTwoProcessesPlayOneTurn(t *testing.T) {
	thinking := newSlow()
	w := newWorld(t, thinking)
	ann := w.SignUp("ann")
	g := w.Play(w.begin(ann, rules.Medium, "first"), ann, "b2")
	other := w.Open()
	defer func() {
		if err := other.Close(); err != nil {
			t.Error(err)
		}
	}()
	ended := make(chan error, 2)
	for _, s := range []*store.Store{w.Store, other} {
		go func() {
			_, err := worker(s).act(t.Context(), mind{})
			ended <- err
		}()
		<-thinking.thinks
		w.Clock.Advance(lease)
	}
	close(thinking.goOn)
	for range 2 {
		if err := <-ended; err != nil {
			t.Error(err)
		}
	}
	if g = w.find(g); g.Ply != 2 {
		t.Errorf("ply %d", g.Ply)
	}
}

// Two processes play many games; each turn is played once.
func TestTwoProcessesPlayManyGames(t *testing.T) {
	sample.Together(t, "plays many games in two processes")
	w := newWorld(t)
	var games []*models.Game
	for _, name := range []string{"ann", "bob", "eve"} {
		p := w.SignUp(name)
		for range 5 {
			games = append(games, w.Play(w.begin(p, rules.Easy, "first"), p, "b2"))
		}
	}
	other := w.Open()
	defer func() {
		if err := other.Close(); err != nil {
			t.Error(err)
		}
	}()
	var all sync.WaitGroup
	for _, s := range []*store.Store{w.Store, other} {
		all.Go(func() {
			for {
				acted, err := worker(s).act(t.Context(), mind{})
				if err != nil {
					t.Error(err)
				}
				if depth, _, err := s.HouseQueue(t.Context()); !acted && depth == 0 || err != nil {
					return
				}
			}
		})
	}
	all.Wait()
	for _, g := range games {
		if g = w.find(g); g.Ply != 2 {
			t.Errorf("game %s is at ply %d", g.ID, g.Ply)
		}
	}
}

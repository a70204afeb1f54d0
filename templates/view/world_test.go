package view_test

import (
	"testing"
	"time"

	"turnpost/models"
	"turnpost/models/modeltest"
	"turnpost/templates/view"
)

// table is a game of ann in the first seat against bob, with eve as an onlooker.
type table struct {
	*modeltest.World
	t             *testing.T
	views         *view.Views
	ann, bob, eve models.Player
	game          *models.Game
}

func newTable(t *testing.T, ruleset, variant string) *table {
	t.Helper()
	w := modeltest.New(t, modeltest.Options{})
	s := &table{World: w, t: t, views: view.New(w.Store)}
	s.ann, s.bob, s.eve = w.SignUp("ann"), w.SignUp("bob"), w.SignUp("eve")
	s.game = w.Begin(s.ann, s.bob, ruleset, variant)
	return s
}

// readers returns readers of each kind: both players, another player, and an anonymous visitor.
func (s *table) readers() map[string]view.Reader {
	return map[string]view.Reader{
		"ann": view.ReaderOf(s.ann), "bob": view.ReaderOf(s.bob), "eve": view.ReaderOf(s.eve), "nobody": {},
	}
}

// gameByReader returns the current game as each reader sees it.
func (s *table) gameByReader() map[string]*view.Game {
	s.t.Helper()
	g := must(s.Game(s.t.Context(), s.game.ID))(s.t)
	seen := map[string]*view.Game{}
	for name, r := range s.readers() {
		seen[name] = must(s.views.Drawn(g, false, r))(s.t)
	}
	return seen
}

func (s *table) play(p models.Player, turn, message string) {
	s.t.Helper()
	s.game = must(s.PlayTurn(s.t.Context(), models.TurnInput{
		Game: s.game.ID, Player: p.ID, Text: turn, Message: message, Via: models.ViaHTTP,
	}))(s.t)
}

// must returns a function that returns the value, or fails the test on an error.
func must[T any](value T, err error) func(t *testing.T) T {
	return func(t *testing.T) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return value
	}
}

func zone(t *testing.T, name string) *time.Location {
	t.Helper()
	return must(time.LoadLocation(name))(t)
}

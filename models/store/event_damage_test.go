package store

import (
	"errors"
	"testing"

	"turnpost/models"
	"turnpost/models/event"
	"turnpost/rules/rulestest/sample"
)

// An event whose rows do not fit together is refused by an error that names it, and the check reports it.
func TestDamagedEvents(t *testing.T) {
	sample.Whole(t, "damages a database")
	t.Parallel()
	w := newWorld(t)
	players := w.players(4)
	e := w.event(event.NewEvent{Size: 4}, players...)
	games := w.eventGames(e)
	for _, damage := range []struct{ change, undo string }{
		{"event_players SET part = 2147483647", "event_players SET part = 1"},
		{"event_players SET part = -1", "event_players SET part = 1"},
		{"event_games SET part = 7 WHERE no = 1", "event_games SET part = 1 WHERE no = 1"},
		{"event_games SET no = 77 WHERE no = 1", "event_games SET no = 1 WHERE no = 77"},
	} {
		w.tamperFreely("UPDATE " + damage.change)
		is := func(err error) bool {
			named, ok := errors.AsType[*event.DamageError](err)
			return ok && named.Event == e.ID
		}
		if _, err := w.EventTable(t.Context(), e.ID); !is(err) {
			t.Errorf("%s: the table: %v", damage.change, err)
		}
		if _, err := w.ResignGame(t.Context(), players[0].ID, w.gameOf(games, players[0])); !is(err) {
			t.Errorf("%s: the end of a game: %v", damage.change, err)
		}
		faults := 0
		sum, err := w.Admin().CheckEvents(t.Context(), func(f event.Fault) {
			if f.Event == e.ID && f.Message.Key == "fault.event_damaged" {
				faults++
			}
		})
		if err != nil || faults != 1 || sum.Faults != 1 {
			t.Errorf("%s: %d faults, %+v, %v", damage.change, faults, sum, err)
		}
		w.tamperFreely("UPDATE " + damage.undo)
	}
	if _, err := w.ResignGame(t.Context(), players[0].ID, w.gameOf(games, players[0])); err != nil {
		t.Error(err)
	}
}

// tamperFreely changes rows that no trigger protects.
func (w *world) tamperFreely(statement string) {
	w.t.Helper()
	if err := w.raw(statement); err != nil {
		w.t.Fatal(err)
	}
}

// gameOf returns a game of a player.
func (w *world) gameOf(games []models.EventGame, p models.Player) string {
	w.t.Helper()
	for _, g := range games {
		if g.Game != "" && (g.First.ID == p.ID || g.Second.ID == p.ID) {
			return g.Game
		}
	}
	w.t.Fatal("the player has no game")
	return ""
}

package store

import (
	"context"
	"slices"
	"testing"

	"turnpost/models"
	"turnpost/models/core"
	"turnpost/models/event"
	"turnpost/models/rating"
	"turnpost/models/roundrobin"
	"turnpost/rules/rulestest/sample"
)

// endedNotices returns how many players were notified of the end of an event, and fails if one was notified twice.
func (w *world) endedNotices(e event.Event) (n int) {
	w.t.Helper()
	var keys []string
	err := w.Read(w.t.Context()).Raw("SELECT key FROM notices WHERE kind = ? AND key LIKE ? ORDER BY key",
		models.KindEventEnded, "event_ended."+e.ID+".%").Scan(&keys).Error
	if err != nil || len(slices.Compact(slices.Clone(keys))) != len(keys) {
		w.t.Fatalf("notices %v: %v", keys, err)
	}
	return len(keys)
}

// A closed round robin keeps what was played. Its games under way end without a result, waiting ones do not begin, and
// it has no successor.
func TestCloseRoundRobin(t *testing.T) {
	sample.Whole(t, "tries a rare case")
	w := newWorld(t)
	players := w.players(4)
	e := w.event(event.NewEvent{Size: 4, AtOnce: 2, Repeat: true}, players...)
	games := w.eventGames(e)
	at := slices.IndexFunc(games, func(g models.EventGame) bool { return g.State == roundrobin.Running })
	if _, err := w.ResignGame(t.Context(), games[at].Second.ID, games[at].Game); err != nil {
		t.Fatal(err)
	}
	closed, err := w.Admin().CloseEvent(t.Context(), e.ID)
	if err != nil || closed.Status != event.EventEnded || closed.Repeat || closed.Finished != closed.Games {
		t.Fatalf("%+v, %v", closed, err)
	}
	for _, g := range w.eventGames(e) {
		switch {
		case g.No == games[at].No:
			if g.State != roundrobin.Over || g.Score != roundrobin.Win {
				t.Errorf("%+v", g)
			}
		case g.State != roundrobin.Void || g.Reason != event.ReasonClosed:
			t.Errorf("%+v", g)
		case g.Game != "":
			game, err := w.Game(t.Context(), g.Game)
			if err != nil || game.Result.Reason != models.ReasonAnnulled || game.UnratedBecause != rating.CauseAnnulled {
				t.Errorf("%+v, %v", game, err)
			}
		}
	}
	if n := w.endedNotices(e); n != 4 {
		t.Errorf("%d players were notified", n)
	}
	if _, err := w.Admin().CloseEvent(t.Context(), e.ID); models.CodeOf(err) != models.CodeConflict {
		t.Errorf("closed again: %v", err)
	}
	if faults := w.checkEvents(); faults != "" {
		t.Error(faults)
	}
}

// A server that stops after closing an event leaves its games to the next one; a game that ends before it does does not
// count either.
func TestCloseEventEndsItsGamesLater(t *testing.T) {
	sample.Whole(t, "plays an event")
	for _, kind := range []event.Kind{event.RoundRobin, event.Ladder} {
		t.Run(string(kind), func(t *testing.T) {
			w := newWorld(t)
			players := w.players(3)
			var e event.Event
			if kind == event.Ladder {
				e = w.ladderOf(players...)
				w.challenges(e, players[1], players[0])
				w.challenges(e, players[2], players[1])
			} else {
				e = w.event(event.NewEvent{Size: 3}, players...)
			}
			err := w.Write(t.Context(), func(tx *core.Tx) error {
				row, err := event.LockEvent(tx, e.ID)
				if err != nil {
					return err
				}
				return event.CloseEvent(tx, row)
			})
			if err != nil {
				t.Fatal(err)
			}
			if kind == event.Ladder {
				w.mustRungs(e, "p0 p1 p2")
			}
			faults, games := w.checkEvents(), w.eventGames(e)
			loser := games[0].First
			if kind == event.Ladder {
				loser = ref(players[0]) // whose place the winner does not take
			}
			w.resignAs(games[0], loser)
			faults += w.checkEvents()
			if err := w.EndWithdrawn(context.Background()); err != nil {
				t.Fatal(err)
			}
			faults += w.checkEvents()
			for i, g := range games {
				game, err := w.Game(t.Context(), g.Game)
				if err != nil || game.Status == models.Ongoing || game.UnratedBecause == "" ||
					(game.Result.Reason == models.ReasonAnnulled) != (i > 0) {
					t.Errorf("game %d: %+v, %v", i, game, err)
				}
			}
			if n := w.endedNotices(e); faults != "" || n != 3 {
				t.Errorf("%d players were notified; faults %q", n, faults)
			}
			if kind == event.Ladder {
				w.mustRungs(e, "p0 p1 p2")
			}
		})
	}
}

// The games of a player who leaves an event end at once: the worker that ends them is woken, if there are any.
func TestLeavingWakesTheWorker(t *testing.T) {
	sample.Whole(t, "tries a rare case")
	for name, begun := range map[string]bool{"before the first game": false, "with games under way": true} {
		w := newWorld(t)
		players := w.players(2)
		e := w.event(event.NewEvent{Size: 2 + models.OneIf(!begun)}, players...)
		w.sweep()
		select {
		case <-w.BulkChanged():
		default:
		}
		if _, err := w.LeaveEvent(t.Context(), players[0], e.ID); err != nil {
			t.Fatal(err)
		}
		woken := false
		select {
		case <-w.BulkChanged():
			woken = true
		default:
		}
		if woken != begun {
			t.Errorf("%s: woken %t", name, woken)
		}
	}
}

// An event that was closed before it began has players and no table, and can neither be joined nor left.
func TestCloseOpenEvent(t *testing.T) {
	w := newWorld(t)
	players := w.players(2)
	e := w.event(event.NewEvent{Size: 3}, players...)
	closed, err := w.Admin().CloseEvent(t.Context(), e.ID)
	if err != nil || !closed.NeverBegan() || !closed.EstimatedEnd.IsZero() || w.endedNotices(e) != 2 {
		t.Fatalf("%+v, %v", closed, err)
	}
	if table := w.eventTable(e); len(table.Groups) != 1 || len(table.Groups[0]) != 2 {
		t.Errorf("%+v", table)
	}
	ladder := w.ladderOf(players[0])
	if _, err := w.Admin().CloseEvent(t.Context(), ladder.ID); err != nil {
		t.Fatal(err)
	}
	for _, c := range contents(w.deliver()) {
		if c.Kind == models.KindEventEnded && ((c.Table == nil) != (c.Event.ID == e.ID) ||
			(c.Place == 0) != (c.Event.ID == e.ID)) {
			t.Errorf("the mail about the end of the %s has place %d and the table %v", c.Event.Kind, c.Place, c.Table)
		}
	}
	for _, id := range []string{e.ID, ladder.ID} {
		if _, err := w.JoinEvent(t.Context(), players[1], id); models.CodeOf(err) != models.CodeConflict {
			t.Errorf("joined: %v", err)
		}
		if _, err := w.LeaveEvent(t.Context(), players[0], id); models.CodeOf(err) != models.CodeConflict {
			t.Errorf("left: %v", err)
		}
	}
	_, err = w.ChallengeInEvent(t.Context(), players[1], ladder.ID, players[0].Name)
	if models.CodeOf(err) != models.CodeConflict {
		t.Errorf("challenged: %v", err)
	}
	if faults := w.checkEvents(); faults != "" {
		t.Error(faults)
	}
}

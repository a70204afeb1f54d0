package store

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"turnpost/models"
	"turnpost/models/event"
	"turnpost/models/rating"
	"turnpost/models/roundrobin"
	"turnpost/rules"
	"turnpost/rules/rulestest/sample"
)

func TestEventAsksForReliability(t *testing.T) {
	sample.Whole(t, "loses many games")
	w := newWorld(t)
	ann, bob := w.player("ann"), w.player("bob")
	for range 21 {
		w.game(bob, ann, "hnefatafl", "7x7")
	}
	w.deliver()
	w.runWithoutMail(73 * time.Hour)
	e := w.event(event.NewEvent{Size: 3, Terms: models.Terms{MinReliability: 50}}, ann)
	climb, err := w.CreateEvent(t.Context(), ann, event.NewEvent{
		Kind: event.Ladder, Ruleset: "hnefatafl", Variant: "7x7", Terms: models.Terms{MinReliability: 50},
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range []event.Event{e, climb} {
		_, err := w.JoinEvent(t.Context(), bob, e.ID)
		wantCode(t, err, models.CodeNotEligible)
		refused, _ := errors.AsType[*models.Error](err)
		if got := words.Say(refused.Message); !strings.HasPrefix(got, "the event asks for 50 %") {
			t.Errorf("%s refuses by %q", e.Kind, got)
		}
	}
}

// Who never plays a first turn loses by time, which is not rated and counts for absence: after the second one they are
// withdrawn, and their other games end.
func TestAbsentPlayerIsWithdrawn(t *testing.T) {
	sample.Whole(t, "plays an event")
	w := newWorld(t)
	players := w.players(5)
	e := w.event(event.NewEvent{Size: 5, Double: true}, players...)
	w.deliver()
	w.runWithoutMail(24 * time.Hour)
	var lost int
	for _, g := range w.eventGames(e) { // p0 plays nowhere, the others play one turn each
		if g.First.Name != "p0" {
			w.play(&models.Game{ID: g.Game}, models.Player{ID: g.First.ID}, "d1-c1")
			if g.Second.Name != "p0" {
				w.play(&models.Game{ID: g.Game, Ply: 1}, models.Player{ID: g.Second.ID}, "d3-c3")
			}
		}
	}
	w.deliver()
	w.runWithoutMail(49 * time.Hour)
	for _, g := range w.eventGames(e) {
		game, err := w.Game(t.Context(), g.Game)
		if err != nil {
			t.Fatal(err)
		}
		own := game.SeatOf(players[0].ID)
		switch {
		case own == rules.NoSeat:
		case game.Result.Reason == models.ReasonTimeout:
			lost++
			if game.UnratedBecause != rating.CauseUnplayed || game.Result.Winner != own.Other() {
				t.Errorf("%+v", game)
			}
		case game.Result.Reason != models.ReasonWithdrawn || game.UnratedBecause != rating.CauseWithdrawn ||
			game.Status != models.Finished:
			t.Errorf("%s: %+v, %s", game.Status, game.Result, game.UnratedBecause)
		}
	}
	if lost != 2 {
		t.Errorf("%d games were lost by time", lost)
	}
	rows := w.eventTable(e).Groups[0]
	last := rows[4]
	if last.Ref.Name != "p0" || last.Place != 0 || last.Withdrawn != roundrobin.Absent || last.Remaining != 0 {
		t.Errorf("%+v", last)
	}
	if faults := w.checkEvents(); faults != "" {
		t.Error(faults)
	}
}

// TestEventsAtRandom plays events at random with withdrawals, absences, annulled games and deleted accounts: the
// stored rows follow from the ends of the games, and all games end.
func TestEventsAtRandom(t *testing.T) {
	sample.Whole(t, "plays events at random")
	for seed := range uint64(12) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) { randomEvent(t, rand.New(rand.NewPCG(seed, 7))) })
	}
}

func randomEvent(t *testing.T, random *rand.Rand) {
	w := newWorld(t)
	w.unsynced(t)
	players := w.players(3 + random.IntN(4))
	e := w.event(event.NewEvent{Size: len(players), Double: random.IntN(2) == 0, AtOnce: random.IntN(3)}, players...)
	gone := map[int64]bool{}
	for range 400 {
		var running []models.EventGame
		for _, g := range w.eventGames(e) {
			if g.State == roundrobin.Running {
				running = append(running, g)
			}
		}
		if len(running) == 0 {
			break
		}
		w.randomStep(random, e, players, gone, running[random.IntN(len(running))])
		if faults := w.checkEvents(); faults != "" {
			t.Fatal(faults)
		}
	}
	ended, err := w.FindEvent(t.Context(), e.ID)
	if err != nil || ended.Status != event.EventEnded || ended.Finished != ended.Games {
		t.Fatalf("%+v, %v", ended, err)
	}
	points, games := 0, 0
	for _, r := range w.eventTable(e).Groups[0] {
		points, games = points+r.Points, games+r.Games
	}
	if points != games {
		t.Errorf("%d points of %d games", points, games)
	}
	if faults, _ := w.check(); faults != "" {
		t.Error(faults)
	}
}

func (w *world) randomStep(
	random *rand.Rand, e event.Event, players []models.Player, gone map[int64]bool, g models.EventGame,
) {
	w.t.Helper()
	ctx, player := w.t.Context(), players[random.IntN(len(players))]
	var err error
	switch n := random.IntN(30); {
	case n == 0 && !gone[player.ID]:
		_, err = w.LeaveEvent(ctx, player, e.ID)
		if models.CodeOf(err) == models.CodeConflict {
			err = nil
		}
	case n == 1 && !gone[player.ID]:
		gone[player.ID] = true
		err = w.DeletePlayer(ctx, player.ID, player.Name)
	case n == 2:
		_, err = w.Admin().FinishGame(ctx, g.Game, rules.Drawn(models.ReasonAnnulled))
	case n == 3:
		w.deliver()
		w.runWithoutMail(73 * time.Hour)
	case n < 10:
		game := w.find(&models.Game{ID: g.Game})
		w.play(game, models.Player{ID: game.Players[game.ToMove].ID},
			[]string{"d1-c1", "d3-c3", "c1-d1", "c3-d3"}[game.Ply%4])
	case n < 14:
		w.agree(g)
	default:
		_, err = w.ResignGame(ctx, []models.PlayerRef{g.First, g.Second}[random.IntN(2)].ID, g.Game)
	}
	if err != nil {
		w.t.Fatal(err)
	}
	if err := w.ApplyBulkChanges(ctx); err != nil {
		w.t.Fatal(err)
	}
}

// A finished game that an operator annuls leaves the table, and its result stays.
func TestAnnulledGameLeavesTheTable(t *testing.T) {
	sample.Whole(t, "tries a rare case")
	w := newWorld(t)
	players := w.players(3)
	e := w.event(event.NewEvent{Size: 3}, players...)
	games := w.eventGames(e)
	for _, g := range games[:2] {
		if _, err := w.ResignGame(t.Context(), g.First.ID, g.Game); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := w.Admin().AnnulRatings(t.Context(), []string{games[0].Game}); err != nil {
		t.Fatal(err)
	}
	points, finished := 0, 0
	for _, r := range w.eventTable(e).Groups[0] {
		points, finished = points+r.Points, finished+r.Games
	}
	g := w.eventGames(e)[0]
	if points != roundrobin.Win || finished != 2 || g.State != roundrobin.Void || g.Reason != models.ReasonAnnulled {
		t.Errorf("%d points of %d games; %+v", points, finished, g)
	}
	if game := w.find(&models.Game{ID: g.Game}); game.Result.Winner != rules.Second {
		t.Errorf("%+v", game.Result)
	}
	if faults := w.checkEvents(); faults != "" {
		t.Error(faults)
	}
}

// An open event of a player that nobody has joined is deleted after two months; one that somebody waits for stays.
func TestAbandonedEventsAreDeleted(t *testing.T) {
	w := newWorld(t)
	ann, bob := w.player("ann"), w.player("bob")
	var ids []string
	for range 2 {
		e, err := w.CreateEvent(t.Context(), ann, event.NewEvent{Ruleset: "hnefatafl", Size: 2})
		if err != nil {
			t.Fatal(err)
		}
		ids = append(ids, e.ID)
	}
	operators := w.event(event.NewEvent{})
	w.join(event.Event{ID: ids[1]}, bob)
	for _, step := range []struct{ days, left int }{{59, 3}, {2, 2}} {
		w.pass(time.Duration(step.days) * 24 * time.Hour)
		w.steady()
		if err := w.DeleteExpired(t.Context()); err != nil {
			t.Fatal(err)
		}
		list, _, err := w.Events(t.Context(), event.Filter{Limit: 10})
		if err != nil || len(list) != step.left {
			t.Fatalf("after %d more days %v, %v", step.days, list, err)
		}
	}
	_, err := w.FindEvent(t.Context(), ids[0])
	wantCode(t, err, models.CodeNotFound)
	for _, id := range []string{ids[1], operators.ID} {
		if _, err := w.FindEvent(t.Context(), id); err != nil {
			t.Error(err)
		}
	}
}

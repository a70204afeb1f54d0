package store

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"turnpost/models"
	"turnpost/models/event"
	"turnpost/models/ladder"
	"turnpost/models/roundrobin"
	"turnpost/rules"
	"turnpost/rules/rulestest/sample"
)

// rowsOfTable returns the table of an event of one group, from the top: place, name, points in halves, finished games,
// Sonneborn-Berger and how the player has left.
func (w *world) rowsOfTable(e event.Event) string {
	w.t.Helper()
	var rows []string
	for _, r := range w.eventTable(e).Groups[0] {
		rows = append(rows, strings.TrimSpace(
			fmt.Sprintf("%d %s %d/%d sb %d %s", r.Place, r.Ref.Name, r.Points, r.Games, r.SB, r.Withdrawn)))
	}
	return strings.Join(rows, ", ")
}

// resignAs makes one of the players of an event's running game resign.
func (w *world) resignAs(g models.EventGame, loser models.PlayerRef) {
	w.t.Helper()
	if _, err := w.ResignGame(w.t.Context(), loser.ID, g.Game); err != nil {
		w.t.Fatal(err)
	}
}

// Exactly half of the games is not under half: the others are forfeits. One game fewer, and none counts. An account
// that is deleted leaves in the same way. A game that has left the table can still be annulled.
func TestLeavingAtHalfOfTheGames(t *testing.T) {
	sample.Whole(t, "plays events at a boundary")
	for _, how := range []string{"withdrawn", "deleted"} {
		for finished, want := range map[int]string{1: "0/0", 2: "4/4", 3: "6/4"} {
			w := newWorld(t)
			players := w.players(5) // four games each; p0 wins each finished one
			e := w.event(event.NewEvent{Size: 5}, players...)
			left, last := finished, ""
			for _, g := range w.eventGames(e) {
				loser := g.First
				if g.First.Name == "p0" {
					loser = g.Second
				}
				if left > 0 && (g.First.Name == "p0" || g.Second.Name == "p0") {
					left, last = left-1, g.Game
					w.resignAs(g, loser)
				}
			}
			var err error
			if how == "withdrawn" {
				_, err = w.LeaveEvent(t.Context(), players[0], e.ID)
			} else {
				err = w.DeletePlayer(t.Context(), players[0].ID, "p0")
			}
			if err != nil {
				t.Fatal(err)
			}
			for _, r := range w.eventTable(e).Groups[0] {
				row := fmt.Sprintf("%d/%d", r.Points, r.Games)
				if r.Ref.ID == players[0].ID && (row != want || string(r.Withdrawn) != how || (r.Place == 0) != (finished < 2)) {
					t.Errorf("%s after %d games: place %d, %s, %s; want %s", how, finished, r.Place, row, r.Withdrawn, want)
				}
			}
			joined, err := w.EventPlayers(t.Context(), e.ID)
			for _, p := range joined {
				if p.Dropped != (finished < 2 && p.Player.ID == players[0].ID) {
					t.Errorf("%s after %d games: %+v, %v", how, finished, p, err)
				}
			}
			w.runWithoutMail(time.Hour)
			if _, err := w.Admin().AnnulRatings(t.Context(), []string{last}); err != nil {
				t.Fatal(err)
			}
			if faults := w.checkEvents(); faults != "" {
				t.Error(faults)
			}
		}
	}
}

// With one game at a time, the games that an absent player has not begun are lost with the second loss by time, and
// nobody waits for them.
func TestAbsenceWithOneGameAtATime(t *testing.T) {
	sample.Whole(t, "lets weeks pass")
	w := newWorld(t)
	players := w.players(4)
	e := w.event(event.NewEvent{Size: 4, AtOnce: 1, Terms: models.Terms{Pace: "1d"}}, players...)
	told := w.told(w.deliver())
	if err := w.raw("DELETE FROM notices WHERE done_at > 0"); err != nil { // as the ledger forgets
		t.Fatal(err)
	}
	for range 3 { // p0 never plays; of the others, the lower number loses
		for _, g := range w.eventGames(e) {
			if g.State != roundrobin.Running {
				continue
			}
			game := w.find(&models.Game{ID: g.Game})
			own := game.SeatOf(players[0].ID)
			switch {
			case own == rules.NoSeat:
				w.resignAs(g, g.First)
			case game.ToMove != own:
				w.play(game, models.Player{ID: game.Players[game.ToMove].ID}, "d1-c1")
			}
		}
		told += w.told(w.deliver())
		w.runWithoutMail(25 * time.Hour)
	}
	if n := w.endedNotices(e); told != 4 || n != 3 {
		t.Errorf("%d players were mailed that the event began, and %d that it ended", told, n)
	}
	reasons := map[string]int{}
	for _, g := range w.eventGames(e) {
		if g.First.Name == "p0" || g.Second.Name == "p0" {
			reasons[g.Reason]++
		}
	}
	if reasons[models.ReasonTimeout] != 2 || reasons[models.ReasonWithdrawn] != 1 {
		t.Errorf("p0's games ended by %v", reasons)
	}
	if ended, err := w.FindEvent(t.Context(), e.ID); err != nil || ended.Status != event.EventEnded {
		t.Errorf("%+v, %v", ended, err)
	}
	if rows := w.rowsOfTable(e); !strings.HasSuffix(rows, "4 p0 0/3 sb 0 absent") {
		t.Error(rows)
	}
	if faults := w.checkEvents(); faults != "" {
		t.Error(faults)
	}
}

// Two losses by time are no absence if the player has played a turn between them.
func TestTurnEndsAbsence(t *testing.T) {
	sample.Whole(t, "tries a rare case")
	w := newWorld(t)
	players := w.players(2)
	e := w.event(event.NewEvent{Size: 2, Double: true, AtOnce: 1, Terms: models.Terms{Pace: "1d"}}, players...)
	w.deliver()
	play := func(g *models.Game, plies int) {
		t.Helper()
		for _, turn := range []string{"d1-c1", "d3-c3", "c1-d1", "c3-d3"}[g.Ply:plies] {
			g = w.play(g, models.Player{ID: g.Players[g.ToMove].ID}, turn)
		}
		w.deliver()
		w.runWithoutMail(25 * time.Hour)
	}
	for i := range w.eventGames(e) {
		game := w.find(&models.Game{ID: w.eventGames(e)[i].Game}) // begun by now
		plies := 2*i + int(game.SeatOf(players[0].ID))            // p0 plays one turn of the second game, none of the first
		play(game, plies)
		if lost := w.find(game); lost.Result != rules.Won(lost.SeatOf(players[1].ID), models.ReasonTimeout) {
			t.Fatalf("game %d: %+v", i, lost.Result)
		}
	}
	if got, want := w.rowsOfTable(e), "1 p1 4/2 sb 0, 2 p0 0/2 sb 0"; got != want {
		t.Errorf("%s; want %s", got, want)
	}
	if faults := w.checkEvents(); faults != "" {
		t.Error(faults)
	}
}

// An annulled game decides no tie: who won it is equal to the loser if all else is equal.
func TestAnnulledGameDecidesNoTie(t *testing.T) {
	sample.Whole(t, "plays an event")
	w := newWorld(t)
	e := w.event(event.NewEvent{Size: 4}, w.players(4)...)
	var decisive string
	for _, g := range w.eventGames(e) { // the lower name wins
		loser := g.First
		if g.First.Name < g.Second.Name {
			loser = g.Second
		}
		w.resignAs(g, loser)
		if g.First.Name+g.Second.Name == "p0p1" || g.First.Name+g.Second.Name == "p1p0" {
			decisive = g.Game
		}
	}
	if got, want := w.rowsOfTable(e), "1 p0 6/3 sb 12, 2 p1 4/3 sb 4, 3 p2 2/3 sb 0, 4 p3 0/3 sb 0"; got != want {
		t.Errorf("%s; want %s", got, want)
	}
	ended := w.now()
	w.pass(time.Hour)
	if _, err := w.Admin().AnnulRatings(t.Context(), []string{decisive}); err != nil {
		t.Fatal(err)
	}
	if at := w.eventTable(e).Event.EndedAt; !at.Equal(ended) {
		t.Errorf("the event ended at %s, and again at %s", ended, at)
	}
	if got, want := w.rowsOfTable(e), "1 p0 4/2 sb 4, 1 p1 4/2 sb 4, 3 p2 2/3 sb 0, 4 p3 0/3 sb 0"; got != want {
		t.Errorf("%s; want %s", got, want)
	}
	if faults := w.checkEvents(); faults != "" {
		t.Error(faults)
	}
}

// The same challenge is refused until the last millisecond of the 30 days, and allowed at their end.
func TestLadderRestEndsExactly(t *testing.T) {
	sample.Whole(t, "tries a rare case")
	w := newWorld(t)
	ann, bob := w.player("ann"), w.player("bob")
	e := w.ladderOf(ann, bob)
	w.resign(w.opening(w.challenges(e, bob, ann)), bob)
	w.pass(30*24*time.Hour - time.Millisecond)
	_, err := w.ChallengeInEvent(t.Context(), bob, e.ID, "ann")
	wantCode(t, err, models.CodeConflict)
	w.pass(time.Millisecond)
	w.resign(w.opening(w.challenges(e, bob, ann)), bob)
	w.checkLadders()
	for after, idle := range []bool{false, true} { // a millisecond before the end of the time, and at it
		w.pass([]time.Duration{ladder.IdleAfter - time.Millisecond, time.Millisecond}[after])
		if places, err := w.LadderPlaces(t.Context(), e.ID, 0); err != nil || places[0].Idle != idle {
			t.Errorf("%+v, %v", places, err)
		}
	}
}

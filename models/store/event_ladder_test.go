package store

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"turnpost/models"
	"turnpost/models/event"
	"turnpost/models/ladder"
	"turnpost/models/roundrobin"
	"turnpost/rules"
	"turnpost/rules/rulestest/sample"
)

// ladderOf makes a ladder of Hnefatafl on the smallest board, which the players join in order.
func (w *world) ladderOf(players ...models.Player) event.Event {
	w.t.Helper()
	return w.pacedLadder("1d", players...)
}

// pacedLadder is ladderOf with another time control.
func (w *world) pacedLadder(pace string, players ...models.Player) event.Event {
	w.t.Helper()
	e, err := w.CreateEvent(w.t.Context(), players[0], event.NewEvent{
		Kind: event.Ladder, Ruleset: "hnefatafl", Variant: "7x7", Terms: models.Terms{Pace: pace},
	})
	for _, p := range players {
		if err == nil {
			_, err = w.JoinEvent(w.t.Context(), p, e.ID)
		}
	}
	if err != nil {
		w.t.Fatal(err)
	}
	return e
}

// rungs returns the names of a ladder's players from the top.
func (w *world) rungs(e event.Event) string {
	w.t.Helper()
	places, err := w.LadderPlaces(w.t.Context(), e.ID, 0)
	if err != nil {
		w.t.Fatal(err)
	}
	var list []string
	for i, p := range places {
		if p.Place != i+1 {
			w.t.Fatalf("place %d of %s is number %d", p.Place, p.Player.Name, i+1)
		}
		list = append(list, p.Player.Name)
	}
	return strings.Join(list, " ")
}

// idle returns the names of a ladder's players, from the top, who are shown as idle.
func (w *world) idle(e event.Event) (list []string) {
	w.t.Helper()
	places, err := w.LadderPlaces(w.t.Context(), e.ID, 0)
	if err != nil {
		w.t.Fatal(err)
	}
	for _, p := range places {
		if p.Idle {
			list = append(list, p.Player.Name)
		}
	}
	return list
}

func (w *world) mustRungs(e event.Event, want string) {
	w.t.Helper()
	if got := w.rungs(e); got != want {
		w.t.Fatalf("ladder %s, want %s", got, want)
	}
}

func (w *world) challenges(e event.Event, p, opponent models.Player) *models.Game {
	w.t.Helper()
	g, err := w.ChallengeInEvent(w.t.Context(), p, e.ID, opponent.Name)
	if err != nil {
		w.t.Fatal(err)
	}
	return g
}

// opening plays the first turns of both sides.
func (w *world) opening(g *models.Game) *models.Game {
	w.t.Helper()
	g = w.play(g, models.Player{ID: g.Players[0].ID, Name: g.Players[0].Name}, "d1-c1")
	return w.play(g, models.Player{ID: g.Players[1].ID, Name: g.Players[1].Name}, "d3-c3")
}

func (w *world) checkLadders() {
	w.t.Helper()
	_, err := w.Admin().CheckEvents(w.t.Context(), func(f event.Fault) { w.t.Error(f.Event, words.Say(f.Message)) })
	if err != nil {
		w.t.Fatal(err)
	}
}

func TestLadderChallengeBeginsByItself(t *testing.T) {
	w := newWorld(t)
	ann, bob := w.player("ann"), w.player("bob")
	e := w.ladderOf(ann, bob)
	if e.Status != event.EventRunning || e.Size != 0 {
		t.Fatalf("made %+v", e)
	}
	for no := 1; no <= 6; no++ {
		g := w.challenges(e, bob, ann)
		first := ann
		if ladder.ChallengerFirst(e.ID, no) {
			first = bob
		}
		told := map[int64]string{ann.ID: "your_turn:ann ", bob.ID: "your_turn:bob event_began:ann "}[first.ID]
		if got := kinds(w.deliver()); got != told {
			t.Errorf("game %d: mailed %s, want %s", no, got, told)
		}
		if g.Players[0].ID != first.ID || g.Event != e.ID || g.Status != models.Ongoing || !g.Rated {
			t.Fatalf("game %d: %+v", no, g)
		}
		games, err := w.EventGames(t.Context(), e.ID)
		if err != nil || len(games) != no {
			t.Fatal(games, err)
		}
		last := games[no-1]
		challenger := [2]models.PlayerRef{last.First, last.Second}[last.Challenger]
		if last.No != no || last.Game != g.ID || challenger.ID != bob.ID {
			t.Fatalf("game %d is stored as %+v", no, last)
		}
		w.resign(w.opening(g), bob)
		w.deliver()
		w.mustRungs(e, "ann bob")
		w.pass(ladder.Rest)
	}
	w.checkLadders()
}

func TestLadderRefusals(t *testing.T) {
	w := newWorld(t)
	var p []models.Player
	for i := range 7 {
		p = append(p, w.player(fmt.Sprintf("p%d", i)))
	}
	e := w.ladderOf(p[:6]...)
	refused := func(challenger, opponent models.Player, want string) {
		t.Helper()
		_, err := w.ChallengeInEvent(t.Context(), challenger, e.ID, opponent.Name)
		e, is := errors.AsType[*models.Error](err)
		if !is || e.Code != models.CodeConflict || e.Message.Key != want {
			t.Errorf("%s challenges %s: %v, want %s", challenger.Name, opponent.Name, err, want)
		}
	}
	refused(p[6], p[5], "error.ladder_not_joined")
	refused(p[5], p[6], "error.ladder_not_on_ladder")
	refused(p[1], p[2], "error.ladder_not_above")
	refused(p[1], p[1], "error.ladder_not_above")
	refused(p[4], p[0], "error.ladder_too_far")
	w.challenges(e, p[3], p[0])
	g := w.challenges(e, p[3], p[1])
	refused(p[3], p[2], "error.ladder_too_many")
	w.challenges(e, p[2], p[0])
	w.challenges(e, p[1], p[0])
	w.resign(w.opening(g), p[3])
	refused(p[3], p[1], "error.ladder_too_soon")
	refused(p[3], p[0], "error.ladder_busy")
	places, err := w.LadderPlaces(t.Context(), e.ID, p[3].ID)
	if err != nil {
		t.Fatal(err)
	}
	var may []string
	for _, place := range places {
		if place.May {
			may = append(may, place.Player.Name)
		}
	}
	if !slices.Equal(may, []string{"p2"}) {
		t.Errorf("p3 may challenge %v", may)
	}
	if _, err := w.JoinEvent(t.Context(), p[0], e.ID); models.CodeOf(err) != models.CodeConflict {
		t.Errorf("joining twice: %v", err)
	}
	if _, err := w.LeaveEvent(t.Context(), p[6], e.ID); models.CodeOf(err) != models.CodeConflict {
		t.Errorf("leaving without being there: %v", err)
	}
	if _, err := w.ChallengeInEvent(t.Context(), p[3], "nothing9", "p2"); models.CodeOf(err) != models.CodeNotFound {
		t.Errorf("a challenge in no event: %v", err)
	}
	if _, err := w.BlockPlayer(t.Context(), p[2].ID, "p3"); err != nil {
		t.Fatal(err)
	}
	if _, err := w.ChallengeInEvent(t.Context(), p[3], e.ID, "p2"); models.CodeOf(err) != models.CodeForbidden {
		t.Errorf("a challenge of who blocks: %v", err)
	}
	if places, err = w.LadderPlaces(t.Context(), e.ID, p[3].ID); err != nil || places[2].May {
		t.Errorf("p3 may challenge p2, who blocks p3: %v", err)
	}
	w.checkLadders()
}

// Two players have one game at a time, however long it lasts and either may have begun it, and the challenger waits
// from its end.
func TestLadderRestsAfterTheEnd(t *testing.T) {
	sample.Whole(t, "tries a rare case")
	w := newWorld(t)
	ann, bob, cleo := w.player("ann"), w.player("bob"), w.player("cleo")
	e := w.pacedLadder("14d", ann, bob, cleo)
	refused := func(challenger, opponent models.Player, want string) {
		t.Helper()
		_, err := w.ChallengeInEvent(t.Context(), challenger, e.ID, opponent.Name)
		if e, is := errors.AsType[*models.Error](err); !is || e.Code != models.CodeConflict || e.Message.Key != want {
			t.Errorf("%s challenges %s: %v, want %s", challenger.Name, opponent.Name, err, want)
		}
	}
	g := w.opening(w.challenges(e, bob, ann))
	at := [2]models.Player{{ID: g.Players[0].ID}, {ID: g.Players[1].ID}}
	for i, turn := range []string{"c1-d1", "c3-d3", "d1-c1", "d3-c3"} {
		w.pass(14*24*time.Hour - time.Minute)
		w.play(g, at[i%2], turn)
	}
	w.pass(5 * 24 * time.Hour)
	if got := w.idle(e); !slices.Equal(got, []string{"cleo"}) {
		t.Errorf("%v are idle, want cleo alone", got)
	}
	refused(bob, ann, "error.ladder_paired")
	w.resign(g, ann)
	w.mustRungs(e, "bob ann cleo")
	w.challenges(e, ann, bob) // the other way, at once
	w.resign(w.opening(w.challenges(e, cleo, bob)), cleo)
	w.pass(ladder.Rest - time.Second)
	refused(cleo, bob, "error.ladder_too_soon")
	w.pass(2 * time.Second)
	w.challenges(e, cleo, bob)
	w.checkLadders()
}

// The place that a winner takes is that of the opponent at the end of the game, and who loses by time leaves after it.
func TestLadderEnds(t *testing.T) {
	sample.Whole(t, "tries a rare case")
	w := newWorld(t)
	var p []models.Player
	for _, name := range []string{"ann", "bob", "cleo", "dan", "eve"} {
		p = append(p, w.player(name))
	}
	e := w.ladderOf(p...)
	byDan, byEve := w.opening(w.challenges(e, p[3], p[0])), w.opening(w.challenges(e, p[4], p[2]))
	w.resign(byDan, p[0])
	w.mustRungs(e, "dan ann bob cleo eve")
	w.deliver()
	w.resign(byEve, p[2])
	w.mustRungs(e, "dan ann bob eve cleo")
	var told []string
	for _, c := range w.deliver() {
		if c.Kind == models.KindEventPlace {
			told = append(told, c.To.Name)
		}
	}
	if slices.Sort(told); !slices.Equal(told, []string{"cleo", "eve"}) {
		t.Errorf("%v were told of their places", told)
	}
	timed := w.challenges(e, p[4], p[0]) // nobody plays
	loser := timed.Players[0]
	w.run(49 * time.Hour)
	if g := w.find(timed); g.Result.Reason != models.ReasonTimeout || g.Result.Winner != rules.Second {
		t.Fatalf("after the first turn did not come: %s %d", g.Result.Reason, g.Result.Winner)
	}
	want := map[string]string{"ann": "dan eve bob cleo", "eve": "dan ann bob cleo"}[loser.Name]
	w.mustRungs(e, want)
	if _, err := w.JoinEvent(t.Context(), models.Player{ID: loser.ID, Name: loser.Name}, e.ID); err != nil {
		t.Fatal(err)
	}
	w.mustRungs(e, want+" "+loser.Name)
	w.checkLadders()
}

func TestLadderGamesAreNotCalledOff(t *testing.T) {
	sample.Whole(t, "tries a rare case")
	w := newWorld(t)
	ann, bob := w.player("ann"), w.player("bob")
	e := w.ladderOf(ann, bob)
	g := w.challenges(e, bob, ann)
	if _, err := w.AbortGame(t.Context(), bob.ID, g.ID); models.CodeOf(err) != models.CodeConflict {
		t.Errorf("calling off a game of a ladder: %v", err)
	}
	if _, err := w.LeaveEvent(t.Context(), ann, e.ID); err != nil {
		t.Fatal(err)
	}
	w.mustRungs(e, "bob")
	if got := w.find(g); got.Status != models.Ongoing {
		t.Errorf("after its player left, the game is %s", got.Status)
	}
	w.resign(w.opening(g), bob)
	w.mustRungs(e, "bob")
	if err := w.DeletePlayer(t.Context(), bob.ID, "bob"); err != nil {
		t.Fatal(err)
	}
	w.mustRungs(e, "")
	w.checkLadders()
}

// A player who has left a ladder and then loses a game of it by time is not taken off it a second time.
func TestLadderGameIsLostAfterLeaving(t *testing.T) {
	sample.Whole(t, "tries a rare case")
	w := newWorld(t)
	ann, bob := w.player("ann"), w.player("bob")
	e := w.ladderOf(ann, bob)
	g := w.challenges(e, bob, ann)
	loser := models.Player{ID: g.Players[0].ID, Name: g.Players[0].Name}
	if _, err := w.LeaveEvent(t.Context(), loser, e.ID); err != nil {
		t.Fatal(err)
	}
	w.deliver()
	var told []string
	for _, c := range w.run(49 * time.Hour) {
		if c.Kind == models.KindEventPlace {
			told = append(told, c.To.Name)
		}
	}
	if lost := w.find(g); lost.Result != rules.Won(rules.Second, models.ReasonTimeout) || len(told) > 0 {
		t.Errorf("%s %+v; %v were told of their places", lost.Status, lost.Result, told)
	}
	w.mustRungs(e, g.Players[1].Name)
	w.checkLadders()
}

// Challenges at the same time, each of which alone would be allowed, exceed no limit; the same form begins one game.
func TestLadderChallengesAtTheSameTime(t *testing.T) {
	sample.Whole(t, "tries a rare case")
	w := newWorld(t)
	var p []models.Player
	for i := range 4 {
		p = append(p, w.player(fmt.Sprintf("p%d", i)))
	}
	e := w.ladderOf(p...)
	var wait sync.WaitGroup
	for _, opponent := range p[:3] {
		for range 4 {
			wait.Go(func() {
				_, err := w.ChallengeInEvent(t.Context(), p[3], e.ID, opponent.Name)
				if err != nil && models.CodeOf(err) != models.CodeConflict {
					t.Error(err)
				}
			})
		}
	}
	wait.Wait()
	games, err := w.EventGames(t.Context(), e.ID)
	if err != nil || len(games) != ladder.MaxOwn ||
		games[0].First == games[1].First && games[0].Second == games[1].Second {
		t.Fatalf("%d games began: %+v, %v", len(games), games, err)
	}
	w.checkLadders()
}

// The games of a ladder whose player's account is closed end on the ladder as well, also if the player has left it
// before: the opponents have won, nobody climbs, and the games no longer count among those that they have begun.
func TestLadderGamesEndWithAnAccount(t *testing.T) {
	for name, closes := range map[string]func(w *world, p models.Player, ladder string) error{
		"deleted": func(w *world, p models.Player, _ string) error { return w.DeletePlayer(t.Context(), p.ID, p.Name) },
		"banned":  func(w *world, p models.Player, _ string) error { return w.Admin().BanPlayer(t.Context(), p.Name) },
		"left before": func(w *world, p models.Player, id string) error {
			_, err := w.LeaveEvent(t.Context(), p, id)
			return errors.Join(err, w.DeletePlayer(t.Context(), p.ID, p.Name))
		},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			ann, bob, cleo := w.player("ann"), w.player("bob"), w.player("cleo")
			e := w.ladderOf(ann, bob, cleo)
			w.challenges(e, cleo, bob)
			w.challenges(e, bob, ann)
			if err := closes(w, bob, e.ID); err != nil {
				t.Fatal(err)
			}
			w.mustRungs(e, "ann cleo")
			games, err := w.EventGames(t.Context(), e.ID)
			if err != nil {
				t.Fatal(err)
			}
			for _, g := range games {
				winner := g.First
				if g.First.ID == bob.ID {
					winner = g.Second
				}
				won := (g.Score == roundrobin.Win) == (winner == g.First) && g.Score != roundrobin.Draw
				if g.State != roundrobin.Over || g.Reason != models.ReasonWithdrawn || !won {
					t.Errorf("game %d is stored as %+v", g.No, g)
				}
			}
			w.challenges(e, cleo, ann)
			w.checkLadders()
		})
	}
}

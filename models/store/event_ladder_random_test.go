package store

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"turnpost/models"
	"turnpost/models/event"
	"turnpost/models/ladder"
	"turnpost/rules/rulestest/sample"
)

// TestLadderMatchesThePureOne does what players may do at random, and compares the places after each step with those of
// package ladder.
func TestLadderMatchesThePureOne(t *testing.T) {
	sample.Whole(t, "plays on a ladder at random")
	w := newWorld(t)
	w.unsynced(t)
	random := rand.New(rand.NewPCG(22, 1))
	var p []models.Player
	var names []string
	for i := range 7 {
		p = append(p, w.player(fmt.Sprintf("p%d", i)))
		names = append(names, p[i].Name)
	}
	e := w.ladderOf(p[:5]...)
	pure, running, no := ladder.New(names[:5], w.now()), map[int]*models.Game{}, 0
	byID, byName := map[int64]models.Player{}, map[string]models.Player{}
	for _, player := range p {
		byID[player.ID], byName[player.Name] = player, player
	}
	for range 150 {
		w.pass(time.Duration(random.IntN(60)) * time.Hour)
		w.sweep()
		w.endTimedOut(running, pure)
		a, b := p[random.IntN(len(p))], p[random.IntN(len(p))]
		switch random.IntN(6) {
		case 0:
			_, err := w.JoinEvent(t.Context(), a, e.ID)
			if on := slices.Contains(pure.Order(),
				a.Name); on != (models.CodeOf(err) == models.CodeConflict) || !on && err != nil {
				t.Fatal(err)
			}
			pure.Join(a.Name, w.now())
		case 1:
			if random.IntN(3) == 0 {
				_, _ = w.LeaveEvent(t.Context(), a, e.ID)
				pure.Leave(a.Name)
			}
		case 2, 3:
			if order := pure.Order(); len(order) > 1 && random.IntN(5) > 0 {
				at := 1 + random.IntN(len(order)-1)
				a, b = byName[order[at]], byName[order[max(0, at-1-random.IntN(4))]]
			}
			g, err := w.ChallengeInEvent(t.Context(), a, e.ID, b.Name)
			refusal := pure.Challenge(no+1, a.Name, b.Name, w.now())
			if (err == nil) != (refusal == "") {
				t.Fatalf("%s challenges %s of %v: %v, %q", a.Name, b.Name, pure.Order(), err, refusal)
			}
			if err == nil {
				no++
				running[no] = g
			}
		default:
			for n, g := range running {
				if g.Ply == 0 {
					running[n] = w.opening(g)
				}
				loser := byID[running[n].Players[random.IntN(2)].ID]
				w.resign(running[n], loser)
				delete(running, n)
				pure.End(n, w.sideOf(e, n, loser.ID), "resignation", w.now())
				break
			}
		}
		w.mustRungs(e, strings.Join(pure.Order(), " "))
		if got, want := w.idle(e), pure.Idle(w.now()); !slices.Equal(got, want) {
			t.Fatalf("%v are idle, want %v", got, want)
		}
	}
	if no < 15 {
		t.Errorf("only %d games began", no)
	}
	w.checkLadders()
}

// sideOf returns the side that has won a game that a player has lost.
func (w *world) sideOf(e event.Event, no int, loser int64) ladder.Side {
	w.t.Helper()
	games, err := w.EventGames(w.t.Context(), e.ID)
	if err != nil {
		w.t.Fatal(err)
	}
	g := games[no-1]
	if [2]models.PlayerRef{g.First, g.Second}[g.Challenger].ID == loser {
		return ladder.Challenged
	}
	return ladder.Challenger
}

// endTimedOut ends in the pure ladder the games that have run out of time, in the order of their ends.
func (w *world) endTimedOut(running map[int]*models.Game, pure *ladder.Ladder) {
	w.t.Helper()
	type ended struct {
		no int
		g  *models.Game
	}
	var list []ended
	for no, g := range running {
		if now := w.find(g); now.Status != models.Ongoing {
			list = append(list, ended{no, now})
		}
	}
	slices.SortFunc(list, func(a, b ended) int { return a.g.FinishedAt.Compare(b.g.FinishedAt) })
	for _, end := range list {
		delete(running, end.no)
		loser := end.g.Players[end.g.Result.Winner.Other()].ID
		pure.End(end.no, w.sideOf(event.Event{ID: end.g.Event}, end.no, loser), models.ReasonTimeout, end.g.FinishedAt)
	}
}

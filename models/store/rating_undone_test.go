package store

import (
	"fmt"
	"math"
	"sync"
	"testing"
	"time"

	"turnpost/models"
	"turnpost/models/account"
	"turnpost/models/rating"
	"turnpost/rules/rulestest/sample"
)

// After an operator has annulled games, all is as if they had never been played.
func TestAnnulledIsAsIfNeverPlayed(t *testing.T) {
	sample.Whole(t, "compares two worlds")
	season := func(t *testing.T, mistake bool) (w *world, players []models.Player, wrong []string) {
		w = newWorld(t)
		w.unsynced(t)
		for i := range 5 {
			players = append(players, w.player(fmt.Sprintf("player-%c", 'a'+i)))
		}
		for i := range 40 {
			first, second := players[i%5], players[(i+1+i/5%4)%5]
			w.pass(7 * time.Hour)
			if i == 3 || i == 17 || i == 18 {
				if mistake {
					wrong = append(wrong, w.resign(w.opened(first, second), first).ID)
				}
				continue
			}
			w.resign(w.opened(first, second), []models.Player{first, second, second}[i%3])
		}
		return w, players, wrong
	}
	clean, players, _ := season(t, false)
	w, same, wrong := season(t, true)
	differs := false
	for i, p := range players {
		want, _ := clean.rated(p)
		got, _ := w.rated(same[i])
		differs = differs || math.Abs(want.Rating-got.Rating) > 1
	}
	if !differs {
		t.Fatal("the mistakes make no difference")
	}
	if _, err := w.Admin().AnnulRatings(t.Context(), wrong); err != nil {
		t.Fatal(err)
	}
	for i, p := range players {
		want, games := clean.rated(p)
		got, n := w.rated(same[i])
		if math.Abs(want.Rating-got.Rating)+math.Abs(want.Deviation-got.Deviation) > 1e-6 || n != games {
			t.Errorf("%s has %+v of %d games, want %+v of %d", p.Name, got, n, want, games)
		}
	}
	if names, want := fmt.Sprint(w.ranks()), fmt.Sprint(clean.ranks()); names != want {
		t.Errorf("the ranking is %s, want %s", names, want)
	}
	w.noFaults()
	again, err := w.Admin().RebuildRatings(t.Context())
	if err != nil || again.Changed != 0 {
		t.Errorf("a second rebuild changes %+v, %v", again, err)
	}
}

// Who deletes an account takes no points from others and leaves none behind.
func TestDeletionKeepsTheOpponents(t *testing.T) {
	sample.Whole(t, "tries a rare case")
	w := newWorld(t)
	w.unsynced(t)
	ann, bob, cat := w.player("ann"), w.player("bob"), w.player("cat")
	g := w.beat(ann, bob)
	w.beat(ann, cat)
	open := w.opened(ann, bob)
	before, games := w.rated(ann)
	if err := w.DeletePlayer(t.Context(), bob.ID, "bob"); err != nil {
		t.Fatal(err)
	}
	after, n := w.rated(ann)
	if n != games || math.Abs(after.Rating-before.Rating) > 1e-9 {
		t.Errorf("%+v of %d games, before %+v of %d", after, n, before, games)
	}
	if _, games := w.rated(bob); games != 0 {
		t.Errorf("the deleted player has %d games", games)
	}
	if open = w.find(open); open.UnratedBecause != rating.CauseDeleted || !open.Result.Over() {
		t.Errorf("the open game: %+v", open)
	}
	if g = w.find(g); g.Ratings[0].IsZero() || !g.Ratings[1].IsZero() {
		t.Errorf("the game before: %+v", g.Ratings)
	}
	history, _, err := w.RatedGames(t.Context(), ann.ID, account.RatingFilter{Limit: 10})
	if err != nil || len(history) != 2 {
		t.Errorf("%d games are in the history, %v", len(history), err)
	}
	w.noFaults()
	if sum, err := w.Admin().RebuildRatings(t.Context()); err != nil || sum.Changed != 0 {
		t.Errorf("a rebuild changes %+v, %v", sum, err)
	}
}

// Games that end in the same millisecond on two processes have an order for each of their players.
func TestSimultaneousEndsHaveAnOrder(t *testing.T) {
	sample.Whole(t, "ends many games")
	w := newWorld(t)
	w.unsynced(t)
	second := w.openSecond(t)
	var players []models.Player
	for i := range 5 {
		players = append(players, w.player(fmt.Sprintf("player-%c", 'a'+i)))
	}
	type ending struct {
		game  string
		loser int64
	}
	var ends []ending
	for i, a := range players {
		for _, b := range players[i+1:] {
			ends = append(ends, ending{w.opened(a, b).ID, b.ID}, ending{w.opened(b, a).ID, a.ID})
		}
	}
	var group sync.WaitGroup
	for i, e := range ends {
		store := []*Store{w.Store, second}[i%2]
		group.Go(func() {
			if _, err := store.ResignGame(t.Context(), e.loser, e.game); err != nil {
				t.Error(err)
			}
		})
	}
	group.Wait()
	seen := map[string]bool{}
	for _, e := range ends {
		g, err := w.Game(t.Context(), e.game)
		if err != nil || !g.Rated {
			t.Fatal(g, err)
		}
		for _, p := range g.Players {
			key := fmt.Sprint(p.ID, g.FinishedAt.UnixMilli())
			if seen[key] {
				t.Errorf("two games of %s end at %s", p.Name, g.FinishedAt)
			}
			seen[key] = true
		}
	}
	w.noFaults()
}

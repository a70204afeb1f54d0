package store

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"turnpost/models"
	"turnpost/models/admin"
	"turnpost/models/challenge"
	"turnpost/models/core"
	"turnpost/models/rating"
	"turnpost/rules"
	"turnpost/rules/rulestest/sample"
)

// opened plays a few turns of a game and returns it.
func (w *world) opened(a, b models.Player) *models.Game {
	w.t.Helper()
	g := w.game(a, b, "hnefatafl", "7x7")
	w.play(g, a, "d1-c1")
	return w.play(g, b, "d3-c3")
}

func (w *world) resign(g *models.Game, p models.Player) *models.Game {
	w.t.Helper()
	g, err := w.ResignGame(w.t.Context(), p.ID, g.ID)
	if err != nil {
		w.t.Fatal(err)
	}
	return g
}

// checkRatings returns the faults of all ratings.
func (w *world) checkRatings() (faults string) {
	w.t.Helper()
	_, err := w.Admin().
		CheckRatings(w.t.Context(), func(f admin.GameFault) { faults += f.Game + " " + words.Say(f.Message) + "\n" })
	if err != nil {
		w.t.Fatal(err)
	}
	return faults
}

func TestGameIsRatedAsItEnds(t *testing.T) {
	w := newWorld(t)
	ann, bob := w.player("ann"), w.player("bob")
	g := w.opened(ann, bob)
	if !g.Rated || g.UnratedBecause != "" || g.Ratings != [2]models.RatingChange{} {
		t.Fatalf("while it is ongoing: %+v", g)
	}
	w.resign(g, bob)
	g = w.find(g)
	first, second := rating.Play(rating.Initial, rating.Initial, 1)
	if !g.Rated || g.Ratings[0] != (models.RatingChange{Before: rating.Initial, After: first}) ||
		g.Ratings[1] != (models.RatingChange{Before: rating.Initial, After: second}) {
		t.Fatalf("after the end: %+v", g)
	}
	w.pass(40 * 24 * time.Hour)
	next := w.find(w.resign(w.opened(bob, ann), ann))
	grown := second.After(next.FinishedAt.Sub(g.FinishedAt))
	if next.Ratings[0].Before != grown {
		t.Errorf("40 days later bob has %+v, want %+v", next.Ratings[0], grown)
	}
	if faults := w.checkRatings(); faults != "" {
		t.Error(faults)
	}
}

func TestWhyGamesAreNotRated(t *testing.T) {
	w := newWorld(t)
	ann, bob := w.player("ann"), w.player("bob")
	want := func(g *models.Game, cause rating.Cause) {
		t.Helper()
		if g = w.find(g); g.UnratedBecause != cause || g.Rated || g.Ratings != [2]models.RatingChange{} {
			t.Errorf("%q, %+v, want %q", g.UnratedBecause, g.Ratings, cause)
		}
	}
	casual, err := w.CreateChallenge(t.Context(), ann, challenge.NewChallenge{
		Ruleset: "hnefatafl", Variant: "7x7", Opponent: "bob", Seat: "first", Terms: models.Terms{Unrated: true},
	})
	if err != nil || !bool(casual.Unrated) {
		t.Fatal(casual, err)
	}
	g, err := w.AcceptChallenge(t.Context(), bob, casual.ID)
	if err != nil {
		t.Fatal(err)
	}
	want(g, rating.CauseUnrated)
	w.play(g, ann, "d1-c1")
	w.play(g, bob, "d3-c3")
	want(w.resign(g, ann), rating.CauseUnrated)

	w.steady()
	house, err := w.CreateChallenge(t.Context(), ann, challenge.NewChallenge{
		Ruleset: "hnefatafl", Variant: "7x7", Opponent: "house-easy", Seat: "first",
	})
	if err != nil {
		t.Fatal(err)
	}
	want(w.resign(house.Begun, ann), rating.CauseHouse)

	g = w.game(ann, bob, "hnefatafl", "7x7")
	if _, err := w.AbortGame(t.Context(), ann.ID, g.ID); err != nil {
		t.Fatal(err)
	}
	want(g, rating.CauseAborted)

	for _, decided := range []rules.Result{
		rules.Won(rules.First, models.ReasonAdjudicated),
		rules.Drawn(models.ReasonAnnulled),
	} {
		g = w.opened(ann, bob)
		if _, err := w.Admin().FinishGame(t.Context(), g.ID, decided); err != nil {
			t.Fatal(err)
		}
		want(g, rating.Cause(decided.Reason))
	}

	g = w.game(ann, bob, "hnefatafl", "7x7")
	w.play(g, ann, "d1-c1")
	want(w.resign(g, ann), rating.CauseUnplayed)

	g = w.opened(ann, bob)
	cat := w.player("cat")
	kept := w.resign(w.opened(ann, cat), cat)
	if err := w.DeletePlayer(t.Context(), bob.ID, "bob"); err != nil {
		t.Fatal(err)
	}
	want(g, rating.CauseDeleted)
	if err := w.DeletePlayer(t.Context(), cat.ID, "cat"); err != nil {
		t.Fatal(err)
	}
	if kept = w.find(kept); kept.Ratings[0].IsZero() || !kept.Ratings[1].IsZero() || !kept.Rated {
		t.Errorf("after a deletion: %+v", kept.Ratings)
	}
	if faults := w.checkRatings(); faults != "" {
		t.Error(faults)
	}
}

// Every further loss by time is unrated until the player sends a turn; one that a plan plays does not count.
func TestSerialTimeoutsCountOnce(t *testing.T) {
	sample.Whole(t, "lets weeks pass")
	w := newWorld(t)
	ann, bob, cat := w.player("ann"), w.player("bob"), w.player("cat")
	games := []*models.Game{w.opened(ann, bob), w.opened(ann, cat), w.opened(ann, bob)}
	last := w.game(ann, cat, "hnefatafl", "7x7")
	w.play(last, ann, "d1-c1")
	w.run(73 * time.Hour) // ann to move in three games, cat in the last
	rated := 0
	for _, g := range games {
		if g = w.find(g); g.Result.Reason != models.ReasonTimeout {
			t.Fatalf("%+v", g.Result)
		}
		if g.Rated {
			rated++
		} else if g.UnratedBecause != rating.CauseAbsent {
			t.Error(g.UnratedBecause)
		}
	}
	if rated != 1 {
		t.Errorf("%d losses by time are rated", rated)
	}
	again, planned := w.opened(ann, bob), w.opened(ann, cat) // ann has played
	w.run(73 * time.Hour)
	if one, two := w.find(again), w.find(planned); one.Rated == two.Rated {
		t.Errorf("after a turn %v and %v are rated", one.Rated, two.Rated)
	}
	if faults := w.checkRatings(); faults != "" {
		t.Error(faults)
	}
}

// A turn that a plan plays does not end an absence.
func TestPlanEndsNoAbsence(t *testing.T) {
	sample.Whole(t, "lets days pass")
	t.Parallel()
	w := newWorld(t)
	w.unsynced(t)
	ann, bob, cat := w.player("ann"), w.player("bob"), w.player("cat")
	first, second := w.opening(w.paced(ann, bob, "2d")), w.opening(w.paced(ann, bob, "4d"))
	planned := w.play(w.paced(ann, cat, "9d"), ann, "d1-c1")
	w.plan(planned, ann, "d3-c3 : c1-d1")
	w.deliver()
	w.run(50 * time.Hour)
	if planned = w.play(planned, cat, "d3-c3"); planned.Ply != 3 {
		t.Fatalf("at ply %d", planned.Ply)
	}
	w.run(50 * time.Hour)
	if first, second = w.find(first), w.find(second); !first.Rated || second.UnratedBecause != rating.CauseAbsent {
		t.Errorf("lost by %s and %s; unrated because of %q and %q", first.Result.Reason, second.Result.Reason,
			first.UnratedBecause, second.UnratedBecause)
	}
}

func TestPairLimit(t *testing.T) {
	sample.Whole(t, "plays a season")
	w := newWorld(t)
	ann, bob := w.player("ann"), w.player("bob")
	var first *models.Game
	for i := range 6 {
		g := w.find(w.resign(w.opened(ann, bob), bob))
		if first == nil {
			first = g
		}
		if g.Rated != (i < 4) || !g.Rated && g.UnratedBecause != rating.CausePair {
			t.Errorf("game %d: %v, %q", i, g.Rated, g.UnratedBecause)
		}
	}
	w.pass(30 * 24 * time.Hour)
	if g := w.find(w.resign(w.opened(bob, ann), ann)); !g.Rated {
		t.Errorf("after 30 days: %q", g.UnratedBecause)
	}
	sum, err := w.Admin().AnnulRatings(t.Context(), []string{first.ID})
	if err != nil || sum.Changed == 0 {
		t.Fatal(sum, err)
	}
	if g := w.find(first); g.Rated || g.UnratedBecause != rating.CauseAnnulled ||
		g.Result.Reason != models.ReasonResignation {
		t.Errorf("annulled: %+v", g)
	}
	if faults := w.checkRatings(); faults != "" {
		t.Error(faults)
	}
	again, err := w.Admin().RebuildRatings(t.Context())
	if err != nil || again.Changed != 0 {
		t.Errorf("rebuilt twice: %+v, %v", again, err)
	}
	_, err = w.Admin().AnnulRatings(t.Context(), []string{first.ID})
	wantCode(t, err, models.CodeConflict)
	_, err = w.Admin().AnnulRatings(t.Context(), []string{w.opened(ann, bob).ID})
	wantCode(t, err, models.CodeConflict)
}

// Transactions that end games of the same players lock standings in the same order, whichever of them moves first.
func TestStandingsAreLockedInOneOrder(t *testing.T) {
	t.Parallel()
	for _, ids := range [][2]int64{{3, 5}, {5, 3}} {
		var row core.GameRow
		row.First.ID, row.Second.ID = ids[0], ids[1]
		var locked []int64
		for _, seat := range row.People() {
			locked = append(locked, row.Side(seat).ID)
		}
		if !slices.Equal(locked, []int64{3, 5}) {
			t.Errorf("players %v are locked in the order %v", ids, locked)
		}
	}
}

// Games that end in one transaction, or in several within a millisecond, have an order for each player.
func TestEndsNeverShareAMillisecond(t *testing.T) {
	sample.Whole(t, "ends many games")
	w := newWorld(t)
	ann, bob, cat := w.player("ann"), w.player("bob"), w.player("cat")
	seen := map[string]bool{}
	games := []*models.Game{w.opened(ann, bob), w.opened(bob, cat), w.opened(ann, cat), w.opened(bob, ann)}
	for _, g := range games {
		g = w.find(w.resign(g, playerOf(g, ann, bob)))
		for _, p := range g.Players {
			key := fmt.Sprint(p.ID, g.FinishedAt)
			if seen[key] || g.UpdatedAt.Before(g.FinishedAt) {
				t.Errorf("%s ends twice at %s", p.Name, g.FinishedAt)
			}
			seen[key] = true
		}
	}
	if faults := w.checkRatings(); faults != "" {
		t.Error(faults)
	}
}

// playerOf returns a player of the game: a or, if they do not play, b.
func playerOf(g *models.Game, a, b models.Player) models.Player {
	if g.SeatOf(a.ID) != rules.NoSeat {
		return a
	}
	return b
}

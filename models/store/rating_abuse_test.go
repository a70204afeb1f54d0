package store

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"turnpost/models"
	"turnpost/models/account"
	"turnpost/models/challenge"
	"turnpost/models/rating"
	"turnpost/rules/rulestest/sample"
)

// What players may try, and what it gives them.

// beat plays a rated game that the second player resigns.
func (w *world) beat(winner, loser models.Player) *models.Game {
	w.t.Helper()
	w.pass(time.Minute)
	return w.find(w.resign(w.opened(winner, loser), loser))
}

// rated returns a player's rating in Hnefatafl 7×7, and the number of rated games.
func (w *world) rated(p models.Player) (r rating.Rating, games int) {
	w.t.Helper()
	list, err := w.RatingsOf(w.t.Context(), p.ID)
	if err != nil {
		w.t.Fatal(err)
	}
	for _, pool := range list {
		if pool.Variant == "7x7" {
			return pool.Rating, pool.Games
		}
	}
	return rating.Initial, 0
}

// ranks returns the names of the ranking of Hnefatafl 7×7.
func (w *world) ranks() (names []string) {
	w.t.Helper()
	page, err := w.Ranking(w.t.Context(), account.RankingFilter{Ruleset: "hnefatafl", Variant: "7x7", Limit: 100})
	if err != nil {
		w.t.Fatal(err)
	}
	for _, p := range page.Players {
		names = append(names, p.Player.Name)
	}
	return names
}

// unranked returns the names below the ranking of Hnefatafl 7×7.
func (w *world) unranked() (names []string) {
	w.t.Helper()
	page, err := w.Ranking(w.t.Context(), account.RankingFilter{Ruleset: "hnefatafl", Variant: "7x7", Limit: 100})
	if err != nil {
		w.t.Fatal(err)
	}
	for _, p := range page.Provisional {
		names = append(names, p.Player.Name)
	}
	return names
}

func (w *world) noFaults() {
	w.t.Helper()
	if faults := w.checkRatings(); faults != "" {
		w.t.Error(faults)
	}
}

// Two players who give each other points get them for four games in any 30 days, whichever side they play.
func TestFarmingAPair(t *testing.T) {
	sample.Whole(t, "plays a season")
	w := newWorld(t)
	w.unsynced(t)
	ann, bob, cat := w.player("ann"), w.player("bob"), w.player("cat")
	var fourth rating.Rating
	for i := range 12 {
		first, second := ann, bob
		if i%2 == 1 {
			first, second = bob, ann
		}
		w.pass(time.Hour)
		w.resign(w.opened(first, second), bob)
		if r, games := w.rated(ann); i == 3 {
			fourth = r
		} else if i > 3 && (games != 4 || r.Shown() != fourth.Shown()) {
			t.Errorf("after game %d: %+v of %d games", i+1, r, games)
		}
	}
	if g := w.beat(ann, cat); !g.Rated {
		t.Errorf("against another player: %q", g.UnratedBecause)
	}
	if names, below := w.ranks(), w.unranked(); len(names) > 0 || !slices.Equal(below, []string{"ann", "cat", "bob"}) {
		t.Errorf("%q are ranked, and below them are %q", names, below)
	}
	patch := models.ProfilePatch{Values: models.Values{"show_rating": {models.No}}}
	if _, err := w.UpdateProfile(t.Context(), cat.ID, patch); err != nil {
		t.Fatal(err)
	}
	if below := w.unranked(); !slices.Equal(below, []string{"ann", "bob"}) {
		t.Errorf("below the ranking are %q after cat hid the rating", below)
	}
	other := w.game(ann, bob, "hnefatafl", "9x9")
	w.play(other, ann, w.firstTurn(other))
	other = w.find(other)
	w.play(other, bob, w.firstTurn(other))
	if other = w.find(w.resign(other, bob)); !other.Rated {
		t.Errorf("in another variant: %q", other.UnratedBecause)
	}
	w.noFaults()
}

// firstTurn returns a turn of a game that may be played.
func (w *world) firstTurn(g *models.Game) string {
	w.t.Helper()
	o, err := w.NextSteps(g, "")
	if err != nil {
		w.t.Fatal(err)
	}
	return o.Steps[0].Text
}

// Wins against new accounts raise a rating less and less, and lead into no ranking.
func TestThrowawayAccounts(t *testing.T) {
	sample.Whole(t, "plays games of many accounts")
	w := newWorld(t)
	w.unsynced(t)
	ann := w.player("ann")
	var gains []float64
	for i := range 16 {
		before, _ := w.rated(ann)
		fresh := w.player(fmt.Sprintf("fresh-%d", i))
		for range 4 {
			if g := w.beat(ann, fresh); !g.Rated {
				t.Fatal(g.UnratedBecause)
			}
		}
		if r, _ := w.rated(fresh); !r.Provisional() {
			t.Errorf("an account is established after four games: %+v", r)
		}
		after, _ := w.rated(ann)
		gains = append(gains, after.Rating-before.Rating)
	}
	for i := range gains[1:] {
		if gains[i+1] >= gains[i] {
			t.Errorf("gains by account %.1f", gains)
		}
	}
	if r, games := w.rated(ann); games != 64 || r.Provisional() {
		t.Errorf("%+v of %d games", r, games)
	}
	if names := w.ranks(); len(names) != 0 {
		t.Errorf("%q are ranked", names)
	}
	w.noFaults()
}

// Who wants a low rating cannot have it by giving up at once, by running out of time, or with an accomplice.
func TestSandbagging(t *testing.T) {
	sample.Whole(t, "plays games of many accounts")
	w := newWorld(t)
	w.unsynced(t)
	ann, bob, cat := w.player("ann"), w.player("bob"), w.player("cat")
	for range 4 {
		w.beat(ann, bob)
	}
	strong, _ := w.rated(ann)
	for range 3 { // before a turn, or after one
		w.resign(w.game(ann, cat, "hnefatafl", "7x7"), ann)
		g := w.game(cat, ann, "hnefatafl", "7x7")
		w.play(g, cat, "d1-c1")
		if g = w.find(w.resign(g, ann)); g.UnratedBecause != rating.CauseUnplayed {
			t.Errorf("given up at once: %q", g.UnratedBecause)
		}
	}
	if r, _ := w.rated(ann); r.Shown() != strong.Shown() {
		t.Errorf("%d after games given up at once, %d before", r.Shown(), strong.Shown())
	}
	for range 5 { // clocks that run out together
		w.opened(ann, cat)
	}
	w.run(73 * time.Hour)
	once, games := w.rated(ann)
	if games != 5 {
		t.Errorf("%d games are rated after five losses by time, want 4 + 1", games)
	}
	for range 9 { // the accomplice has had one of four already
		w.beat(cat, ann)
	}
	low, games := w.rated(ann)
	if games != 8 || low.Rating >= once.Rating {
		t.Errorf("%+v of %d games, want 4 + 1 + 3", low, games)
	}
	c, err := w.CreateChallenge(t.Context(), bob, challenge.NewChallenge{
		Ruleset: "hnefatafl", Variant: "7x7", Terms: models.Terms{MaxRating: low.Shown() - 1},
	})
	if err != nil {
		t.Fatal(err)
	}
	_, err = w.AcceptChallenge(t.Context(), ann, c.ID)
	wantCode(t, err, models.CodeNotEligible)
	w.noFaults()
}

// Of the games that run out of time while a player is away from all of them, one is rated. A turn that the player sends
// ends the absence; a plan does not.
func TestLossesByTimeOfOneAbsence(t *testing.T) {
	w := newWorld(t)
	w.unsynced(t)
	ann := w.player("ann")
	var others []models.Player
	for i := range 5 {
		others = append(others, w.player(fmt.Sprintf("other-%d", i)))
	}
	causes := func(games []*models.Game) string {
		n := map[rating.Cause]int{}
		for _, g := range games {
			if g = w.find(g); g.Result.Reason != models.ReasonTimeout {
				t.Fatalf("%+v", g.Result)
			}
			n[g.UnratedBecause]++
		}
		return fmt.Sprint(n)
	}
	var games []*models.Game
	for _, other := range others[:4] {
		games = append(games, w.opened(ann, other))
	}
	planned := w.paced(others[4], ann, "7d")
	w.play(planned, others[4], "d1-c1")
	w.play(planned, ann, "d3-c3")
	w.plan(planned, ann, "c1-d1 : c3-d3")
	w.run(73 * time.Hour)
	if got := causes(games); got != "map[:1 absent:3]" {
		t.Errorf("together: %s", got)
	}
	w.play(planned, others[4], "c1-d1") // the plan answers, the player does not
	w.play(planned, others[4], "d1-c1")
	w.run(169 * time.Hour)
	if got := causes([]*models.Game{planned}); got != "map[absent:1]" {
		t.Errorf("after a turn by a plan: %s", got)
	}
	games = []*models.Game{w.opened(ann, others[0]), w.opened(ann, others[1])} // each has played a turn
	w.run(73 * time.Hour)
	if got := causes(games); got != "map[:1 absent:1]" {
		t.Errorf("after turns: %s", got)
	}
	w.noFaults()
}

// A game that is going badly cannot be aborted, and one that ends before both have played is rated for nobody.
func TestDodgingALoss(t *testing.T) {
	sample.Whole(t, "lets weeks pass")
	w := newWorld(t)
	ann, bob := w.player("ann"), w.player("bob")
	g := w.opened(ann, bob)
	_, err := w.AbortGame(t.Context(), bob.ID, g.ID)
	wantCode(t, err, models.CodeConflict)
	early := w.game(ann, bob, "hnefatafl", "7x7")
	w.play(early, ann, "d1-c1")
	if _, err := w.AbortGame(t.Context(), bob.ID, early.ID); err != nil {
		t.Fatal(err)
	}
	late := w.game(bob, ann, "hnefatafl", "7x7") // the first turn never comes
	w.run(73 * time.Hour)
	for _, dodged := range []*models.Game{early, late} {
		if dodged = w.find(dodged); dodged.UnratedBecause != rating.CauseAborted {
			t.Errorf("%q", dodged.UnratedBecause)
		}
	}
	if r := w.reliability(bob); r.Due-r.InTime != 1 {
		t.Errorf("a first turn that never came leaves %+v", r)
	}
	if g = w.find(g); !g.Rated || g.Result.Reason != models.ReasonTimeout {
		t.Errorf("the game that was left: %+v", g)
	}
	w.noFaults()
}

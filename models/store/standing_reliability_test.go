package store

import (
	"fmt"
	"testing"
	"time"

	"turnpost/models"
	"turnpost/models/challenge"
	"turnpost/rules/rulestest/sample"
)

func (w *world) reliability(p models.Player) models.Reliability {
	w.t.Helper()
	r, err := w.Reliability(w.t.Context(), p.ID)
	if err != nil {
		w.t.Fatal(err)
	}
	return r
}

// shuttle plays n turns of a game without effect.
func (w *world) shuttle(g *models.Game, a, b models.Player, n int) {
	w.t.Helper()
	for i := range n {
		turn := []string{"d1-c1", "d3-c3", "c1-d1", "c3-d3"}[(g.Ply+i)%4]
		w.play(g, []models.Player{a, b}[i%2], turn)
	}
}

func TestReliability(t *testing.T) {
	w := newWorld(t)
	ann, bob := w.player("ann"), w.player("bob")
	if r := w.reliability(ann); r != (models.Reliability{}) || !r.New() || r.Percent() != 100 {
		t.Errorf("before the first turn: %+v", r)
	}
	for range 5 {
		w.shuttle(w.game(ann, bob, "hnefatafl", "7x7"), ann, bob, 7)
	}
	if r := w.reliability(ann); r != (models.Reliability{InTime: 20, Due: 20}) || r.New() {
		t.Errorf("after 20 turns: %+v", r)
	}
	if r := w.reliability(bob); r != (models.Reliability{InTime: 15, Due: 15}) || !r.New() {
		t.Errorf("after 15 turns: %+v", r)
	}
	w.game(bob, ann, "hnefatafl", "7x7") // bob never plays in it
	w.run(73 * time.Hour)
	if r := w.reliability(bob); r != (models.Reliability{InTime: 15, Due: 21}) || r.New() || r.Percent() != 71 {
		t.Errorf("after six late turns: %+v, %d %%", r, r.Percent())
	}
	late, err := w.LateTurns(t.Context(), bob.ID)
	if err != nil || len(late) != 6 {
		t.Fatal(late, err)
	}
	first := 0
	for _, l := range late {
		if l.First {
			first++
		}
		if l.Opponent.Name != "ann" || l.At.IsZero() || l.Game == "" {
			t.Errorf("%+v", l)
		}
	}
	if first != 1 {
		t.Errorf("%d first turns are late", first)
	}
	if r := w.reliability(ann); r != (models.Reliability{InTime: 20, Due: 20}) {
		t.Errorf("the others' late turns count for ann: %+v", r)
	}
	w.pass(90 * 24 * time.Hour)
	if r := w.reliability(bob); r != (models.Reliability{}) {
		t.Errorf("90 days later: %+v", r)
	}
}

// Only the turns of the last 90 days of a longer game count, and those that were taken back do not.
func TestReliabilityOfLongGames(t *testing.T) {
	w := newWorld(t)
	ann, bob := w.player("ann"), w.player("bob")
	c, err := w.CreateChallenge(t.Context(), ann, challenge.NewChallenge{
		Ruleset: "hnefatafl", Variant: "7x7", Opponent: "bob", Seat: "first", Terms: models.Terms{Pace: "60d"},
	})
	if err != nil {
		t.Fatal(err)
	}
	g, err := w.AcceptChallenge(t.Context(), bob, c.ID)
	if err != nil {
		t.Fatal(err)
	}
	w.play(g, ann, "d1-c1")
	w.pass(50 * 24 * time.Hour)
	w.play(g, bob, "d3-c3")
	w.pass(45 * 24 * time.Hour)
	w.play(g, ann, "c1-d1")
	if r := w.reliability(ann); r != (models.Reliability{InTime: 1, Due: 1}) {
		t.Errorf("ann: %+v", r)
	}
	if r := w.reliability(bob); r != (models.Reliability{InTime: 1, Due: 1}) {
		t.Errorf("bob: %+v", r)
	}
	short := w.game(ann, bob, "hnefatafl", "7x7")
	w.play(short, ann, "d1-c1")
	if _, err := w.NegotiateTakeback(t.Context(), ann.ID, short.ID, models.MakeOffer, 0); err != nil {
		t.Fatal(err)
	}
	if _, err := w.NegotiateTakeback(t.Context(), bob.ID, short.ID, models.AcceptOffer, 0); err != nil {
		t.Fatal(err)
	}
	if r := w.reliability(ann); r != (models.Reliability{InTime: 1, Due: 1}) {
		t.Errorf("after a takeback: %+v", r)
	}
}

// Away and during an outage nothing is late.
func TestVacationIsNotLate(t *testing.T) {
	sample.Whole(t, "tries a rare case")
	w := newWorld(t)
	ann, bob := w.player("ann"), w.player("bob")
	w.opened(ann, bob)
	if _, err := w.SetVacation(t.Context(), ann.ID, "2026-11-21", "2026-11-30"); err != nil {
		t.Fatal(err)
	}
	w.steady()
	w.pass(5 * 24 * time.Hour) // no server runs
	w.sweep()
	w.run(24 * time.Hour)
	if r := w.reliability(ann); r != (models.Reliability{InTime: 1, Due: 1}) {
		t.Errorf("away: %+v", r)
	}
}

func TestChallengeAsksForRatings(t *testing.T) {
	w := newWorld(t)
	ann, bob, cat := w.player("ann"), w.player("bob"), w.player("cat")
	w.resign(w.opened(bob, cat), cat) // bob 1662, cat 1338
	accept := func(n challenge.NewChallenge, by models.Player, field string) {
		t.Helper()
		n.Ruleset, n.Variant, n.Seat = "hnefatafl", "7x7", "first" // ann is to move
		c, err := w.CreateChallenge(t.Context(), ann, n)
		if err != nil {
			t.Fatal(err)
		}
		_, err = w.AcceptChallenge(t.Context(), by, c.ID)
		if field == "" {
			if err != nil {
				t.Error(err)
			}
			return
		}
		wantCode(t, err, models.CodeNotEligible)
		if e := err.(*models.Error); e.Field != field { //nolint:errorlint // wantCode has found it
			t.Errorf("%s is missing, want %s", e.Field, field)
		}
	}
	stored := func(value float64) {
		t.Helper()
		if err := w.raw(fmt.Sprintf("UPDATE ratings SET rating = %v WHERE player_id = %d", value, bob.ID)); err != nil {
			t.Fatal(err)
		}
	}
	before, _ := w.rated(bob)
	stored(1499.5) // shown as 1500
	accept(challenge.NewChallenge{Terms: models.Terms{MinRating: 1500, MaxRating: 1500}}, bob, "")
	accept(challenge.NewChallenge{Terms: models.Terms{MaxRating: 1499}}, bob, "max_rating")
	stored(1499.49)
	accept(challenge.NewChallenge{Terms: models.Terms{MinRating: 1499, MaxRating: 1499}}, bob, "")
	accept(challenge.NewChallenge{Terms: models.Terms{MinRating: 1500}}, bob, "min_rating")
	stored(before.Rating)
	dan := w.player("dan")
	accept(challenge.NewChallenge{Terms: models.Terms{MinRating: 1662, MaxRating: 1662}}, bob, "")
	accept(challenge.NewChallenge{Terms: models.Terms{MinRating: 1663}}, bob, "min_rating")
	accept(challenge.NewChallenge{Terms: models.Terms{MaxRating: 1661}}, bob, "max_rating")
	accept(challenge.NewChallenge{Terms: models.Terms{MinRating: 1000, MaxRating: 2000}}, dan, "min_rating")
	accept(challenge.NewChallenge{Terms: models.Terms{MaxRating: 2000}}, dan, "max_rating")
	accept(challenge.NewChallenge{Terms: models.Terms{MinReliability: 100}}, dan, "")
	accept(challenge.NewChallenge{Terms: models.Terms{MinReliability: 100}, Opponent: "dan"}, dan, "")
	for range 6 {
		w.shuttle(w.game(cat, bob, "hnefatafl", "7x7"), cat, bob, 7)
	}
	eve := w.player("eve")
	w.game(eve, cat, "hnefatafl", "7x7") // eve never plays in it
	w.run(73 * time.Hour)
	accept(challenge.NewChallenge{Terms: models.Terms{MinReliability: 100}}, cat, "") // 25 of 25
	accept(challenge.NewChallenge{Terms: models.Terms{MinReliability: 100}}, eve, "") // a new player, though 0 of 1
	if r := w.reliability(bob); r != (models.Reliability{InTime: 19, Due: 25}) {
		t.Errorf("bob: %+v", r)
	}
	accept(challenge.NewChallenge{Terms: models.Terms{MinReliability: 77}}, bob, "min_reliability")
	accept(challenge.NewChallenge{Terms: models.Terms{MinReliability: 76}}, bob, "")
	for _, bad := range []challenge.NewChallenge{
		{Terms: models.Terms{MinRating: -1}},
		{Terms: models.Terms{MaxRating: 4001}},
		{Terms: models.Terms{MinReliability: 101}},
		{Terms: models.Terms{MinRating: 2, MaxRating: 1}},
	} {
		bad.Ruleset = "hnefatafl"
		_, err := w.CreateChallenge(t.Context(), ann, bad)
		wantCode(t, err, models.CodeInvalid)
	}
}

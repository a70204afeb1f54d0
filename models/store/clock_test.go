package store

import (
	"strings"
	"testing"
	"time"

	"turnpost/models"
	"turnpost/models/core"
	"turnpost/models/schema"
	"turnpost/rules"
	"turnpost/rules/rulestest/sample"
)

func TestAwayClock(t *testing.T) {
	at := func(h int) models.Millis { return models.Millis(h) * 3_600_000 }
	trip := core.Clock{Away: schema.Away{From: at(10), Until: at(20)}}
	for _, c := range []struct {
		from models.Millis
		left time.Duration
		want models.Millis
	}{
		{at(0), 5 * time.Hour, at(5)},   // runs out before the trip
		{at(0), 10 * time.Hour, at(10)}, // just as it begins
		{at(0), 11 * time.Hour, at(21)},
		{at(9), 3 * time.Hour, at(22)},
		{at(12), 3 * time.Hour, at(23)}, // starts within
		{at(20), 3 * time.Hour, at(23)},
		{at(30), 3 * time.Hour, at(33)},
	} {
		end := trip.RunOut(c.from, c.left)
		if end != c.want {
			t.Errorf("from %d with %v: runs out at %d, want %d", c.from, c.left, end, c.want)
		}
		if left := trip.RunningTime(c.from, end); left != c.left {
			t.Errorf("from %d to %d runs %v, want %v", c.from, end, left, c.left)
		}
	}
	if end := (core.Clock{}).RunOut(at(5), time.Hour); end != at(6) {
		t.Errorf("without a trip: %d", end)
	}
	if d := trip.RunningTime(at(22), at(8)); d != -4*time.Hour {
		t.Errorf("backwards: %v", d)
	}
}

func TestTimeoutBeforeTheFirstTurnAborts(t *testing.T) {
	w := newWorld(t)
	ann, bob := w.player("ann"), w.player("bob")
	g, h := w.paced(ann, bob, "4h"), w.paced(bob, ann, "4h")
	w.play(h, bob, "d1-c1")
	w.deliver()
	w.run(4 * time.Hour)
	for _, game := range []*models.Game{g, h} {
		end := w.find(game)
		if end.Status != models.Aborted || end.Result.Reason != models.ReasonAborted || end.Result.Winner != rules.NoSeat {
			t.Errorf("%s: %+v", game.ID, end)
		}
	}
}

// A sweep counts what it has changed, and neither it nor a look at a game writes one whose time has not run out, or
// that cannot end yet.
func TestSweepLeavesOtherGames(t *testing.T) {
	sample.Whole(t, "tries a rare case")
	w := newWorld(t)
	ann, bob := w.player("ann"), w.player("bob")
	g := w.game(ann, bob, "hnefatafl", "7x7") // the notice of its turn waits
	w.runWithoutMail(73 * time.Hour)
	heard := &statements{}
	w.DB.Writer().Logger = heard
	if n, err := w.SweepClocks(t.Context()); n != 0 || err != nil {
		t.Errorf("%d games, %v", n, err)
	}
	if err := w.FinishOverdue(t.Context(), g.ID); err != nil {
		t.Fatal(err)
	}
	for _, statement := range heard.take() {
		if strings.HasPrefix(statement, "UPDATE games") {
			t.Error(statement)
		}
	}
	if now := w.find(g); now.Status != models.Ongoing {
		t.Errorf("the game is %s", now.Status)
	}
}

func TestBankPace(t *testing.T) {
	w := newWorld(t)
	ann, bob := w.player("ann"), w.player("bob")
	g := w.paced(ann, bob, "10h+2h/11h")
	w.run(5 * time.Hour)
	after := w.play(g, ann, "d1-c1")
	w.deliver()
	if after.Left != [2]time.Duration{7 * time.Hour, 10 * time.Hour} {
		t.Fatalf("left %v", after.Left)
	}
	w.run(30 * time.Minute)
	if after = w.play(g, bob, "d3-c3"); after.Left != [2]time.Duration{7 * time.Hour, 11 * time.Hour} {
		t.Fatalf("left %v, not capped", after.Left)
	}
}

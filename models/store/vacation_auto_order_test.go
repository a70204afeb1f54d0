package store

import (
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"turnpost/models"
	"turnpost/models/core"
	"turnpost/models/play"
	"turnpost/models/schema"
	"turnpost/rules/rulestest/sample"
)

// Two games run out before the sweep, and the later one is found first: one day is taken, from the earlier deadline on.
func TestOneDayIsTakenForTwoDeadlines(t *testing.T) {
	sample.Whole(t, "lets days pass")
	w := newWorld(t)
	w.unsynced(t)
	ann, bob := w.player("ann"), w.player("bob")
	w.extends(ann)
	first := w.paced(ann, bob, "24h")
	w.pass(time.Minute)
	second := w.paced(ann, bob, "24h")
	w.runWithoutMail(24*time.Hour - 2*time.Minute)
	w.deliver()
	w.pass(4 * time.Minute)
	if err := w.FinishOverdue(t.Context(), second.ID); err != nil {
		t.Fatal(err)
	}
	w.sweep()
	until := first.Deadline.Add(24 * time.Hour)
	if a, b := w.find(first), w.find(second); w.daysTaken(ann) != 1 || !a.Deadline.Equal(until) ||
		!b.Deadline.Equal(second.Deadline.Add(24*time.Hour)) || !a.Away[0].Equal(until) {
		t.Errorf("%d days, until %v and %v, away until %v", w.daysTaken(ann), a.Deadline, b.Deadline, a.Away[0])
	}
	if got := kinds(w.deliver()); got != "auto_vacation:ann away:bob " {
		t.Errorf("mailed %s", got)
	}
}

// A game that has changed since it was found out of time is left alone: it has ended, the turn has passed,
// or the player has deleted the account.
func TestVacationIsNotTakenForAnotherTurn(t *testing.T) {
	sample.Whole(t, "tries a rare case")
	w := newWorld(t)
	ann, bob, cat := w.player("ann"), w.player("bob"), w.player("cat")
	w.extends(ann)
	ended := w.resign(w.opening(w.paced(ann, bob, "24h")), bob)
	passed, due := w.paced(bob, ann, "24h"), w.paced(cat, bob, "24h")
	dan := w.player("dan")
	left := w.paced(dan, bob, "24h")
	w.runWithoutMail(24*time.Hour - time.Minute)
	w.deliver()
	act := func(g *models.Game, p models.Player, want bool) {
		t.Helper()
		if did, err := w.TimeOutOrExtend(t.Context(), g.ID, p.ID); did != want || err != nil {
			t.Errorf("game of %s: %t, %v; want %t", p.Name, did, err, want)
		}
	}
	act(due, cat, false)
	if err := w.DeletePlayer(t.Context(), dan.ID, "dan"); err != nil {
		t.Fatal(err)
	}
	w.pass(2 * time.Minute)
	act(ended, ann, false)
	act(passed, ann, false)
	act(left, dan, false)
	act(due, cat, true)
	if got := w.find(passed); got.Status != models.Ongoing || w.daysTaken(ann) != 0 ||
		w.find(due).Status == models.Ongoing {
		t.Errorf("%s, %d days", got.Status, w.daysTaken(ann))
	}
}

// A planned vacation does not begin where the player has changed it since it was found: they are away, or none is left.
func TestVacationIsResumedOnce(t *testing.T) {
	sample.Whole(t, "lets days pass")
	t.Parallel()
	w := newWorld(t) // Saturday noon
	ann, bob := w.player("ann"), w.player("bob")
	g := w.paced(ann, bob, "9d")
	ended, resumed := models.ToMillis(w.now().Add(24*time.Hour)), models.ToMillis(w.now().AddDate(0, 0, 5))
	err := w.raw(fmt.Sprintf("UPDATE players SET away_from = %d, away_until = %d WHERE id = %d", ended-1, ended, ann.ID))
	if err != nil {
		t.Fatal(err)
	}
	for _, step := range []struct {
		name  string
		after time.Duration
		plan  bool
		until models.Millis
	}{
		{"while the player is away", 24*time.Hour - time.Millisecond, true, ended},
		{"without a plan", time.Millisecond, false, ended},
		{"when the player is back", 0, true, resumed},
	} {
		w.pass(step.after)
		err := w.raw("DELETE FROM vacations")
		if step.plan {
			err = errors.Join(err, w.raw(fmt.Sprintf(`INSERT INTO vacations
				(player_id, first_day, last_day, from_at, until_at, zone)
				VALUES (%d, '2026-11-25', '2026-11-25', %d, %d, 'UTC')`, ann.ID, resumed-1000, resumed)))
		}
		err = errors.Join(err, w.Write(t.Context(), func(tx *core.Tx) error { return play.ResumeVacation(tx, ann.ID) }))
		if err != nil {
			t.Fatal(err)
		}
		p, err := schema.FindPlayer(w.Read(t.Context()), "id = ?", ann.ID)
		if until := p.Away().Until; err != nil || until != step.until {
			t.Errorf("%s: away until %s, %v", step.name, until.Time(), err)
		}
	}
	if err := w.ApplyBulkChanges(t.Context()); err != nil {
		t.Fatal(err)
	}
	log, err := w.GameLog(t.Context(), g.ID, 0, 10)
	log = slices.DeleteFunc(log, func(e play.LogEntry) bool { return e.Kind != play.LogAway })
	if err != nil || len(log) != 1 {
		t.Errorf("the log of the game is %+v, %v", log, err)
	}
}

// newPlannedVacation begins a game in which ann is to move, on a Saturday at noon. Her vacation begins by itself when
// time runs out, and another one is planned.
func newPlannedVacation(t *testing.T, pace, first, last string) (w *world, ann models.Player, g *models.Game) {
	t.Helper()
	w = newWorld(t)
	w.unsynced(t)
	ann = w.player("ann")
	w.extends(ann)
	g = w.paced(ann, w.player("bob"), pace)
	if _, err := w.SetVacation(t.Context(), ann.ID, first, last); err != nil {
		t.Fatal(err)
	}
	return w, ann, g
}

// Time that runs out when a planned vacation begins takes no additional day: the game goes on until the end of the
// vacation. No reminder is sent, because its time has passed.
func TestVacationBeginsAtTheDeadline(t *testing.T) {
	sample.Whole(t, "tries a rare case")
	t.Parallel()
	w, ann, g := newPlannedVacation(t, "12h", "2026-11-22", "2026-11-22")
	w.pass(12 * time.Hour)
	now := models.ToMillis(w.now())
	if err := w.raw(fmt.Sprintf("UPDATE heartbeats SET at = %d, steady_at = %d", now, now)); err != nil {
		t.Fatal(err)
	}
	if err := w.FinishOverdue(t.Context(), g.ID); err != nil { // before a sweep has sent the reminder
		t.Fatal(err)
	}
	if got := w.find(g); got.Status != models.Ongoing || !got.Deadline.Equal(w.now().AddDate(0, 0,
		1)) || w.daysTaken(ann) != 1 {
		t.Fatalf("%s until %s after %d days", got.Status, got.Deadline, w.daysTaken(ann))
	}
	if got := kinds(w.run(time.Hour)); got != "away:bob " || len(w.dropped(ann, models.KindReminder)) > 0 {
		t.Errorf("mailed %s; dropped reminders %v", got, w.dropped(ann, models.KindReminder))
	}
}

// A day that ends exactly as a planned vacation begins is followed by it without a break.
func TestVacationByItselfMeetsAPlannedOne(t *testing.T) {
	sample.Whole(t, "lets weeks pass")
	t.Parallel()
	w, ann, g := newPlannedVacation(t, "36h", "2026-11-24", "2026-11-25")
	w.run(36 * time.Hour)
	until := time.Date(2026, 11, 26, 0, 0, 0, 0, time.UTC)
	if now := w.find(g); !now.Deadline.Equal(until) || !now.Away[0].Equal(until) || w.daysTaken(ann) != 3 {
		t.Errorf("until %s, away until %s, after %d days", now.Deadline, now.Away[0], w.daysTaken(ann))
	}
}

package models

import (
	"testing"
	"time"
)

// Two games run out before the sweep, and the later one is found first: one day is taken, from the earlier deadline on.
func TestOneDayIsTakenForTwoDeadlines(t *testing.T) {
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

// A game that has changed since it was found out of time is left alone: it has ended, or the turn has passed.
func TestVacationIsNotTakenForAnotherTurn(t *testing.T) {
	w := newWorld(t)
	ann, bob, cat := w.player("ann"), w.player("bob"), w.player("cat")
	w.extends(ann)
	ended := w.resign(w.opening(w.paced(ann, bob, "24h")), bob)
	passed, due := w.paced(bob, ann, "24h"), w.paced(cat, bob, "24h")
	w.runWithoutMail(24*time.Hour - time.Minute)
	w.deliver()
	act := func(g *Game, p Player, want bool) {
		t.Helper()
		if did, err := w.timeOutOrExtend(t.Context(), g.ID, p.ID); did != want || err != nil {
			t.Errorf("game of %s: %t, %v; want %t", p.Name, did, err, want)
		}
	}
	act(due, cat, false)
	w.pass(2 * time.Minute)
	act(ended, ann, false)
	act(passed, ann, false)
	act(due, cat, true)
	if got := w.find(passed); got.Status != Ongoing || w.daysTaken(ann) != 0 || w.find(due).Status == Ongoing {
		t.Errorf("%s, %d days", got.Status, w.daysTaken(ann))
	}
}

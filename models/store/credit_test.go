package store

import (
	"testing"
	"time"

	"turnpost/models"
	"turnpost/models/play"
	"turnpost/rules"
	"turnpost/rules/rulestest/sample"
)

func TestOutageIsGivenBack(t *testing.T) {
	w := newWorld(t)
	ann, bob := w.player("ann"), w.player("bob")
	g := w.paced(ann, bob, "4h")
	before := w.find(g).Deadline
	w.pass(play.OutageFrom)
	w.sweep()
	if got := w.find(g).Deadline; !got.Equal(before) {
		t.Fatalf("five minutes moved the deadline to %v", got)
	}
	w.pass(9 * time.Hour) // past the deadline
	w.restart()
	// Both the turn and the sweep see the credited time, whichever comes first.
	if _, err := w.TryTurn(t.Context(), models.TurnInput{Game: g.ID, Player: ann.ID, Text: "d1-c1"}); err != nil {
		t.Fatalf("a turn right after the outage: %v", err)
	}
	w.sweep()
	if got := w.find(g); !got.Deadline.Equal(before.Add(9*time.Hour)) || got.Status != models.Ongoing {
		t.Fatalf("%s, deadline %v, want %v", got.Status, got.Deadline, before.Add(9*time.Hour))
	}
	log, err := w.GameLog(t.Context(), g.ID, 0, 10)
	if err != nil || len(log) != 1 ||
		log[0].Kind != play.LogOutage || log[0].Back != 9*time.Hour || log[0].Seat != rules.First {
		t.Fatalf("%+v, %v", log, err)
	}
}

func TestLateMailIsGivenBack(t *testing.T) {
	w := newWorld(t)
	ann, bob := w.player("ann"), w.player("bob")
	g := w.paced(ann, bob, "4h")
	g = w.play(g, ann, "d1-c1")
	minutes := sample.Count(1, 5)
	for range 6 * 60 / minutes { // the mail server is unreachable for longer than the turn's time
		w.pass(time.Duration(minutes) * time.Minute)
		w.sweep()
	}
	if got := w.find(g); got.Status != models.Ongoing {
		t.Fatalf("lost while the mail waited: %+v", got.Result)
	}
	w.deliver()
	if got := w.find(g); !got.Deadline.Equal(g.Deadline.Add(6*time.Hour)) || got.Left[1] != 4*time.Hour {
		t.Fatalf("deadline %v, left %v", got.Deadline, got.Left)
	}
	log, err := w.GameLog(t.Context(), g.ID, 0, 10)
	if err != nil || len(log) != 1 || log[0].Kind != play.LogMailDelay || log[0].Back != 6*time.Hour {
		t.Fatalf("%+v, %v", log, err)
	}
}

func TestLateMailAndOutageCountOnce(t *testing.T) {
	sample.Whole(t, "tries a rare case")
	w := newWorld(t)
	ann, bob := w.player("ann"), w.player("bob")
	g := w.paced(ann, bob, "4h")
	g = w.play(g, ann, "d1-c1")
	for range 10 {
		w.pass(time.Minute)
		w.sweep()
	}
	w.pass(3 * time.Hour) // an outage while the mail is queued
	w.sweep()
	w.deliver()
	if got := w.find(g); !got.Deadline.Equal(g.Deadline.Add(3*time.Hour + 10*time.Minute)) {
		t.Fatalf("deadline %v, want %v", got.Deadline, g.Deadline.Add(3*time.Hour+10*time.Minute))
	}
}

func TestTurnBeforeTheSweepFindsTheOutageGivenBack(t *testing.T) {
	sample.Whole(t, "tries a rare case")
	w := newWorld(t)
	ann, bob := w.player("ann"), w.player("bob")
	g := w.paced(ann, bob, "10h+1h")
	w.run(time.Hour)
	w.pass(9 * time.Hour) // the process was suspended
	if got := w.play(g, ann, "d1-c1"); got.Left != [2]time.Duration{10 * time.Hour, 10 * time.Hour} {
		t.Fatalf("left %v", got.Left)
	}
	w.sweep()
	if got := w.find(g); got.Left != [2]time.Duration{10 * time.Hour, 10 * time.Hour} {
		t.Fatalf("left %v after the sweep", got.Left)
	}
}

// The steady time follows regular heartbeats alone, at twice their pace, and is never ahead.
func TestSteadyAfter(t *testing.T) {
	now, regular := models.Millis(1e12), models.Millis(play.OutageFrom.Milliseconds())
	for name, c := range map[string]struct{ last, steady, want models.Millis }{
		"up to date":                   {now - 1000, now - 1000, now},
		"behind":                       {now - 1000, now - 10_000, now - 8000},
		"the longest regular interval": {now - regular, now - 10*regular, now - 8*regular},
		"an outage":                    {now - regular - 1, now - 10*regular, now - 10*regular},
		"a clock that goes back":       {now + 1000, now - 10_000, now - 10_000},
	} {
		if got := play.SteadyAfter(c.last, c.steady, now); got != c.want {
			t.Errorf("%s: %d, want %d", name, got-now, c.want-now)
		}
	}
}

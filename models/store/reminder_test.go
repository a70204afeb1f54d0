package store

import (
	"testing"
	"time"

	"turnpost/models"
	"turnpost/models/core"
	"turnpost/models/pace"
	"turnpost/models/schema"
	"turnpost/rules"
	"turnpost/rules/rulestest/sample"
)

func TestReminderTimes(t *testing.T) {
	at := func(h int) models.Millis { return models.Millis(h) * 3_600_000 }
	list := func(texts ...string) []pace.Reminder { return models.Settings{Reminders: texts}.ReminderList() }
	for _, c := range []struct {
		name             string
		list             []pace.Reminder
		trip             schema.Away
		total, left, now int
		want             int
	}{
		{"three days: at 24 h", nil, schema.Away{}, 72, 72, 0, 48},
		{"48 h is not more than 48 h: at a quarter", nil, schema.Away{}, 48, 48, 0, 36},
		{"36 h: at a quarter", nil, schema.Away{}, 36, 36, 0, 27},
		{"only one by default", nil, schema.Away{}, 72, 24, 48, 0},
		{"own list, first", list("50%", "24h", "3h"), schema.Away{}, 72, 72, 0, 36},
		{"own list, second", list("50%", "24h", "3h"), schema.Away{}, 72, 36, 36, 48},
		{"own list, third", list("3h", "24h", "50%"), schema.Away{}, 72, 24, 48, 69},
		{"more than the turn has", list("5d"), schema.Away{}, 72, 72, 0, 0},
		{"more than the turn had, which has got more since", list("3d"), schema.Away{}, 72, 80, 0, 0},
		{"the clock stands still on a trip", nil, schema.Away{From: at(40), Until: at(60)}, 72, 72, 0, 68},
		{"before the trip", nil, schema.Away{From: at(50), Until: at(60)}, 72, 72, 0, 48},
		{"a trip that is over does not count", nil, schema.Away{From: at(0), Until: at(60)}, 36, 36, 60, 87},
		{"out of time", nil, schema.Away{}, 72, -1, 73, 0},
	} {
		total, left := time.Duration(c.total)*time.Hour, time.Duration(c.left)*time.Hour
		if got := core.NextReminder(c.list, core.Clock{Away: c.trip}, total, left, at(c.now)); got != at(c.want) {
			t.Errorf("%s: %d h, want %d h", c.name, got/3_600_000, c.want)
		}
	}
	for _, bad := range []string{"", "%", "0%", "100%", "3m", "61d", "-1h", "h"} {
		patch := models.ProfilePatch{Values: models.Values{"reminders": {bad}}}
		if err := patch.Check(); models.CodeOf(err) != models.CodeInvalid {
			t.Errorf("%q: %v", bad, err)
		}
	}
}

func TestReminderAndTimeout(t *testing.T) {
	w := newWorld(t)
	ann, bob := w.player("ann"), w.player("bob")
	g := w.paced(ann, bob, "4h")
	w.play(g, ann, "d1-c1")
	w.deliver()
	w.play(g, bob, "d3-c3")
	w.deliver()
	if got := kinds(w.run(3*time.Hour - time.Minute)); got != "" {
		t.Fatalf("too early: %s", got)
	}
	if got := kinds(w.run(time.Minute)); got != "reminder:ann " {
		t.Fatalf("at a quarter: %q", got)
	}
	if got := kinds(w.run(59 * time.Minute)); got != "" || w.find(g).Status != models.Ongoing {
		t.Fatalf("before the deadline: %q", got)
	}
	w.pass(time.Minute)
	_, err := w.PlayTurn(t.Context(), models.TurnInput{Game: g.ID, Player: ann.ID, Text: "c1-d1"})
	wantCode(t, err, models.CodeGameOver)
	w.sweep()
	if got := kinds(w.deliver()); got != "game_over:ann game_over:bob " {
		t.Fatalf("at the deadline: %q", got)
	}
	if end := w.find(g); end.Status != models.Finished || end.Result != rules.Won(rules.Second,
		models.ReasonTimeout) || end.Ply != 2 {
		t.Fatalf("%+v", end)
	}
}

func TestNoReminderForATurnThatIsPlayed(t *testing.T) {
	w := newWorld(t)
	ann, bob := w.player("ann"), w.player("bob")
	g := w.paced(ann, bob, "4h")
	w.run(3*time.Hour - time.Minute)
	w.pass(time.Minute)
	w.sweep() // queued, not sent
	w.play(g, ann, "d1-c1")
	if got := kinds(w.deliver()); got != "your_turn:bob " {
		t.Fatalf("mailed %q", got)
	}
}

func TestNoReminderFromTheWaitOfLateMail(t *testing.T) {
	sample.Whole(t, "lets days pass")
	w := newWorld(t)
	ann, bob := w.player("ann"), w.player("bob")
	g := w.paced(ann, bob, "4h")
	w.play(g, ann, "d1-c1")
	for range 200 { // past the reminder
		w.pass(time.Minute)
		w.sweep()
	}
	if got := kinds(w.deliver()); got != "your_turn:bob " {
		t.Fatalf("mailed %q", got)
	}
	if got := kinds(w.run(3 * time.Hour)); got != "reminder:bob " {
		t.Fatalf("at a quarter: %q", got)
	}
}

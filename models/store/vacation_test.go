package store

import (
	"testing"
	"time"

	"turnpost/models"
	"turnpost/models/calendar"
	"turnpost/rules/rulestest/sample"
)

func TestVacationStopsOwnClocks(t *testing.T) {
	w := newWorld(t) // Saturday 21 November 2026, noon
	ann, bob := w.player("ann"), w.player("bob")
	g, h := w.paced(ann, bob, "3d"), w.paced(bob, ann, "3d")
	v, err := w.SetVacation(t.Context(), ann.ID, "2026-11-23", "2026-11-29")
	from, until := time.Date(2026, 11, 23, 0, 0, 0, 0, time.UTC), time.Date(2026, 11, 30, 0, 0, 0, 0, time.UTC)
	if err != nil || !v.From.Equal(from) || !v.Until.Equal(until) {
		t.Fatalf("%+v, %v", v, err)
	}
	if got := w.find(g); !got.Deadline.Equal(g.Deadline.AddDate(0, 0, 7)) || got.Left[0] != 72*time.Hour {
		t.Fatalf("ann's clock: %v, left %v", got.Deadline, got.Left)
	}
	if got := w.find(h); !got.Deadline.Equal(h.Deadline) {
		t.Fatalf("bob's clock moved to %v", got.Deadline)
	}
	if got := kinds(w.deliver()); got != "away:bob " {
		t.Fatalf("mailed %q", got)
	}
	w.run(48 * time.Hour) // into the vacation
	if got := w.find(g); got.Left[0] != 36*time.Hour || got.Away[0].IsZero() {
		t.Fatalf("the clock did not stop: %v", got.Left)
	}
	if got := w.play(g, ann, "d1-c1"); got.Ply != 1 {
		t.Fatal("ann may still move")
	}
	w.play(h, bob, "d1-c1") // ann is to move while she is away
	if got := w.find(h); !got.Deadline.Equal(v.Until.Add(72 * time.Hour)) {
		t.Fatalf("deadline %v", got.Deadline)
	}
	w.deliver()
	w.run(time.Hour)
	if err := w.EndVacation(t.Context(), ann.ID); err != nil {
		t.Fatal(err)
	}
	if got := w.find(h); !got.Deadline.Equal(w.now().Add(72*time.Hour)) || !got.Away[1].IsZero() {
		t.Fatalf("after it ended early: %v", got.Deadline)
	}
	wantCode(t, w.EndVacation(t.Context(), ann.ID), models.CodeConflict)
}

func TestVacationBudget(t *testing.T) {
	w := newWorld(t)
	ann := w.player("ann")
	set := func(from, until string) error {
		_, err := w.SetVacation(t.Context(), ann.ID, from, until)
		return err
	}
	for _, c := range [][2]string{
		{"tomorrow", "2026-12-01"},
		{"2026-12-01", "2026-02-30"},
		{"2026-12-02", "2026-12-01"},
		{"2026-11-20", "2026-11-25"},
		{"2026-11-01", "2026-11-05"},
		{"2028-01-01", "2028-01-02"},
		{"2026-11-25", "2026-12-25"},
		{"2027-01-01", "2027-02-01"},
	} {
		wantCode(t, set(c[0], c[1]), models.CodeInvalid)
	}
	// 30 Days of one year and 30 of the next may follow each other.
	if err := set("2026-12-02", "2027-01-30"); err != nil {
		t.Fatal(err)
	}
	// Another plan replaces it and frees its days.
	if err := set("2026-11-21", "2026-12-20"); err != nil {
		t.Fatal(err)
	}
	w.pass(9 * 24 * time.Hour) // nine days and this one are used
	if err := w.EndVacation(t.Context(), ann.ID); err != nil {
		t.Fatal(err)
	}
	wantCode(t, set("2026-12-02", "2026-12-22"), models.CodeInvalid)
	if err := set("2026-12-02", "2026-12-21"); err != nil {
		t.Fatal(err)
	}
	// A current vacation can be shortened or extended.
	w.pass(5 * 24 * time.Hour)
	if err := set("2026-12-02", "2026-12-08"); err != nil {
		t.Fatal(err)
	}
	if err := set("2026-12-05", "2026-12-21"); err != nil {
		t.Fatal(err)
	}
	wantCode(t, set("2026-12-05", "2026-12-22"), models.CodeInvalid)
}

func TestVacationInThePlayersZone(t *testing.T) {
	w := newWorld(t)
	ann := w.player("ann")
	patch := models.ProfilePatch{Values: models.Values{"time_zone": {"Europe/Warsaw"}}}
	if _, err := w.UpdateProfile(t.Context(), ann.ID, patch); err != nil {
		t.Fatal(err)
	}
	w.pass(120 * 24 * time.Hour) // 21 March 2027; daylight saving time begins on the 28th
	v, err := w.SetVacation(t.Context(), ann.ID, "2027-03-27", "2027-03-28")
	if err != nil || v.Until.Sub(v.From) != 47*time.Hour {
		t.Fatalf("%+v, %v", v, err)
	}
}

func TestOutageDuringAVacation(t *testing.T) {
	sample.Whole(t, "tries a rare case")
	w := newWorld(t)
	ann, bob := w.player("ann"), w.player("bob")
	g := w.paced(ann, bob, "3d")
	if _, err := w.SetVacation(t.Context(), ann.ID, "2026-11-22", "2026-11-23"); err != nil {
		t.Fatal(err)
	}
	before := w.find(g).Deadline
	w.run(6 * time.Hour)  // 18:00
	w.pass(9 * time.Hour) // to 03:00 of the 22nd: six hours ran, three were stopped
	w.sweep()
	if got := w.find(g); !got.Deadline.Equal(before.Add(6*time.Hour)) || got.Left[0] != 66*time.Hour {
		t.Fatalf("deadline %v, want %v; left %v", got.Deadline, before.Add(6*time.Hour), got.Left)
	}
}

func TestReminderAfterAVacation(t *testing.T) {
	sample.Whole(t, "tries a rare case")
	t.Parallel()
	w := newWorld(t)
	ann, bob := w.player("ann"), w.player("bob")
	g := w.paced(ann, bob, "36h")
	if _, err := w.SetVacation(t.Context(), ann.ID, "2026-11-21", "2026-11-29"); err != nil {
		t.Fatal(err)
	}
	w.deliver()
	w.run(5 * 24 * time.Hour)
	if err := w.EndVacation(t.Context(), ann.ID); err != nil {
		t.Fatal(err)
	}
	w.deliver()
	// The turn has 36 h, regardless of the vacation: the reminder is at a quarter.
	if got := kinds(w.run(27*time.Hour - time.Minute)); got != "" || w.find(g).Left[0] != 9*time.Hour+time.Minute {
		t.Fatalf("too early: %q", got)
	}
	if got := kinds(w.run(time.Minute)); got != "reminder:ann " {
		t.Fatalf("at a quarter: %q", got)
	}
}

func TestLateMailDuringAVacationThatEnds(t *testing.T) {
	sample.Whole(t, "lets days pass")
	w := newWorld(t)
	ann, bob := w.player("ann"), w.player("bob")
	g := w.paced(ann, bob, "3d")
	if _, err := w.SetVacation(t.Context(), bob.ID, "2026-11-21", "2026-11-29"); err != nil {
		t.Fatal(err)
	}
	w.deliver()
	w.play(g, ann, "d1-c1")
	wait := func(d time.Duration) {
		for range d / time.Minute {
			w.pass(time.Minute)
			w.sweep()
		}
	}
	wait(3 * time.Hour) // bob's clock is stopped
	if err := w.EndVacation(t.Context(), bob.ID); err != nil {
		t.Fatal(err)
	}
	wait(time.Hour)
	w.deliver()
	if got := w.find(g).Left[1]; got != 72*time.Hour {
		t.Fatalf("left %v: the vacation was given back with the wait", got)
	}
}

func TestOutageWhileMailWaitsIntoAVacation(t *testing.T) {
	sample.Whole(t, "lets days pass")
	w := newWorld(t)
	ann, bob := w.player("ann"), w.player("bob")
	g := w.paced(ann, bob, "3d")
	if _, err := w.SetVacation(t.Context(), bob.ID, "2026-11-22", "2026-11-23"); err != nil {
		t.Fatal(err)
	}
	w.deliver()
	w.play(g, ann, "d1-c1")
	for range 120 { // the mail is delayed for two hours, then the server is down
		w.pass(time.Minute)
		w.sweep()
	}
	w.pass(13 * time.Hour) // to 03:00 of the 22nd
	w.sweep()
	w.deliver()
	if got := w.find(g).Left[1]; got != 72*time.Hour {
		t.Fatalf("left %v: what the mail had waited before the outage is lost", got)
	}
}

func TestDaysBeginWhereClocksJumpOverMidnight(t *testing.T) {
	for _, c := range []struct{ zone, day, want string }{
		{"America/Havana", "2027-03-14", "2027-03-14T05:00:00Z"}, // 23:59 is followed by 01:00
		{"America/Havana", "2026-11-01", "2026-11-01T04:00:00Z"}, // midnight occurs twice
		{"Asia/Beirut", "2027-03-28", "2027-03-27T22:00:00Z"},
		{"Europe/Warsaw", "2027-03-28", "2027-03-27T23:00:00Z"},
	} {
		zone, err := time.LoadLocation(c.zone)
		if err != nil {
			t.Fatal(err)
		}
		day, err := time.Parse(calendar.DayLayout, c.day)
		if err != nil {
			t.Fatal(err)
		}
		if got := calendar.Midnight(day, zone).UTC().Format(time.RFC3339); got != c.want {
			t.Errorf("%s begins in %s at %s, want %s", c.day, c.zone, got, c.want)
		}
	}
}

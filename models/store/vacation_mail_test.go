package store

import (
	"testing"
	"time"

	"turnpost/models"
	"turnpost/models/notice"
)

// vacation sets a vacation of a player; "" ends it.
func (w *world) vacation(p models.Player, from, until string) {
	w.t.Helper()
	var err error
	if from == "" {
		err = w.EndVacation(w.t.Context(), p.ID)
	} else {
		_, err = w.SetVacation(w.t.Context(), p.ID, from, until)
	}
	if err != nil {
		w.t.Fatal(err)
	}
	w.sweep()
}

// Opponents are told of a vacation when it is set, when a change moves a deadline that they know, and when one of which
// they know is over before its time.
func TestOpponentsLearnWhatMattersOfAVacation(t *testing.T) {
	set := func(from, until string) func(*world, models.Player) {
		return func(w *world, ann models.Player) { w.vacation(ann, from, until) }
	}
	for name, c := range map[string]struct {
		first  bool // ann is to move
		change func(w *world, ann models.Player)
		want   string
	}{
		"other days, no clock": {false, set("2026-11-25", "2026-11-30"), ""},
		"the same days":        {true, set("2026-11-23", "2026-11-29"), ""},
		"more days":            {true, set("2026-11-23", "2026-11-30"), "away:bob "},
		"after the deadline":   {true, set("2026-12-20", "2026-12-22"), "away:bob "},
		"cancelled":            {false, set("", ""), "away:bob "},
		"ended": {false, func(w *world, ann models.Player) {
			w.run(3 * 24 * time.Hour)
			w.vacation(ann, "", "")
		}, "away:bob "},
		"over": {false, func(w *world, _ models.Player) { w.run(10 * 24 * time.Hour) }, ""},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			ann, bob := w.player("ann"), w.player("bob")
			if c.first {
				w.paced(ann, bob, "20d")
			} else {
				w.paced(bob, ann, "20d")
			}
			w.vacation(ann, "2026-11-23", "2026-11-29")
			mails := w.deliver()
			if got := kinds(mails); got != "away:bob " || mails[0].AwayKnown || mails[0].Away.From.Day() != 23 {
				t.Fatalf("mailed %q, %+v", got, mails)
			}
			c.change(w, ann)
			mails = w.deliver()
			if got := kinds(mails); got != c.want || got != "" && !mails[0].AwayKnown {
				t.Fatalf("mailed %q, want %q", got, c.want)
			}
		})
	}
}

// What a player does within the time that mails wait for each other is one mail, or none if it changes nothing in the
// end.
func TestChangesOfAVacationGatherInOneMail(t *testing.T) {
	w := newWorld(t)
	w.GatherMail = time.Minute
	ann, bob := w.player("ann"), w.player("bob")
	w.paced(ann, bob, "3d")
	w.paced(ann, bob, "5d")
	w.vacation(ann, "2026-11-23", "2026-11-24")
	w.vacation(ann, "2026-11-23", "2026-11-25")
	w.vacation(ann, "2026-11-22", "2026-11-25")
	if got := kinds(w.deliver()); got != "" {
		t.Fatalf("mailed %q at once", got)
	}
	w.pass(time.Minute)
	mails := w.deliver()
	if got := kinds(mails); got != "away:bob " || mails[0].Away.From.Day() != 22 || mails[0].AwayKnown {
		t.Fatalf("mailed %q, %+v", got, mails)
	}
	w.vacation(ann, "", "")
	w.vacation(ann, "2026-11-22", "2026-11-25")
	w.pass(time.Minute)
	if got := kinds(w.deliver()); got != "" {
		t.Fatalf("mailed %q, and nothing has changed", got)
	}
	eve := w.player("eve")
	w.paced(eve, bob, "3d")
	w.vacation(eve, "2026-11-23", "2026-11-24")
	w.vacation(eve, "", "")
	w.pass(time.Minute)
	if got := kinds(w.deliver()); got != "" {
		t.Fatalf("mailed %q of a vacation that is off", got)
	}
	list, _, err := w.Notices(t.Context(), bob.ID, 0, 1)
	if err != nil || len(list) != 1 || list[0].Reason != notice.DropVacationKnown {
		t.Fatalf("%+v, %v", list, err)
	}
}

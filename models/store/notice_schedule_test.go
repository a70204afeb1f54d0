package store

import (
	"testing"
	"time"

	"turnpost/models"
	"turnpost/models/calendar"
	"turnpost/models/core"
	"turnpost/models/notice"
	"turnpost/models/play"
	"turnpost/rules/rulestest/sample"
)

// The clock of a world begins at 12:00 UTC, the time zone of its players.
var night = &calendar.QuietHours{From: "22:00", Until: "07:00"}

// turnAtNight returns a game in which bob is to move since 23:00, in his quiet hours.
func turnAtNight(t *testing.T) (w *world, bob models.Player, g *models.Game) {
	t.Helper()
	w = newWorld(t)
	ann := w.player("ann")
	bob = w.player("bob")
	g = w.game(ann, bob, "hnefatafl", "7x7")
	w.deliver()
	w.set(bob, models.Settings{Quiet: night})
	w.pass(11 * time.Hour)
	return w, bob, w.play(g, ann, "d1-c1")
}

func TestQuietHoursHoldNotices(t *testing.T) {
	w, bob, g := turnAtNight(t)
	deadline := g.Deadline
	if err := w.SendTestMail(t.Context(), bob); err != nil {
		t.Fatal(err)
	}
	if got := kinds(w.deliver()); got != "test:bob " {
		t.Fatalf("in the night %q was mailed", got)
	}
	morning := time.Date(2026, 11, 22, 7, 0, 0, 0, time.UTC)
	if n := w.newest(bob, models.KindYourTurn); !n.DueAt.Equal(morning) || n.Status != models.Queued {
		t.Fatalf("the notice is %+v", n)
	}
	w.pass(8 * time.Hour)
	if got := kinds(w.deliver()); got != "your_turn:bob " {
		t.Fatalf("in the morning %q was mailed", got)
	}
	if g, _ = w.Game(t.Context(), g.ID); !g.Deadline.Equal(deadline) {
		t.Errorf("the night moved the deadline from %s to %s", deadline, g.Deadline)
	}
}

func TestDelayAfterQuietHoursIsCredited(t *testing.T) {
	w, _, g := turnAtNight(t)
	w.pass(8*time.Hour + 10*time.Minute)
	w.deliver()
	now, err := w.Game(t.Context(), g.ID)
	if err != nil || now.Deadline.Sub(g.Deadline) != 10*time.Minute {
		t.Errorf("credited %s, %v; want the 10 minutes since the end of the night", now.Deadline.Sub(g.Deadline), err)
	}
}

func TestHeldNoticeStopsNoDeadline(t *testing.T) {
	sample.Whole(t, "tries a rare case")
	w := newWorld(t)
	ann, bob := w.player("ann"), w.player("bob")
	hour := models.DefaultDigestHour
	w.set(bob, models.Settings{
		Mail:       map[models.Kind]models.Delivery{models.KindYourTurn: models.Digest},
		DigestHour: &hour,
	})
	g := w.paced(ann, bob, "21h")
	g = w.play(g, ann, "d1-c1") // bob's digest is due an hour before his deadline
	if n := w.newest(bob, models.KindYourTurn); !n.DueAt.Equal(time.Date(2026, 11, 22, 8, 0, 0, 0, time.UTC)) {
		t.Fatalf("the notice is %+v", n)
	}
	err := w.Write(t.Context(), func(tx *core.Tx) error {
		return tx.Exec("UPDATE games SET deadline_at = ?", tx.At.Add(time.Hour)).Error
	})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.SweepClocks(t.Context()); err != nil {
		t.Fatal(err)
	}
	for range 30 { // with heartbeats, so that it is not an outage
		w.pass(2 * time.Minute)
		if _, err := w.SweepClocks(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	if g, err = w.Game(t.Context(), g.ID); err != nil || g.Status == models.Ongoing {
		t.Errorf("the game is %s, %v", g.Status, err)
	}
}

func TestNoticeThatWouldComeTooLateComesAtOnce(t *testing.T) {
	sample.Whole(t, "tries a rare case")
	w := newWorld(t)
	ann, bob := w.player("ann"), w.player("bob")
	w.set(bob, models.Settings{Quiet: night})
	g := w.paced(ann, bob, "12h")
	w.pass(6 * time.Hour)
	w.play(g, ann, "d1-c1") // at 18:00: the deadline is at 06:00, the reminder would be due at 03:00
	w.deliver()
	row, err := play.LoadGame(w.Read(t.Context()), g.ID)
	if err != nil || !row.RemindAt.Time().Equal(time.Date(2026, 11, 21, 21, 59, 59, 999e6, time.UTC)) {
		t.Fatalf("the reminder is due at %s, %v", row.RemindAt.Time(), err)
	}
	w.runWithoutMail(4*time.Hour + time.Minute)
	if got := kinds(w.deliver()); got != "reminder:bob " {
		t.Fatalf("before the night %q was mailed", got)
	}
	w.runWithoutMail(5*time.Hour + 30*time.Minute)
	if got := kinds(w.deliver()); got != "" {
		t.Fatalf("in the night %q was mailed", got)
	}
}

func TestTurnThatTheNightWouldEatIsToldAtOnce(t *testing.T) {
	sample.Whole(t, "tries a rare case")
	w := newWorld(t)
	ann, bob := w.player("ann"), w.player("bob")
	g := w.paced(ann, bob, "12h")
	w.set(bob, models.Settings{Quiet: &calendar.QuietHours{From: "22:00", Until: "21:00"}})
	w.pass(11 * time.Hour)
	w.play(g, ann, "d1-c1")
	if got := kinds(w.deliver()); got != "your_turn:bob " {
		t.Errorf("%q was mailed", got)
	}
}

func TestChangedSettingsMoveWhatIsHeld(t *testing.T) {
	w := newWorld(t)
	ann, bob := w.player("ann"), w.player("bob")
	g := w.game(ann, bob, "hnefatafl", "7x7")
	w.deliver()
	w.set(bob, models.Settings{Mail: map[models.Kind]models.Delivery{models.KindYourTurn: models.Digest}})
	w.play(g, ann, "d1-c1")
	hour := 15
	w.set(bob, models.Settings{
		Mail:       map[models.Kind]models.Delivery{models.KindYourTurn: models.Digest},
		DigestHour: &hour,
	})
	if n := w.newest(bob, models.KindYourTurn); !n.DueAt.Equal(w.now().Add(3 * time.Hour)) {
		t.Errorf("with another hour: %+v", n)
	}
	w.set(bob, models.Settings{Mail: map[models.Kind]models.Delivery{models.KindYourTurn: models.Instant}})
	mails := w.deliver()
	if len(mails) != 1 || mails[0].Kind != models.KindYourTurn {
		t.Errorf("with no digest %q was mailed", kinds(mails))
	}
}

// Other settings hold nothing past its deadline either, not even to the same instant.
func TestChangedSettingsHoldNothingTooLong(t *testing.T) {
	w := newWorld(t) // noon
	ann, bob := w.player("ann"), w.player("bob")
	g := w.paced(ann, bob, "24h")
	hour := 18
	digest := map[models.Kind]models.Delivery{models.KindYourTurn: models.Digest, models.KindReminder: models.Digest}
	w.set(bob, models.Settings{Mail: digest, DigestHour: &hour})
	w.play(g, ann, "d1-c1")
	err := w.Write(t.Context(), func(tx *core.Tx) error {
		row, err := play.LockGame(tx, g.ID)
		if err != nil {
			return err
		}
		n := row.Notice(models.KindReminder, row.ToMove)
		n.Key, n.Deadline = "remind.early", row.DeadlineAt
		return notice.Notify(tx, n)
	})
	if err != nil {
		t.Fatal(err)
	}
	w.pass(time.Minute)
	for _, c := range []struct {
		hour int
		due  time.Time
	}{{11, g.Deadline.Add(-time.Hour)}, {12, w.now()}} { // the deadline is at noon
		w.set(bob, models.Settings{Mail: digest, DigestHour: &c.hour})
		for _, kind := range []models.Kind{models.KindYourTurn, models.KindReminder} {
			if n := w.newest(bob, kind); n.Status != models.Queued || !n.DueAt.Equal(c.due) {
				t.Errorf("%s with the digest at %d: due at %s, want %s", kind, c.hour, n.DueAt, c.due)
			}
		}
	}
}

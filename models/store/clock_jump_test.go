package store

import (
	"maps"
	"strings"
	"testing"
	"time"

	"turnpost/models"
	"turnpost/models/account"
	"turnpost/models/challenge"
	"turnpost/models/core"
	"turnpost/models/play"
	"turnpost/models/secrets"
	"turnpost/rules/rulestest/sample"
)

// Setting the clock forwards or back costs nobody a game and gives nobody years.
func TestClockJumps(t *testing.T) {
	sample.Whole(t, "sets the clock wrong")
	const year = 365 * 24 * time.Hour
	for name, jump := range map[string]time.Duration{
		"forwards": 10 * year, "back": -10 * year, "a day": 24 * time.Hour, "a day back": -24 * time.Hour,
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			ann, bob := w.player("ann"), w.player("bob")
			g, other := w.game(ann, bob, "hnefatafl", "7x7"), w.game(ann, bob, "hnefatafl", "7x7")
			w.play(g, ann, "d1-c1")
			w.play(other, ann, "d1-c1")
			w.deliver()
			sweep := func() {
				t.Helper()
				if _, err := w.SweepClocks(t.Context()); err != nil {
					t.Fatal(err)
				}
			}
			left := func(want time.Duration) {
				t.Helper()
				for _, id := range []string{g.ID, other.ID} {
					now, err := w.Game(t.Context(), id)
					if err != nil || now.Status != models.Ongoing {
						t.Fatalf("%s, %v", now.Status, err)
					}
					if d := now.Left[now.ToMove] - want; d < -time.Minute || d > time.Minute {
						t.Errorf("%s is left of %s", now.Left[now.ToMove], want)
					}
				}
			}
			sweep()
			const pace = 3 * 24 * time.Hour
			left(pace)
			w.pass(jump) // for 11 s
			sweep()
			left(pace)
			w.play(g, bob, "d3-c3") // while the clock is wrong
			w.play(other, bob, "d3-c3")
			left(pace)
			w.pass(11 * time.Second)
			sweep()
			w.pass(-jump)
			w.play(g, ann, "c1-b1") // before any sweep
			sweep()
			left(pace)
			w.deliver()
			// Outages are credited as before.
			w.pass(2 * time.Hour)
			sweep()
			left(pace)
			for range 24 {
				w.pass(4 * time.Minute)
				sweep()
			}
			left(pace - 96*time.Minute)
			if mails := kinds(w.deliver()); mails != "" {
				t.Errorf("mailed %s", mails)
			}
			// The log has no entry about time that was not given.
			if log := w.logOf(g) + w.logOf(other); strings.Contains(log, ": -") {
				t.Errorf("logged %s", log)
			}
		})
	}
}

// A vacation counts as before after a clock that was ahead of it is corrected.
func TestClockJumpsOverVacation(t *testing.T) {
	sample.Whole(t, "sets the clock wrong")
	const day, year = 24 * time.Hour, 365 * 24 * time.Hour
	for name, jump := range map[string]time.Duration{
		"years": 10 * year, "into it": 36 * time.Hour, "just over it": 7 * day, "back": -year,
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			ann, bob := w.player("ann"), w.player("bob")
			g := w.game(ann, bob, "hnefatafl", "7x7")
			w.play(g, ann, "d1-c1")
			w.deliver()
			if _, err := w.SetVacation(t.Context(), bob.ID, "2026-11-22", "2026-11-26"); err != nil {
				t.Fatal(err)
			}
			w.deliver()
			deadline := func() models.Millis {
				t.Helper()
				if _, err := w.SweepClocks(t.Context()); err != nil {
					t.Fatal(err)
				}
				var at models.Millis
				if err := w.Read(t.Context()).Raw("SELECT deadline_at FROM games WHERE id = ?", g.ID).Scan(&at).Error; err != nil {
					t.Fatal(err)
				}
				return at
			}
			before := deadline()
			for range 3 {
				w.pass(jump)
				deadline()
				w.pass(11 * time.Second)
				deadline()
				w.pass(-jump)
				if late := deadline().Sub(before); late < 0 || late > time.Minute {
					t.Fatalf("the time runs out %s later", late)
				}
			}
		})
	}
}

// While the clock is ahead, nothing is deleted that would still be valid after its correction.
func TestNothingExpiresWhileTheClockIsAhead(t *testing.T) {
	sample.Whole(t, "sets the clock wrong")
	const ahead = 10 * 365 * 24 * time.Hour
	w := newWorld(t)
	if err := w.Heartbeat(t.Context()); err != nil {
		t.Fatal(err)
	}
	ann, bob := w.player("ann"), w.player("bob")
	anna := "anna"
	if _, err := w.UpdateProfile(t.Context(), ann.ID, models.ProfilePatch{Name: &anna}); err != nil {
		t.Fatal(err)
	}
	asker := account.WithAsker(t.Context(), models.Asker{Request: secrets.NewRequest()})
	if err := w.Register(asker, account.NewPlayer{Name: "new", Email: "new@example.org"}); err != nil {
		t.Fatal(err)
	}
	if _, err := w.Admin().Invite(t.Context(), "", 1, 24*time.Hour); err != nil {
		t.Fatal(err)
	}
	record := func(any) ([]byte, error) { return []byte("response"), nil }
	once := w.Once(&core.Once{
		Player: bob.ID, Via: models.ViaHTTP, Key: "key", Fingerprint: []byte("print"),
		Record: record,
	})
	if _, err := once.CreateChallenge(t.Context(), bob, challenge.NewChallenge{Ruleset: "hnefatafl"}); err != nil {
		t.Fatal(err)
	}
	w.deliver()
	count := func() (rows map[string]int64) {
		t.Helper()
		rows = map[string]int64{}
		for _, table := range []string{
			"notices", "responses", "codes", "former_names", "bounds", "registrations", "sign_in_requests", "invitations",
		} {
			var n int64
			if err := w.Read(t.Context()).Table(table).Count(&n).Error; err != nil {
				t.Fatal(err)
			}
			if rows[table] = n; n == 0 {
				t.Fatalf("there are no %s", table)
			}
		}
		return rows
	}
	run := func(hours int) {
		t.Helper()
		for i := range hours * 15 {
			w.pass(4 * time.Minute)
			if _, err := w.SweepClocks(t.Context()); err != nil {
				t.Fatal(err)
			}
			if i%15 == 14 {
				if err := w.DeleteExpired(t.Context()); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
	before := count()
	w.pass(ahead)
	if _, err := w.SweepClocks(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := w.DeleteExpired(t.Context()); err != nil {
		t.Fatal(err)
	}
	if after := count(); !maps.Equal(before, after) {
		t.Fatalf("before %v, after %v", before, after)
	}
	run(5)
	w.pass(-ahead)
	run(1)
	for _, table := range []string{
		"notices", "responses", "former_names", "registrations", "sign_in_requests", "invitations",
	} {
		var n int64
		if err := w.Read(t.Context()).Table(table).Count(&n).Error; err != nil || n != before[table] {
			t.Errorf("%d of %d %s are left, %v", n, before[table], table, err)
		}
	}
	if list, _, err := w.Notices(t.Context(), ann.ID, 0, 100); err != nil || len(list) == 0 {
		t.Errorf("the ledger has %d, %v", len(list), err)
	}
}

func TestSteadyTime(t *testing.T) {
	at := func(d time.Duration) models.Millis { return models.Millis(d.Milliseconds()) }
	for _, c := range []struct {
		name                    string
		last, steady, now, want time.Duration
	}{
		{"a heartbeat", time.Hour, time.Hour, time.Hour + time.Minute, time.Hour + time.Minute},
		{"an outage", time.Hour, time.Hour, 3 * time.Hour, time.Hour},
		{"it is made up for", 3 * time.Hour, time.Hour, 3*time.Hour + time.Minute, time.Hour + 2*time.Minute},
		{"back", 3 * time.Hour, time.Hour, 2 * time.Hour, time.Hour},
		{"back before it", 3 * time.Hour, 2 * time.Hour, time.Hour, time.Hour},
	} {
		if got := play.SteadyAfter(at(c.last), at(c.steady), at(c.now)); got != at(c.want) {
			t.Errorf("%s: %d, want %d", c.name, got, at(c.want))
		}
	}
}

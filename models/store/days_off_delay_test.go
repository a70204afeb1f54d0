package store

import (
	"testing"
	"time"

	"turnpost/models"
	"turnpost/models/schema"
	"turnpost/rules/rulestest/sample"
)

// Days off that are added or moved, also by another zone, count for turns that begin 14 days later; those that are
// taken away from the next turn on.
func TestChangedDaysOffCountLater(t *testing.T) {
	const warsaw, tokyo = "Europe/Warsaw", "Asia/Tokyo"
	type choice struct {
		zone string
		days []string
	}
	for name, c := range sample.Some(4, map[string]struct {
		has, to choice
		now     string // what counts then for the next turn
		later   string // what counts 14 days later
	}{
		"the first": {choice{warsaw, nil}, choice{warsaw, []string{"sat", "sun"}}, "", "sat,sun " + warsaw},
		"other days": {choice{warsaw, []string{"sat", "sun"}}, choice{warsaw, []string{"mon"}}, "sat,sun " +
			warsaw, "mon " + warsaw},
		"one more": {
			choice{warsaw, []string{"sat"}},
			choice{warsaw, []string{"sat", "sun"}},
			"sat " + warsaw,
			"sat,sun " + warsaw,
		},
		"one fewer": {
			choice{warsaw, []string{"sat", "sun"}},
			choice{warsaw, []string{"sun"}},
			"sun " + warsaw,
			"sun " + warsaw,
		},
		"none":                  {choice{warsaw, []string{"sat", "sun"}}, choice{warsaw, nil}, "", ""},
		"none, in another zone": {choice{warsaw, []string{"sat", "sun"}}, choice{tokyo, nil}, "", ""},
		"fewer in another zone": {choice{warsaw, []string{"sat", "sun"}}, choice{tokyo, []string{"sun"}}, "sat,sun " +
			warsaw, "sun " + tokyo},
		"another zone": {choice{warsaw, []string{"sat"}}, choice{tokyo, []string{"sat"}}, "sat " + warsaw, "sat " +
			tokyo},
		"another zone, no days": {choice{warsaw, nil}, choice{tokyo, nil}, "", ""},
		"letters of the zone": {
			choice{"Africa/Cairo", []string{"sat"}},
			choice{"Africa/Cairo", []string{"fri"}},
			"sat Africa/Cairo", "fri Africa/Cairo",
		},
		"the same": {
			choice{warsaw, []string{"sat"}},
			choice{warsaw, []string{"sat"}},
			"sat " + warsaw,
			"sat " + warsaw,
		},
	}) {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			w.unsynced(t)
			ann := w.player("ann")
			w.paced(ann, w.player("bob"), "60d")
			w.restsOn(ann, c.has.zone, c.has.days...)
			w.chooses(ann, c.to.zone, c.to.days...)
			for _, step := range []struct {
				after time.Duration
				want  string
			}{{0, c.now}, {models.DaysOffDelay - time.Millisecond, c.now}, {time.Millisecond, c.later}} {
				w.pass(step.after)
				if got := w.counted(ann); got != step.want {
					t.Errorf("%q counts after %v, want %q", got, step.after, step.want)
				}
			}
		})
	}
}

// chooses changes the player's days off and zone.
func (w *world) chooses(p models.Player, zone string, days ...string) models.Player {
	w.t.Helper()
	patch := models.ProfilePatch{Values: models.Values{"time_zone": {zone}, "days_off": days}}
	p, err := w.UpdateProfile(w.t.Context(), p.ID, patch)
	if err != nil {
		w.t.Fatal(err)
	}
	return p
}

// counted returns the days off by which a turn of the player would count that begins now, with their zone.
func (w *world) counted(p models.Player) string {
	w.t.Helper()
	row, err := schema.FindPlayer(w.Read(w.t.Context()), "id = ?", p.ID)
	if err != nil {
		w.t.Fatal(err)
	}
	return row.ClockDaysOff(models.ToMillis(w.now()), row.TimeZone)
}

// Who names the next two weekdays before each turn has them in none, and a choice that is repeated is not put off.
func TestDaysOffCannotFollowTheTurns(t *testing.T) {
	w := newWorld(t) // Saturday 21 November 2026, noon
	w.unsynced(t)
	ann, bob := w.player("ann"), w.player("bob")
	w.paced(ann, bob, "60d")
	for range sample.Count(20, 6) {
		now := w.now()
		w.chooses(ann, "UTC", weekday(now), weekday(now.AddDate(0, 0, 1)))
		if left := w.paced(ann, bob, "1d").Deadline.Sub(now); left > 24*time.Hour {
			t.Fatalf("ann has %v for a turn of a day", left)
		}
		w.pass(20 * time.Hour)
	}
}

func weekday(t time.Time) string {
	return map[time.Weekday]string{0: "sun", 1: "mon", 2: "tue", 3: "wed", 4: "thu", 5: "fri", 6: "sat"}[t.UTC().Weekday()]
}

func TestWaitingDaysOff(t *testing.T) {
	sample.Whole(t, "tries a rare case")
	w := newWorld(t)
	w.openHouse()
	ann, bob := w.player("ann"), w.player("bob")
	if p := w.chooses(ann, "UTC", "sat"); p.Former != nil {
		t.Fatal("a choice before the first game waits")
	}
	g := w.paced(ann, bob, "30d")
	begin := w.now()
	w.chooses(ann, "UTC", "mon")
	w.pass(5 * 24 * time.Hour)
	p := w.chooses(ann, "UTC", "mon") // as the form with all settings does
	rest, changed := p.RestAt(w.now())
	if rest.DaysOff.String() != "sat" || p.DaysOff.String() != "mon" || !changed.Equal(begin.Add(models.DaysOffDelay)) {
		t.Errorf("%s counts, %s from %v", rest.DaysOff, p.DaysOff, changed)
	}
	if shown := w.find(g).Rest[0].DaysOff; shown.String() != "sat" {
		t.Errorf("the opponent sees %s", shown)
	}
	p = w.chooses(ann, "UTC", "tue")
	if _, changed = p.RestAt(w.now()); !changed.Equal(w.now().Add(models.DaysOffDelay)) || w.counted(ann) != "sat UTC" {
		t.Errorf("another choice counts from %v, %s until then", changed, w.counted(ann))
	}
	p = w.chooses(ann, "UTC", "sat")
	if _, changed = p.RestAt(w.now()); !changed.IsZero() || w.counted(ann) != "sat UTC" {
		t.Errorf("what counted before waits until %v, %s until then", changed, w.counted(ann))
	}
	w.play(g, ann, "d1-c1")
	w.play(g, bob, "d3-c3")
	if _, err := w.ResignGame(t.Context(), bob.ID, g.ID); err != nil {
		t.Fatal(err)
	}
	if p = w.chooses(ann, "UTC", "fri"); p.Former == nil {
		t.Error("a choice after the last game does not wait")
	}
	house := w.player("cat")
	w.houseGame(house, "first")
	if p = w.chooses(house, "UTC", "fri"); p.Former != nil {
		t.Error("a game with the house makes a choice wait")
	}
}

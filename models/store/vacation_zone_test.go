package store

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"turnpost/models"
	"turnpost/models/account"
	"turnpost/models/core"
	"turnpost/models/play"
	"turnpost/rules/rulestest/sample"
)

// inZone sets the player's time zone.
func (w *world) inZone(p models.Player, zone string) models.Player {
	w.t.Helper()
	p, err := w.UpdateProfile(w.t.Context(), p.ID, models.ProfilePatch{Values: models.Values{"time_zone": {zone}}})
	if err != nil {
		w.t.Fatal(err)
	}
	return p
}

// A day counts even if the zone changes between planning, beginning and end of a vacation.
func TestEveryVacationCounts(t *testing.T) {
	const early, late = "Pacific/Kiritimati", "Pacific/Midway" // the clocks of one show 25 hours more than the other's
	cases := map[string][3]string{
		"ended in a later zone":               {early, late, late},
		"ended in an earlier zone":            {late, early, early},
		"there and back before its end":       {early, late, early},
		"the zone stays":                      {early, early, early},
		"changed after its end":               {late, late, early},
		"over a change of clocks, to a later": {"Europe/Warsaw", late, "America/Havana"},
	}
	for _, name := range sample.Every(6, slices.Sorted(maps.Keys(cases))) {
		zones := cases[name]
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			w.unsynced(t)
			ann := w.player("ann")
			w.paced(ann, w.player("bob"), "3d")
			for i := range play.VacationDays + 1 {
				zone := w.inZone(ann, zones[0]).TimeZone
				first := w.now().In(zone).AddDate(0, 0, 1).Format(time.DateOnly)
				v, err := w.SetVacation(t.Context(), ann.ID, first, first)
				if i == play.VacationDays {
					wantCode(t, err, models.CodeInvalid)
					break
				}
				if err != nil {
					t.Fatal(err)
				}
				w.pass(v.From.Sub(w.now()) + time.Minute)
				w.inZone(ann, zones[1])
				if err := w.EndVacation(t.Context(), ann.ID); err != nil {
					t.Fatal(err)
				}
				w.inZone(ann, zones[2])
				if taken := w.daysTaken(ann); taken != i+1 {
					t.Fatalf("%d days are counted after %d vacations", taken, i+1)
				}
			}
			if faults := w.integrity(); faults != "" {
				t.Error(faults)
			}
		})
	}
}

// A day that was counted in one zone is another time in a zone with other clocks, and counts again there: by a new
// vacation, by a longer one, and by one that begins by itself.
func TestDaysCountInEachZone(t *testing.T) {
	set := func(first, last string) func(*world, models.Player) error {
		return func(w *world, p models.Player) error {
			_, err := w.SetVacation(w.t.Context(), p.ID, first, last)
			return err
		}
	}
	for name, c := range sample.Some(3, map[string]struct {
		zone  string // from the first vacation on, which is on the 22nd and 23rd in Kiritimati
		act   func(*world, models.Player) error
		taken int
	}{
		"nothing":                  {"Pacific/Midway", func(*world, models.Player) error { return nil }, 2},
		"the same days":            {"Pacific/Midway", set("2026-11-22", "2026-11-23"), 3},
		"the same days and zone":   {"Pacific/Kiritimati", set("2026-11-22", "2026-11-23"), 2},
		"longer":                   {"Pacific/Midway", set("2026-11-22", "2026-11-25"), 5},
		"longer in the same zone":  {"Pacific/Kiritimati", set("2026-11-22", "2026-11-25"), 4},
		"shorter in the same zone": {"Pacific/Kiritimati", set("2026-11-22", "2026-11-22"), 1},
		"later":                    {"Pacific/Midway", set("2026-12-22", "2026-12-23"), 3},
	}) {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t) // the 22nd has begun in Kiritimati
			ann := w.player("ann")
			w.inZone(ann, "Pacific/Kiritimati")
			if err := set("2026-11-22", "2026-11-23")(w, ann); err != nil {
				t.Fatal(err)
			}
			w.pass(time.Hour)
			w.inZone(ann, c.zone)
			if err := c.act(w, ann); err != nil || w.daysTaken(ann) != c.taken {
				t.Errorf("%d days are counted, want %d; %v", w.daysTaken(ann), c.taken, err)
			}
			if faults := w.integrity(); faults != "" {
				t.Error(faults)
			}
		})
	}
}

// A vacation that begins by itself counts a day of the zone of that time, and a planned one that it reaches goes on
// after it, without both at once.
func TestVacationByItselfInAnotherZone(t *testing.T) {
	sample.Whole(t, "lets weeks pass")
	w := newWorld(t) // Saturday 21 November 2026, noon
	w.unsynced(t)
	ann := w.player("ann")
	w.extends(ann)
	w.inZone(ann, "Pacific/Kiritimati")
	g := w.paced(ann, w.player("bob"), "24h")
	if _, err := w.SetVacation(t.Context(), ann.ID, "2026-11-24", "2026-11-24"); err != nil { // from the 23rd, 10:00
		t.Fatal(err)
	}
	w.inZone(ann, "Pacific/Midway")
	w.run(24*time.Hour + time.Minute)
	if until := w.find(g).Away[0]; w.daysTaken(ann) != 2 || !until.Equal(time.Date(2026, 11, 24, 10, 0, 0, 0, time.UTC)) {
		t.Errorf("%d days are counted, away until %v", w.daysTaken(ann), until)
	}
	if faults := w.integrity(); faults != "" {
		t.Error(faults)
	}
	if err := w.EndVacation(t.Context(), ann.ID); err != nil || w.daysTaken(ann) != 1 {
		t.Errorf("%d days are counted after its end, %v", w.daysTaken(ann), err)
	}
}

// The check names vacations that nobody can have; the database refuses those whose end is before their beginning.
func TestImpossibleVacationsAreReported(t *testing.T) {
	sample.Whole(t, "damages a database")
	w := newWorld(t)
	ann := w.player("ann")
	if _, err := w.SetVacation(t.Context(), ann.ID, "2026-11-23", "2026-11-29"); err != nil {
		t.Fatal(err)
	}
	if faults := w.integrity(); faults != "" {
		t.Fatal(faults)
	}
	for _, impossible := range []string{"last_day = '2026-11-22'", "until_at = from_at - 1"} {
		if err := w.raw("UPDATE vacations SET " + impossible); err == nil {
			t.Errorf("the database takes %s", impossible)
		}
	}
	const day = 24 * 60 * 60 * 1000
	const another = `INSERT INTO vacations (player_id, first_day, last_day, from_at, until_at, zone)
		SELECT player_id, '%s', '%s', from_at + %d, until_at + %d, '%s' FROM vacations`
	for damage, want := range map[string]string{
		"UPDATE vacations SET zone = 'Mars/Phobos'":                           "no time zone",
		"UPDATE vacations SET zone = ''":                                      "no time zone",
		"UPDATE vacations SET last_day = '2026-11-31'":                        "no vacation is from day",
		"UPDATE vacations SET first_day = '11/22/2026'":                       "no vacation is from day",
		"UPDATE vacations SET last_day = '2036-11-29'":                        "no vacation is from day",
		"UPDATE vacations SET first_day = '2026-11-17'":                       "are not those of",
		"UPDATE vacations SET from_at = 5":                                    "are not those of",
		"UPDATE vacations SET until_at = until_at * 2":                        "are not those of",
		fmt.Sprintf(another, "2026-11-23", "2026-11-29", day, day, "UTC"):     "has not ended when it begins",
		fmt.Sprintf(another, "2026-11-30", "2026-12-23", 7*day, 7*day, "UTC"): "more than 30 days of the year 2026",
	} {
		err := w.Write(t.Context(), func(tx *core.Tx) error {
			if err := tx.Exec("DELETE FROM vacations").Error; err != nil {
				return err
			}
			p, err := account.LockPlayer(tx, ann.ID)
			if err != nil {
				return err
			}
			_, err = play.SetVacation(tx, p, "2026-11-23", "2026-11-29")
			return err
		})
		if err == nil {
			err = w.raw(damage)
		}
		if faults := w.integrity(); err != nil || !strings.Contains(faults, want) {
			t.Errorf("%s: %q, %v", damage, faults, err)
		}
	}
}

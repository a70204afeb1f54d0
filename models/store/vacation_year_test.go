package store

import (
	"fmt"
	"testing"
	"time"

	"turnpost/models"
	"turnpost/rules/rulestest/sample"
)

// The last day of a year is taken from that year's days, even if the vacation reaches into the next year, whose days
// are counted anew. A year without days left ends the game on its last day.
func TestVacationByItselfAtTheEndOfAYear(t *testing.T) {
	sample.Whole(t, "lets weeks pass")
	for taken, want := range map[int]string{29: "2026-12-31: 0, 2027-01-01: 29, 2027-01-02: 28, ", 30: ""} {
		w := newWorld(t)
		w.unsynced(t)
		ann, bob := w.player("ann"), w.player("bob")
		w.extends(ann)
		insert := fmt.Sprintf(`INSERT INTO vacations (player_id, first_day, last_day, from_at, until_at, zone)
			VALUES (%d, '2026-01-01', '2026-01-%d', 1767225600000, 1769644800000, 'UTC')`, ann.ID, taken)
		if err := w.raw(insert); err != nil {
			t.Fatal(err)
		}
		w.pass(39 * 24 * time.Hour) // 30 December, noon
		w.steady()
		g, got := w.paced(ann, bob, "24h"), ""
		for _, c := range contents(w.run(3*24*time.Hour + time.Minute)) {
			if c.Kind == models.KindAutoVacation {
				got += fmt.Sprintf("%s: %d, ", c.Away.From.Format(time.DateOnly), c.DaysLeft)
			}
		}
		if now := w.find(g); got != want || (now.Status == models.Ongoing) != (taken < 30) {
			t.Errorf("after %d days: took %q, want %q; %s", taken, got, want, now.Status)
		}
	}
}

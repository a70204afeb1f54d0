package view

import (
	"testing"
	"time"

	"turnpost/rules"
)

// The remaining time is that on the clock, where days off or a vacation stop it before the deadline.
func TestRemaining(t *testing.T) {
	now := time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	const h = time.Hour
	for name, c := range map[string]struct {
		until, left time.Duration
		mover       Player
		want        time.Duration
		stops       bool
	}{
		"nothing of the mover's":   {72 * h, 72 * h, Player{}, 72 * h, false},
		"days off before the end":  {84 * h, 36 * h, Player{DaysOff: "Sundays"}, 36 * h, true},
		"days off after the end":   {9 * h, 9 * h, Player{DaysOff: "Sundays"}, 9 * h, false},
		"a moment between the two": {9 * h, 9*time.Hour - time.Second, Player{DaysOff: "Sundays"}, 9 * h, false},
		"a vacation":               {99 * h, 9 * h, Player{AwayUntil: now.Add(90 * h)}, 9 * h, true},
	} {
		g := &Game{Deadline: now.Add(c.until), Left: c.left, ToMove: rules.Second}
		g.Players = [2]Player{{DaysOff: "Fridays"}, c.mover}
		if got, stops := g.Remaining(now), g.Stops(now); got != c.want || stops != c.stops {
			t.Errorf("%s: %v, %v, want %v, %v", name, got, stops, c.want, c.stops)
		}
	}
}

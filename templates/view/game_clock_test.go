package view

import (
	"testing"
	"time"
)

// The remaining time is that on the clock, where days off or a vacation stop it before the deadline.
func TestRemaining(t *testing.T) {
	now := time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	for stops, want := range map[bool]time.Duration{false: 84 * time.Hour, true: 36 * time.Hour} {
		g := &Game{Deadline: now.Add(84 * time.Hour), Left: 36 * time.Hour, Stops: stops}
		if got := g.Remaining(now); got != want {
			t.Errorf("stops %v: %v, want %v", stops, got, want)
		}
	}
}

package queue

import (
	"testing"
	"time"
)

func TestDelay(t *testing.T) {
	for attempt, want := range map[int]time.Duration{
		1: time.Minute, 2: 2 * time.Minute, 3: 4 * time.Minute, 9: 256 * time.Minute,
		10: 6 * time.Hour, 11: 6 * time.Hour, 1_000_000: 6 * time.Hour,
	} {
		if got := delay(attempt); got != want {
			t.Errorf("after attempt %d: %v, want %v", attempt, got, want)
		}
	}
}

func TestVary(t *testing.T) {
	for _, c := range []struct {
		chance float64
		want   time.Duration
	}{{0, 48 * time.Second}, {0.5, time.Minute}, {1, 72 * time.Second}} {
		if got := vary(time.Minute, c.chance).Round(time.Millisecond); got != c.want {
			t.Errorf("a minute at chance %v: %v, want %v", c.chance, got, c.want)
		}
	}
}

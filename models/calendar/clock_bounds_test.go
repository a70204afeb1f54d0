package calendar

import (
	"math"
	"testing"
	"time"
)

// Damaged instants, as far as the store can hold them, are not counted to week by week.
func TestClockOfDamagedInstants(t *testing.T) {
	zone, err := time.LoadLocation("Europe/Warsaw")
	if err != nil {
		t.Fatal(err)
	}
	off, _ := ParseDaysOff([]string{"sun"})
	now := time.Date(2026, time.November, 27, 12, 0, 0, 0, time.UTC)
	first, last := time.UnixMilli(math.MinInt64), time.UnixMilli(math.MaxInt64)
	week := 7 * 24 * time.Hour
	for name, c := range map[string]Clock{
		"no interval":    {Off: off, Zone: zone},
		"always away":    {Off: off, Zone: zone, From: first, Until: last},
		"away from now":  {Off: off, Zone: zone, From: now, Until: last},
		"away till now":  {Off: off, Zone: zone, From: first, Until: now},
		"away in future": {Off: off, Zone: zone, From: last.Add(-time.Hour), Until: last},
	} {
		for _, to := range []time.Time{first, now, last} {
			if d := c.RunningTime(now, to); d > maxSpan || d < -maxSpan {
				t.Errorf("%s: it runs for %s", name, d)
			}
		}
		for _, left := range []time.Duration{math.MinInt64, -week, 0, week, math.MaxInt64} {
			if end := c.RunOut(now, left); end.Sub(now) > maxSpan/2*5 || now.Sub(end) > maxSpan/2*5 {
				t.Errorf("%s: with %s left it runs out at %s", name, left, end)
			}
		}
	}
}

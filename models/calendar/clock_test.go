package calendar

import (
	"math/rand/v2"
	"testing"
	"time"

	"turnpost/rules/rulestest/sample"
)

// minutes is a slow independent calculation: it looks at every minute.
func minutes(c Clock, from, to time.Time) (n int) {
	for at := from; at.Before(to); at = at.Add(time.Minute) {
		day := (int(at.In(c.Zone).Weekday()) + 6) % 7
		if !c.Off.days[day] && (at.Before(c.From) || !at.Before(c.Until)) {
			n++
		}
	}
	return n
}

// TestClockAgainstMinutes compares clocks with days off and absences with a calculation that looks at every minute.
func TestClockAgainstMinutes(t *testing.T) {
	rnd := rand.New(rand.NewPCG(22, 7))
	zones := []string{
		"UTC", "Europe/Warsaw", "Africa/Cairo", "America/Santiago", "Asia/Beirut", "America/Havana",
		"Australia/Lord_Howe", "Pacific/Apia", "America/Asuncion", "Asia/Kathmandu",
	}
	for range sample.Count(400, 100) {
		zone, err := time.LoadLocation(zones[rnd.IntN(len(zones))])
		if err != nil {
			t.Fatal(err)
		}
		c := Clock{Zone: zone}
		c.Off.days[rnd.IntN(7)] = rnd.IntN(4) > 0
		c.Off.days[rnd.IntN(7)] = rnd.IntN(2) > 0
		start := time.Unix(1_767_225_600, 0).Add(time.Duration(rnd.IntN(400*24*60)) * time.Minute)
		if rnd.IntN(3) > 0 {
			c.From = start.Add(time.Duration(rnd.IntN(12*24*60)-3*24*60) * time.Minute)
			c.Until = c.From.Add(time.Duration(rnd.IntN(9*24*60)) * time.Minute)
		}
		left := time.Duration(1+rnd.IntN(8*24*60)) * time.Minute
		end := c.RunOut(start, left)
		if n := minutes(c, start, end); n != int(left/time.Minute) {
			t.Fatalf("%+v from %s: %v runs out at %s, after %d minutes", c, start.In(zone), left, end.In(zone), n)
		}
		if n := minutes(c, end, end.Add(time.Minute)); n != 1 && !end.Equal(c.From) {
			t.Fatalf("%+v from %s: %v runs out at %s, where the clock stands", c, start.In(zone), left, end.In(zone))
		}
		now := start.Add(time.Duration(rnd.IntN(20*24*60)) * time.Minute)
		want := minutes(c, now, end)
		if now.After(end) {
			want = -minutes(c, end, now)
		}
		if got := c.RunningTime(now, end); got != time.Duration(want)*time.Minute {
			t.Fatalf("%+v: %v between %s and %s, want %d minutes", c, got, now.In(zone), end.In(zone), want)
		}
		if again := c.RunOut(now, c.RunningTime(now, end)); !again.Equal(end) && !end.Equal(c.From) {
			t.Fatalf("%+v: ran out at %s, at %s seen from %s", c, end.In(zone), again.In(zone), now.In(zone))
		}
	}
}

func TestClockThatStopsAsItRunsOut(t *testing.T) {
	zone, at := inWarsaw(t)
	off, _ := ParseDaysOff([]string{"sat"})
	away := Clock{Zone: zone, From: at("2026-11-18 12:00 +01"), Until: at("2026-11-20 12:00 +01")}
	both := away
	both.Off = off
	for name, c := range map[string]struct {
		clock Clock
		now   string
		left  time.Duration
		want  string
	}{
		"as the absence begins":          {away, "2026-11-18 10:00 +01", 2 * time.Hour, "2026-11-18 12:00 +01"},
		"nothing left as it begins":      {away, "2026-11-18 12:00 +01", 0, "2026-11-20 12:00 +01"},
		"within it":                      {away, "2026-11-19 10:00 +01", time.Hour, "2026-11-20 13:00 +01"},
		"it ends before a day off":       {both, "2026-11-19 10:00 +01", 12 * time.Hour, "2026-11-22 00:00 +01"},
		"the end of both is past":        {both, "2026-11-22 10:00 +01", -11 * time.Hour, "2026-11-20 23:00 +01"},
		"half an hour ago on the day on": {both, "2026-11-22 00:10 +01", -30 * time.Minute, "2026-11-20 23:40 +01"},
	} {
		if got := c.clock.RunOut(at(c.now), c.left); !got.Equal(at(c.want)) {
			t.Errorf("%s: %s, want %s", name, got.In(zone), c.want)
		}
	}
	ends := Clock{Off: off, Zone: zone, From: at("2026-11-21 12:00 +01"), Until: at("2026-11-23 12:00 +01")}
	if got := ends.RunOut(at("2026-11-20 12:00 +01"), 12*time.Hour); !got.Equal(at("2026-11-23 12:00 +01")) {
		t.Errorf("an absence that begins on a day off: %s", got.In(zone))
	}
}

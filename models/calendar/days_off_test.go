package calendar

import (
	"testing"
	"time"

	"turnpost/models/modeltest/vectors"
)

// clockCase is a line of the vectors: a clock that starts, and one that is stopped.
type clockCase struct {
	Zone                                string
	Off                                 []int
	Start, Seconds, Deadline, Now, Left int64
}

func TestDaysOffVectors(t *testing.T) {
	vectors.Each(t, checkDaysOff, "testdata/weekends.jsonl", "weekends.jsonl")
}

func checkDaysOff(t *testing.T, c *clockCase) {
	t.Helper()
	zone, err := time.LoadLocation(c.Zone)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, i := range c.Off {
		names = append(names, weekdays[i])
	}
	off, ok := ParseDaysOff(names)
	if !ok {
		t.Fatal(names)
	}
	got := off.Deadline(time.Unix(c.Start, 0), time.Duration(c.Seconds)*time.Second, zone)
	if got.Unix() != c.Deadline {
		t.Errorf("%+v: deadline %s, want %s", *c, got.In(zone), time.Unix(c.Deadline, 0).In(zone))
	}
	left := off.RunningTime(time.Unix(c.Now, 0), time.Unix(c.Deadline, 0), zone)
	if int64(left/time.Second) != c.Left {
		t.Errorf("%+v: %v left, want %ds", *c, left, c.Left)
	}
}

func TestParseDaysOff(t *testing.T) {
	for _, c := range []struct {
		list []string
		want string
		ok   bool
	}{
		{nil, "", true},
		{[]string{"sun"}, "sun", true},
		{[]string{"sun", "fri"}, "fri, sun", true},
		{[]string{"sat", "sat"}, "", false},
		{[]string{"fri", "sat", "sun"}, "", false},
		{[]string{"Saturday"}, "", false},
		{[]string{""}, "", false},
	} {
		off, ok := ParseDaysOff(c.list)
		if ok != c.ok || ok && off.String() != c.want {
			t.Errorf("%q: %q, %v", c.list, off, ok)
		}
	}
}

func TestDeadlineAtTheEdgesOfDaysOff(t *testing.T) {
	zone, at := inWarsaw(t)
	off, _ := ParseDaysOff([]string{"sat", "sun"})
	for name, c := range map[string]struct {
		start   string
		counted time.Duration
		want    string
	}{
		"as the day off begins":           {"2026-11-20 12:00 +01", 12 * time.Hour, "2026-11-23 00:00 +01"},
		"just before it":                  {"2026-11-20 12:00 +01", 12*time.Hour - time.Minute, "2026-11-20 23:59 +01"},
		"from within it":                  {"2026-11-22 13:00 +01", time.Hour, "2026-11-23 01:00 +01"},
		"no time at all within it":        {"2026-11-22 13:00 +01", 0, "2026-11-23 00:00 +01"},
		"over a change of clocks":         {"2026-10-23 12:00 +02", 24 * time.Hour, "2026-10-26 12:00 +01"},
		"from the end":                    {"2026-11-23 00:00 +01", 24 * time.Hour, "2026-11-24 00:00 +01"},
		"a week from within, to its edge": {"2026-11-21 13:00 +01", 5 * 24 * time.Hour, "2026-11-30 00:00 +01"},
	} {
		if got := off.Deadline(at(c.start), c.counted, zone); !got.Equal(at(c.want)) {
			t.Errorf("%s: %s, want %s", name, got.In(zone), c.want)
		}
	}
}

// FuzzDaysOff checks that no deadline is on a day off, that the time to it is the counted one, and that more time or a
// later start never gives an earlier deadline.
func FuzzDaysOff(f *testing.F) {
	f.Add(int64(1843622850), uint32(129600), uint8(5), uint8(6), uint8(0), uint32(60))
	f.Add(int64(1830609283), uint32(5184000), uint8(6), uint8(6), uint8(4), uint32(86400))
	zones := []string{
		"UTC", "Europe/Warsaw", "Africa/Cairo", "Pacific/Chatham", "America/Santiago", "Asia/Beirut", "America/Havana",
		"Australia/Lord_Howe", "Pacific/Apia", "America/Asuncion",
	}
	f.Fuzz(func(t *testing.T, start int64, seconds uint32, a, b, place uint8, more uint32) {
		if start < 0 || start > 1<<33 {
			return
		}
		zone, err := time.LoadLocation(zones[int(place)%len(zones)])
		if err != nil {
			t.Fatal(err)
		}
		names := []string{weekdays[a%7]}
		if a%7 != b%7 {
			names = append(names, weekdays[b%7])
		}
		off, _ := ParseDaysOff(names)
		from, counted := time.Unix(start, 0), time.Duration(seconds%(90*86400))*time.Second
		extra := time.Duration(more%86400) * time.Second
		deadline := off.Deadline(from, counted, zone)
		if off.On(Day(deadline, zone)) || deadline.Before(from.Add(counted)) {
			t.Fatalf("%v from %s with %s off: %s", counted, from.In(zone), off, deadline.In(zone))
		}
		if left := off.RunningTime(from, deadline, zone); left != counted {
			t.Fatalf("%v from %s with %s off is %v to %s", counted, from.In(zone), off, left, deadline.In(zone))
		}
		if later := off.Deadline(from, counted+extra, zone); later.Before(deadline) {
			t.Fatalf("%v more gives %s, before %s", extra, later.In(zone), deadline.In(zone))
		}
		if later := off.Deadline(from.Add(extra), counted, zone); later.Before(deadline) {
			t.Fatalf("%v later gives %s, before %s", extra, later.In(zone), deadline.In(zone))
		}
	})
}

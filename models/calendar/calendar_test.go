package calendar

import (
	"testing"
	"time"
)

// The clocks of Warsaw skip 02:00 to 03:00 on 29 March 2026 and show it twice on 25 October.

func inWarsaw(t *testing.T) (*time.Location, func(text string) time.Time) {
	t.Helper()
	zone, err := time.LoadLocation("Europe/Warsaw")
	if err != nil {
		t.Fatal(err)
	}
	return zone, func(text string) time.Time {
		t.Helper()
		at, err := time.Parse("2006-01-02 15:04 -07", text)
		if err != nil {
			t.Fatal(err)
		}
		return at
	}
}

func TestNextHour(t *testing.T) {
	zone, at := inWarsaw(t)
	for _, c := range []struct {
		name, now string
		hour      int
		want      string
	}{
		{"later today", "2026-11-21 07:59 +01", 8, "2026-11-21 08:00 +01"},
		{"now is too late", "2026-11-21 08:00 +01", 8, "2026-11-22 08:00 +01"},
		{"midnight", "2026-11-21 23:59 +01", 0, "2026-11-22 00:00 +01"},
		{"the player's day is another than UTC's", "2026-11-21 00:30 +01", 8, "2026-11-21 08:00 +01"},
		{"over the lost hour", "2026-03-28 09:00 +01", 8, "2026-03-29 08:00 +02"},
		{"in the lost hour", "2026-03-28 09:00 +01", 2, "2026-03-29 03:00 +02"},
		{"the day after the lost hour", "2026-03-29 03:00 +02", 2, "2026-03-30 02:00 +02"},
		{"over the doubled hour", "2026-10-24 09:00 +02", 8, "2026-10-25 08:00 +01"},
		{"the first of the doubled hour", "2026-10-24 09:00 +02", 2, "2026-10-25 02:00 +02"},
		{"not twice in the doubled hour", "2026-10-25 02:00 +02", 2, "2026-10-26 02:00 +01"},
	} {
		if got := NextHour(at(c.now), c.hour, zone); !got.Equal(at(c.want)) {
			t.Errorf("%s: after %s hour %d begins at %s, want %s", c.name, c.now, c.hour, got, c.want)
		}
	}
}

func TestQuietHours(t *testing.T) {
	zone, at := inWarsaw(t)
	night, noon := QuietHours{"22:00", "07:00"}, QuietHours{"12:00", "13:30"}
	for _, c := range []struct {
		name        string
		quiet       QuietHours
		now         string
		from, until string // "" outside quiet hours
	}{
		{"before", night, "2026-11-21 21:59 +01", "", ""},
		{"as they begin", night, "2026-11-21 22:00 +01", "2026-11-21 22:00 +01", "2026-11-22 07:00 +01"},
		{"after midnight", night, "2026-11-22 00:30 +01", "2026-11-21 22:00 +01", "2026-11-22 07:00 +01"},
		{"as they end", night, "2026-11-22 07:00 +01", "", ""},
		{"within a day", noon, "2026-11-21 13:29 +01", "2026-11-21 12:00 +01", "2026-11-21 13:30 +01"},
		{"after those within a day", noon, "2026-11-21 13:30 +01", "", ""},
		{"a night that is an hour shorter", night, "2026-03-28 23:00 +01", "2026-03-28 22:00 +01", "2026-03-29 07:00 +02"},
		{"a night that is an hour longer", night, "2026-10-25 02:30 +01", "2026-10-24 22:00 +02", "2026-10-25 07:00 +01"},
		{
			"an end that is skipped",
			QuietHours{"22:00", "02:30"},
			"2026-03-29 01:00 +01", "2026-03-28 22:00 +01", "2026-03-29 03:00 +02",
		},
		{"an end that comes twice", QuietHours{"22:00", "02:30"}, "2026-10-25 02:15 +01", "", ""},
	} {
		from, until, quiet := c.quiet.Around(at(c.now), zone)
		if !quiet && c.from == "" {
			continue
		}
		if quiet != (c.from != "") || !from.Equal(at(c.from)) || !until.Equal(at(c.until)) {
			t.Errorf("%s: at %s it is quiet (%v) from %s until %s", c.name, c.now, quiet, from, until)
		}
	}
}

func TestIsMinute(t *testing.T) {
	for text, good := range map[string]bool{
		"00:00": true, "23:59": true, "": false, "24:00": false, "9:00": false, "7am": false, "22:00:00": false,
	} {
		if IsMinute(text) != good {
			t.Errorf("%q is a time of day: %v", text, !good)
		}
	}
}

func TestTimeZonesAreNamed(t *testing.T) {
	for zone, good := range map[string]bool{
		"Europe/Warsaw": true, "UTC": true, "America/Argentina/Buenos_Aires": true, "Etc/GMT+5": true, "EST5EDT": true,
		"localtime": false, "Local": false, "posixrules": false, "right/UTC": false, "posix/Europe/Warsaw": false,
		"Factory": false, "": false, "../UTC": false,
	} {
		if IsZone(zone) != good {
			t.Errorf("%q is a zone: %v", zone, !good)
		}
	}
}

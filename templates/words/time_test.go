package words

import (
	"testing"
	"time"
)

func TestSpan(t *testing.T) {
	for _, c := range []struct {
		length           time.Duration
		want, short, ago string
	}{
		{-time.Hour, "0 minutes", "0m", "1 minute ago"},
		{29 * time.Second, "0 minutes", "0m", "1 minute ago"},
		{59 * time.Second, "1 minute", "1m", "1 minute ago"},
		{time.Minute, "1 minute", "1m", "1 minute ago"},
		{59 * time.Minute, "59 minutes", "59m", "59 minutes ago"},
		{time.Hour, "1 hour", "1h", "1 hour ago"},
		{25*time.Hour - time.Minute, "24 hours 59 minutes", "24h 59m", "24 hours ago"},
		{36 * time.Hour, "36 hours", "36h", "36 hours ago"},
		{48 * time.Hour, "2 days", "2d", "2 days ago"},
		{72*time.Hour - 20*time.Second, "3 days", "3d", "3 days ago"},
		{72*time.Hour - time.Hour, "2 days 23 hours", "2d 23h", "2 days ago"},
		{72*time.Hour + 59*time.Minute, "3 days", "3d", "3 days ago"},
		{73 * time.Hour, "3 days 1 hour", "3d 1h", "3 days ago"},
	} {
		if got := For("").Span(c.length); got != c.want {
			t.Errorf("%v is said as %q; want %q", c.length, got, c.want)
		}
		if got := For("").ShortSpan(c.length); got != c.short {
			t.Errorf("%v is written as %q; want %q", c.length, got, c.short)
		}
		if got := For("").Left(c.length); got != c.want+" left" {
			t.Errorf("%v is left as %q; want %q", c.length, got, c.want+" left")
		}
		if got := For("").Ago(c.length); got != c.ago {
			t.Errorf("%v ago is %q; want %q", c.length, got, c.ago)
		}
	}
}

func TestWhenIsAsGoWritesItInEnglish(t *testing.T) {
	warsaw, err := time.LoadLocation("Europe/Warsaw")
	if err != nil {
		t.Fatal(err)
	}
	at := time.Date(2026, 1, 1, 9, 5, 0, 0, warsaw)
	for range 400 {
		if got, want := For("en").When(at), at.Format("Mon 2 Jan 15:04 MST"); got != want {
			t.Errorf("%q, want %q", got, want)
		}
		at = at.Add(23 * time.Hour)
	}
}

// Zones without an abbreviation are shown by their offset from UTC, including daylight saving time.
func TestWhenFarAway(t *testing.T) {
	at := time.Date(2026, 3, 29, 0, 30, 0, 0, time.UTC)
	for zone, want := range map[string]string{
		"Pacific/Kiritimati": "Sun 29 Mar 14:30 UTC+14", "Pacific/Marquesas": "Sat 28 Mar 15:00 UTC-09:30",
		"Asia/Kathmandu": "Sun 29 Mar 06:15 UTC+05:45", "America/Sao_Paulo": "Sat 28 Mar 21:30 UTC-03",
		"Europe/Warsaw": "Sun 29 Mar 01:30 CET",
	} {
		location, err := time.LoadLocation(zone)
		if err != nil {
			t.Fatal(err)
		}
		if got := For("").When(at.In(location)); got != want {
			t.Errorf("%s: %q, want %q", zone, got, want)
		}
	}
	warsaw, _ := time.LoadLocation("Europe/Warsaw")
	if got := For("").When(at.Add(time.Hour).In(warsaw)); got != "Sun 29 Mar 03:30 CEST" {
		t.Error(got)
	}
}

func TestDate(t *testing.T) {
	if got := For("").Date(time.Date(2026, 11, 4, 23, 0, 0, 0, time.UTC)); got != "4 Nov 2026" {
		t.Error(got)
	}
}

func TestPace(t *testing.T) {
	const day = 24 * time.Hour
	for want, c := range map[string][3]time.Duration{
		"3 days for each turn":                                           {0, 3 * day, 0},
		"14 days in all and 24 hours more with each turn":                {14 * day, day, 0},
		"14 days in all and 24 hours more with each turn, up to 21 days": {14 * day, day, 21 * day},
	} {
		if got := For("").Pace(c[0], c[1], c[2]); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// Times, lengths and time controls are words of each language.
func TestTimesInOtherLanguages(t *testing.T) {
	at := time.Date(2026, 11, 24, 14, 5, 0, 0, time.UTC) // a Tuesday
	const length = 51*time.Hour + time.Minute
	for lang, want := range map[string][]string{
		"ru": {"24 ноября (вторник), 14:05 UTC", "2 дня 3 ч", "2 дня 3 ч", "24 ноября 2026"},
		"de": {"Dienstag, 24. November, 14:05 UTC", "2 Tage 3 Stunden", "2 Tage 3 h", "24. November 2026"},
	} {
		l := For(lang)
		for i, got := range []string{l.When(at), l.Span(length), l.ShortSpan(length), l.Date(at)} {
			if got != want[i] {
				t.Errorf("%s: %q, want %q", lang, got, want[i])
			}
		}
	}
}

package store

import (
	"strings"
	"testing"
	"time"

	"turnpost/models/admin"
)

func TestParseUntil(t *testing.T) {
	now := time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC)
	for text, want := range map[string]string{
		"2026-11-24T18:00:00Z":      "2026-11-24T18:00:00Z",
		"2026-11-24T18:00:00+01:00": "2026-11-24T17:00:00Z",
		"2026-11-24 18:00":          "2026-11-24T18:00:00Z",
		"2026-11-24":                "2026-11-25T00:00:00Z",
		"36h":                       "2026-11-25T00:00:00Z",
		"3d":                        "2026-11-26T12:00:00Z",
		"tomorrow":                  "", "": "", "-3d": "", "99999d": "",
	} {
		got, err := admin.ParseUntil(text, now)
		if (err == nil) != (want != "") || err == nil && got.UTC().Format(time.RFC3339) != want {
			t.Errorf("%q: %s, %v; want %q", text, got, err, want)
		}
	}
}

func FuzzParseUntil(f *testing.F) {
	now := time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC)
	for _, text := range []string{"2026-11-24T18:00:00Z", "2026-11-24", "3d", "36h", "-1s", "1e9d"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if got, err := admin.ParseUntil(text, now); err == nil && got.IsZero() && !strings.HasPrefix(text, "0001") {
			t.Errorf("%q is the zero time", text)
		}
	})
}

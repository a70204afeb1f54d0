package store

import (
	"strings"
	"testing"
	"unicode"

	"turnpost/models"
	"turnpost/models/schema"
)

func TestQuietHoursThatNoDayHas(t *testing.T) {
	for _, q := range [][]string{
		{"", ""},
		{"22:00", ""},
		{"24:00", "07:00"},
		{"9:00", "07:00"},
		{"22:00", "7am"},
		{"22:00", "22:00"},
		{"22:00:00", "07:00"},
	} {
		patch := models.ProfilePatch{Values: models.Values{"quiet": q}}
		if err := patch.Check(); models.CodeOf(err) != models.CodeInvalid {
			t.Errorf("%+v: %v", q, err)
		}
	}
}

// FuzzInput passes arbitrary text to the fields that players fill in: the result satisfies the invariants, or is an
// *Error that names the fault; it never contains anything that could end a header line.
func FuzzInput(f *testing.F) {
	for _, text := range []string{
		"ann@example.org", "a@b\r\nBcc: c@d", "50%", "14d+1d", "1.x", "2026-12-24", "22:00", "Europe/Warsaw", "de-AT",
		"ann\u202enna",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		email, key, err := schema.ParseEmail(text)
		broken := strings.ContainsFunc(email, unicode.IsControl) || !strings.Contains(email, "@")
		if err == nil && (broken || key != strings.ToLower(email)) {
			t.Errorf("%q is the address %q, %q", text, email, key)
		}
		clean, cleanErr := models.CleanText("message", text, 100)
		if again, err := models.CleanText("message", clean, 100); cleanErr == nil && (err != nil || again != clean) {
			t.Errorf("%q is cleaned to %q, then to %q", text, clean, again)
		}
		patch := models.ProfilePatch{Values: models.Values{"reminders": {text}}}
		for _, err := range []error{
			err, cleanErr, patch.Check(), models.CheckName(text), models.CheckLocale(text),
			models.CheckTimeZone(text),
		} {
			if err != nil && models.CodeOf(err) == "" {
				t.Errorf("%q: an error without a code: %v", text, err)
			}
		}
		if at, id, ok := schema.ParseCursor(text); ok {
			if again, other, ok := schema.ParseCursor(schema.FormatCursor(at, id)); !ok || again != at || other != id {
				t.Errorf("cursor %q: %d %q", text, again, other)
			}
		}
	})
}

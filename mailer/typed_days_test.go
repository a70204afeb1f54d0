package mailer

import (
	"testing"
	"time"

	"turnpost/models/calendar"
)

func TestTypedDays(t *testing.T) {
	today := time.Date(2026, 12, 1, 0, 0, 0, 0, time.UTC)
	for typed, want := range map[[2]string][2]string{
		{"2026-12-24", "2027-1-2"}:          {"2026-12-24", "2027-01-02"},
		{"24 Dec", "2 Jan"}:                 {"2026-12-24", "2027-01-02"},
		{"December 24th", "January 2nd"}:    {"2026-12-24", "2027-01-02"},
		{"Dec 24, 2027", "Jan 2, 2028"}:     {"2027-12-24", "2028-01-02"},
		{"24.12.26", "2.1.2027"}:            {"2026-12-24", "2027-01-02"},
		{"24/12", "31/12"}:                  {"2026-12-24", "2026-12-31"},
		{"12/24", "1/1"}:                    {"2026-12-24", "2027-01-01"},
		{"today", "tomorrow"}:               {"2026-12-01", "2026-12-02"},
		{"1 Dec", "30 Nov"}:                 {"2026-12-01", "2027-11-30"},
		{"30 Nov", "5 Dec"}:                 {"2026-11-30", "2026-12-05"}, // refused, because it has begun
		{"1 Nov", "3 Nov"}:                  {"2026-11-01", "2026-11-03"},
		{"31 Oct", "3 Nov"}:                 {"2027-10-31", "2027-11-03"},
		{"29 Feb", "1 Mar"}:                 {"2028-02-29", "2028-03-01"},
		{"24. Dezember", "2. März"}:         {"2026-12-24", "2027-03-02"},
		{"24 декабря", "2 мая"}:             {"2026-12-24", "2027-05-02"},
		{"24 дeкaбpя", "2 янвapя"}:          {"2026-12-24", "2027-01-02"}, // Latin e, a, p
		{"24 ДEKAБРЯ", "2 ЯHBAPЯ"}:          {"2026-12-24", "2027-01-02"}, // where possible
		{"3/4", "5 Apr"}:                    {"3/4", "5 Apr"},
		{"24 Dec", "31 Nov"}:                {"2026-12-24", "31 Nov"},
		{"24 Foo", "31 Dec"}:                {"24 Foo", "31 Dec"},
		{"32.1.", "1.13."}:                  {"32.1.", "1.13."},
		{"Christmas", ""}:                   {"Christmas", ""},
		{"2.1.22226", "29 Feb"}:             {"2.1.22226", "29 Feb"},
		{"24 Dec 2026 12", "1 2 3 4"}:       {"24 Dec 2026 12", "1 2 3 4"},
		{"99999999999999999999 Dec", "Dec"}: {"99999999999999999999 Dec", "Dec"},
	} {
		if from, until := readDays(typed[0], typed[1], today); [2]string{from, until} != want {
			t.Errorf("%s: %s to %s, want %s", typed, from, until, want)
		}
	}
}

// A text is read as a day, or remains as typed.
func FuzzTypedDays(f *testing.F) {
	f.Add("24 Dec", "2 Jan")
	f.Add("24.12.26", "29 Feb")
	f.Add("12/24", "tomorrow")
	f.Fuzz(func(t *testing.T, first, last string) {
		today := time.Date(2026, 12, 1, 0, 0, 0, 0, time.UTC)
		from, until := readDays(first, last, today)
		for typed, read := range map[string]string{first: from, last: until} {
			if _, err := time.Parse(calendar.DayLayout, read); err != nil && read != typed {
				t.Errorf("%q is read as %q", typed, read)
			}
		}
	})
}

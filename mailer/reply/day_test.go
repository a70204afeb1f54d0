package reply

import (
	"slices"
	"testing"
	"time"
)

// A vacation notice that no field shows to be one may have a line like the command. It is asked about below other text,
// and above somebody else's telephone number or address.
func TestAwayInNotices(t *testing.T) {
	away := []Command{{Verb: Away, From: "3 Dec", Until: "7 Dec"}}
	for _, text := range []string{
		"I am out of the office.\nAway from 3 Dec to 7 Dec\n",
		"Your message will not be read for a while.\n\nAway 3 Dec to 7 Dec\n\nAnn\n",
		"Away 3 Dec to 7 Dec\n\nIn urgent cases call 030 1234567.\n",
		"Away 3 Dec to 7 Dec\nMy substitute is bob@example.org.\n",
	} {
		m, err := Read([]byte(plainHeader+text), Options{})
		if err != nil || len(m.Reply.Commands) > 0 || !slices.Equal(m.Reply.Possible, away) {
			t.Errorf("%q is read as %+v, %v", text, m.Reply, err)
		}
	}
	for _, text := range []string{
		"Hi,\n\naway 3 Dec to 7 Dec\n\nthanks\n", "away 3 Dec to 7 Dec\n\nI visit my parents.\n",
		"away 3 Dec to 7 Dec\n\nBest,\nAnn\nTel. 030 1234567\n",
	} {
		m, err := Read([]byte(plainHeader+text), Options{})
		if err != nil || !slices.Equal(m.Reply.Commands, away) {
			t.Errorf("%q is read as %+v, %v", text, m.Reply, err)
		}
	}
}

func TestDaysOfAway(t *testing.T) {
	today := time.Date(2026, 12, 1, 0, 0, 0, 0, time.UTC)
	for text, want := range map[string][2]string{
		"away 2026-12-24 to 2027-1-2":               {"2026-12-24", "2027-01-02"},
		"away 24 Dec to 2 Jan":                      {"2026-12-24", "2027-01-02"},
		"Away from December 24th until January 2nd": {"2026-12-24", "2027-01-02"},
		"away Dec 24, 2027 to Jan 2, 2028":          {"2027-12-24", "2028-01-02"},
		"away 24.12.26 - 2.1.2027":                  {"2026-12-24", "2027-01-02"},
		"away 24/12 to 31/12":                       {"2026-12-24", "2026-12-31"},
		"away 12/24 to 1/1":                         {"2026-12-24", "2027-01-01"},
		"away today to tomorrow":                    {"2026-12-01", "2026-12-02"},
		"away 1 Dec to 30 Nov":                      {"2026-12-01", "2027-11-30"},
		"away 29 Feb to 1 Mar":                      {"2028-02-29", "2028-03-01"},
		"Urlaub vom 24. Dezember bis 2. März":       {"2026-12-24", "2027-03-02"},
		"Urlaub 24.12. bis 2.1.":                    {"2026-12-24", "2027-01-02"},
		"отпуск с 24 декабря по 2 мая":              {"2026-12-24", "2027-05-02"},
		"away 3/4 to 5 Apr":                         {"3/4", "5 Apr"},
		"away 24 Dec to 31 Nov":                     {"2026-12-24", "31 Nov"},
		"away 24 Foo to 31 Dec":                     {"24 Foo", "31 Dec"},
		"away 32.1. to 1.13.":                       {"32.1.", "1.13"},
	} {
		c, ok := ParseCommand(text, Options{})
		if from, until := c.Days(today); !ok || c.Verb != Away || [2]string{from, until} != want {
			t.Errorf("%s: %+v, %s to %s, want %v", text, c, from, until, want)
		}
	}
}

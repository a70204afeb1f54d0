package pages_test

import (
	"testing"
	"time"

	"turnpost/models"
	"turnpost/rules/rulestest/sample"
)

// Deadlines are shown in the reader's zone with the offset at the deadline, across midnight and across the start and
// end of daylight saving time. A vacation is shown by its last day there.
func TestDeadlinesInFarZones(t *testing.T) {
	sample.Whole(t, "shows deadlines in many zones")
	m := newMatch(t, "hnefatafl", "7x7")
	for i, c := range []struct{ now, zone, due, last string }{
		{"2027-01-10T12:30:00Z", "Pacific/Kiritimati", "Thu 14 Jan 02:30 UTC+14", "Wed 13 Jan"},
		{"2027-01-10T09:00:00Z", "Pacific/Marquesas", "Tue 12 Jan 23:30 UTC-09:30", "Mon 11 Jan"},
		{"2027-01-10T18:30:00Z", "Asia/Kathmandu", "Thu 14 Jan 00:15 UTC+05:45", "Wed 13 Jan"},
		{"2027-03-26T22:30:00Z", "Europe/Warsaw", "Tue 30 Mar 00:30 CEST", "Sun 28 Mar"},
		{"2027-04-02T12:00:00Z", "Australia/Lord_Howe", "Mon 5 Apr 22:30 UTC+10:30", "Sun 4 Apr"},
		{"2027-11-05T12:00:00Z", "America/New_York", "Mon 8 Nov 07:00 EST", "Sun 7 Nov"},
	} {
		t.Run(c.zone, func(t *testing.T) {
			m.t = t
			now, err := time.Parse(time.RFC3339, c.now)
			if err != nil {
				t.Fatal(err)
			}
			m.Clock.Advance(now.Sub(m.Clock.Now()) - 6*time.Minute) // the time that signing in takes
			player := m.SignUp("far-" + string(rune('a'+i)))
			patch := models.ProfilePatch{Values: models.Values{"time_zone": {c.zone}}}
			far, err := m.UpdateProfile(t.Context(), player.ID, patch)
			if err != nil {
				t.Fatal(err)
			}
			reader := m.visitor().signIn(far)
			g := m.Begin(far, m.players[1], "hnefatafl", "7x7")
			m.Mails() // the clock of a turn starts when its mail is sent
			reader.get("/g/"+g.ID).want(200, "By "+c.due+": 3 days left")
			local := now.In(far.TimeZone)
			day := func(n int) string { return local.AddDate(0, 0, n).Format(time.DateOnly) }
			reader.post("/settings/away", "action", "set", "from", day(1), "until", day(2)).
				want(200, "until the end of "+c.last+".", "days of vacation are left this year")
		})
	}
}

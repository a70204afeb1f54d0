package play

import (
	"fmt"
	"time"

	"turnpost/models"
	"turnpost/models/calendar"
	"turnpost/models/schema"
)

// VacationRow is a row of vacations.
type VacationRow struct {
	ID, PlayerID      int64
	FirstDay, LastDay string // of the zone
	FromAt, UntilAt   models.Millis
	Zone              string
}

// Days returns the first and the last day, as midnight UTC. ok is false if they are none, or too many.
func (r VacationRow) Days() (first, last time.Time, ok bool) {
	first, err1 := time.Parse(calendar.DayLayout, r.FirstDay)
	last, err2 := time.Parse(calendar.DayLayout, r.LastDay)
	return first, last, err1 == nil && err2 == nil && !last.Before(first) && last.Sub(first) <= schema.LongestAway
}

// zoneSlack is by how much the days of a vacation and its instants may differ: rows of earlier versions have the zone
// that their player had later, and a day that begins by itself may count as the next one.
const zoneSlack = 72 * time.Hour

// fault returns what is impossible about a row by itself; "" if nothing is.
func (r VacationRow) fault() string {
	first, last, ok := r.Days()
	switch {
	case !ok:
		return fmt.Sprintf("no vacation is from day %q to day %q", r.FirstDay, r.LastDay)
	case !calendar.IsZone(r.Zone):
		return fmt.Sprintf("there is no time zone %q", r.Zone)
	case r.UntilAt < r.FromAt:
		return fmt.Sprintf("no vacation is from %d to %d", r.FromAt, r.UntilAt)
	}
	ends := func(day time.Time) models.Millis { return models.ToMillis(day.AddDate(0, 0, 1).Add(zoneSlack)) }
	if r.FromAt < models.ToMillis(first.Add(-zoneSlack)) || r.FromAt > ends(first) || r.UntilAt > ends(last) {
		return fmt.Sprintf("the days %s to %s are not those of %d to %d", r.FirstDay, r.LastDay, r.FromAt, r.UntilAt)
	}
	return ""
}

// ReportVacations reports what is impossible about the vacations of one player, in the order of their beginnings.
func ReportVacations(rows []VacationRow, report func(fault string)) {
	days, until := map[vacationDay]bool{}, models.Millis(0)
	for _, r := range rows {
		fault := r.fault()
		if fault == "" && r.FromAt < until {
			fault = "another one has not ended when it begins"
		}
		if fault != "" {
			report(fmt.Sprintf("vacations: %s, in the row with id %d, player_id %d", fault, r.ID, r.PlayerID))
			continue
		}
		until = max(until, r.UntilAt)
		first, last, _ := r.Days()
		for day := first; !day.After(last); day = day.AddDate(0, 0, 1) {
			days[vacationDay{day, r.Zone}] = true
		}
	}
	used := map[int]int{}
	for d := range days {
		if used[d.day.Year()]++; used[d.day.Year()] == VacationDays+1 {
			report(fmt.Sprintf("vacations: more than %d days of the year %d, in the rows with player_id %d",
				VacationDays, d.day.Year(), rows[0].PlayerID))
		}
	}
}

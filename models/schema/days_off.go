package schema

import (
	"slices"
	"strconv"
	"strings"

	"turnpost/models"
)

// ChosenDaysOff are the columns of a player's days off.
type ChosenDaysOff struct {
	DaysOff       string // "sat,sun"; "" for none
	FormerDaysOff string // what counts for turns that begin before an instant: see readFormer
}

// ChosenDaysOff returns the days off that the player has chosen, and those before.
func (r PlayerRow) ChosenDaysOff() ChosenDaysOff { return ChosenDaysOff{r.DaysOff, r.FormerDaysOff} }

// ClockDaysOff returns the days off that count for turns that begin at an instant, in the form of ReadClockDays. zone
// is the player's.
func (d ChosenDaysOff) ClockDaysOff(at models.Millis, zone string) string {
	if until, days := d.readFormer(); at < until {
		return days
	}
	return d.Newest(zone)
}

// Newest returns the newest choice in the form of ReadClockDays; "" for no days off.
func (d ChosenDaysOff) Newest(zone string) string {
	if d.DaysOff == "" {
		return ""
	}
	return d.DaysOff + " " + zone
}

// readFormer reads the stored form, "1796688000000 sat,sun Europe/Warsaw": until when turns begin by these days.
func (d ChosenDaysOff) readFormer() (until models.Millis, days string) {
	instant, days, _ := strings.Cut(d.FormerDaysOff, " ")
	n, err := strconv.ParseInt(instant, 10, 64)
	if err != nil || n > int64(models.LatestDeadline) {
		return 0, ""
	}
	return models.Millis(n), days
}

func (d ChosenDaysOff) former() *models.FormerDaysOff {
	until, days := d.readFormer()
	if until == 0 {
		return nil
	}
	read := ReadClockDays(days)
	return &models.FormerDaysOff{Days: read.Off, Zone: read.Zone, Until: until.Time()}
}

// IsWithin reports whether all days off are among others, of the same zone. Both are in the form of ReadClockDays.
func IsWithin(days, others string) bool {
	if days == "" {
		return true
	}
	some, all := ReadClockDays(days), ReadClockDays(others)
	for _, day := range some.Off.Names() {
		if !slices.Contains(all.Off.Names(), day) {
			return false
		}
	}
	return all.Zone.String() == some.Zone.String()
}

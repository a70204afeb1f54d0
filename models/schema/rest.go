package schema

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"turnpost/models"
	"turnpost/models/calendar"
	"turnpost/models/db"
)

// RestRow are the columns of a player's rest.
type RestRow struct {
	DaysOff       string // "sat,sun"; "" for none
	FormerDaysOff string // what counts for turns that begin before an instant: see readFormer
	AutoVacation  int64  // 1 for yes
}

// RestColumn is a column of RestRow.
type RestColumn struct {
	Name string // in players
	None string // its value for a player who has chosen nothing, in SQL
	Take func(r *RestRow, c *db.Columns)
}

// RestColumns lists the columns of RestRow. All queries of players with their rest walk it.
var RestColumns = []RestColumn{
	{"days_off", "''", func(r *RestRow, c *db.Columns) { r.DaysOff = c.Text() }},
	{"former_days_off", "''", func(r *RestRow, c *db.Columns) { r.FormerDaysOff = c.Text() }},
	{"auto_vacation", "0", func(r *RestRow, c *db.Columns) { r.AutoVacation = c.Number() }},
}

// SelectRest lists the columns for TakeRest; of is the table with a dot, or "".
func SelectRest(of string) string {
	return joinRest(func(c RestColumn) string { return of + c.Name })
}

// SetNoRest lists assignments for a player who has chosen nothing.
func SetNoRest() string {
	return joinRest(func(c RestColumn) string { return c.Name + " = " + c.None })
}

func joinRest(part func(RestColumn) string) string {
	var list []string
	for _, c := range RestColumns {
		list = append(list, part(c))
	}
	return strings.Join(list, ", ")
}

// TakeRest takes the columns of SelectRest.
func (r *RestRow) TakeRest(c *db.Columns) {
	for _, column := range RestColumns {
		column.Take(r, c)
	}
}

// Rest returns the newest choice.
func (r RestRow) Rest() models.Rest {
	return models.Rest{DaysOff: ReadDaysOff(r.DaysOff), AutoVacation: r.AutoVacation != 0}
}

// ClockDaysOff returns the days off that count for turns that begin at an instant, in the form of ReadClockDays. zone
// is the player's.
func (r RestRow) ClockDaysOff(at models.Millis, zone string) string {
	if until, days := r.readFormer(); at < until {
		return days
	}
	return r.Newest(zone)
}

// Newest returns the newest choice in the form of ReadClockDays; "" for no days off.
func (r RestRow) Newest(zone string) string {
	if r.DaysOff == "" {
		return ""
	}
	return r.DaysOff + " " + zone
}

// readFormer reads the stored form, "1796688000000 sat,sun Europe/Warsaw": until when turns begin by these days.
func (r RestRow) readFormer() (until models.Millis, days string) {
	instant, days, _ := strings.Cut(r.FormerDaysOff, " ")
	n, err := strconv.ParseInt(instant, 10, 64)
	if err != nil || n > int64(models.LatestDeadline) {
		return 0, ""
	}
	return models.Millis(n), days
}

func (r RestRow) former() *models.FormerDaysOff {
	until, days := r.readFormer()
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

// ClockDays is days off in a time zone.
type ClockDays struct {
	Off  calendar.DaysOff
	Zone *time.Location
}

// ReadClockDays reads the stored form: "sat,sun Europe/Warsaw".
func ReadClockDays(text string) ClockDays {
	days, zone, _ := strings.Cut(text, " ")
	return ClockDays{ReadDaysOff(days), LoadZone(zone)}
}

// Rest returns a rest with these days off.
func (d ClockDays) Rest(autoVacation bool) models.Rest {
	return models.Rest{DaysOff: d.Off, AutoVacation: autoVacation}
}

// ReadDaysOff reads the stored form of days off: "sat,sun"; "" is none.
func ReadDaysOff(text string) calendar.DaysOff {
	if text == "" {
		return calendar.DaysOff{}
	}
	off, _ := calendar.ParseDaysOff(strings.Split(text, ",")) // stored by formatDaysOff
	return off
}

// FormatDaysOff returns the stored form of days off.
func FormatDaysOff(off calendar.DaysOff) string { return strings.Join(off.Names(), ",") }

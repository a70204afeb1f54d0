package admin

import (
	"context"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"turnpost/models/calendar"
	"turnpost/models/db"
	"turnpost/models/schema"
)

// forms are the columns of texts that players chose, which no other form can have. What has another form is read as
// the default.
var forms = []struct {
	table, column string
	isOf          func(text string) bool
	want          string
}{
	{"players", "time_zone", calendar.IsZone, "a time zone"},
	{"players", "settings", func(text string) bool { return json.Valid([]byte(text)) }, "settings"},
	{"players", "days_off", isDaysOff, "days off"},
	{"players", "former_days_off", isFormerDays, "days off with their end and zone"},
	{"games", "days_off", isClockDays, "days off with their zone"},
}

// flags are the columns that say yes by 1 and no by 0.
var flags = []struct{ table, column string }{
	{"players", "unlisted"},
	{"players", "auto_vacation"},
	{"players", "hide_rating"},
	{"games", "rated"},
	{"games", "vacation"},
	{"challenges", "rated"},
	{"challenges", "vacation"},
}

func isDaysOff(text string) bool { return schema.FormatDaysOff(schema.ReadDaysOff(text)) == text }

func isClockDays(text string) bool {
	days, zone, _ := strings.Cut(text, " ")
	return text == "" || days != "" && isDaysOff(days) && calendar.IsZone(zone)
}

func isFormerDays(text string) bool {
	until, days, _ := strings.Cut(text, " ")
	_, err := strconv.ParseInt(until, 10, 64)
	return text == "" || err == nil && isClockDays(days)
}

// checkForms reports texts and flags that no player can have chosen.
func (a Admin) checkForms(ctx context.Context, report func(fault string)) error {
	for _, f := range forms {
		known := map[string]bool{}
		err := db.Query(a.store.Read(ctx), func(c *db.Columns) error {
			row, text := c.Text(), c.Text()
			if _, seen := known[text]; !seen {
				known[text] = f.isOf(text)
			}
			if !known[text] {
				report(schema.DerivedFault(f.table, "id "+row, f.column, fmt.Sprintf("%+q", text), f.want))
			}
			return nil
		}, fmt.Sprintf("SELECT CAST(id AS TEXT), %s FROM %s WHERE %[1]s <> ''", f.column, f.table))
		if err != nil && !db.IsTypeError(err) {
			return fmt.Errorf("%s.%s: %w", f.table, f.column, err)
		}
	}
	for _, f := range flags {
		err := db.Query(a.store.Read(ctx), func(c *db.Columns) error {
			report(schema.DerivedFault(f.table, "id "+c.Text(), f.column, c.Text(), "0 or 1"))
			return nil
		}, fmt.Sprintf("SELECT CAST(id AS TEXT), CAST(%s AS TEXT) FROM %s WHERE %[1]s NOT IN (0, 1)", f.column, f.table))
		if err != nil && !db.IsTypeError(err) {
			return fmt.Errorf("%s.%s: %w", f.table, f.column, err)
		}
	}
	return nil
}

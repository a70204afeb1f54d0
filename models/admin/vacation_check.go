package admin

import (
	"context"

	"turnpost/models/db"
	"turnpost/models/play"
	"turnpost/models/schema"
)

// checkVacations reports the vacations that no player can have: with days or a zone that do not exist, at the same time
// as others, or of more days than a year has for them. CheckTypes reports values of other types.
func (a Admin) checkVacations(ctx context.Context, report func(fault string)) error {
	var rows []play.VacationRow // of one player
	err := db.Query(a.store.Read(ctx), func(c *db.Columns) error {
		r := play.VacationRow{
			ID: c.Number(), PlayerID: c.Number(), FirstDay: c.Text(), LastDay: c.Text(), Zone: c.Text(),
			FromAt: schema.Millis(c), UntilAt: schema.Millis(c),
		}
		if len(rows) > 0 && rows[0].PlayerID != r.PlayerID {
			play.ReportVacations(rows, report)
			rows = rows[:0]
		}
		rows = append(rows, r)
		return nil
	}, `SELECT id, player_id, CAST(first_day AS TEXT), CAST(last_day AS TEXT), CAST(zone AS TEXT),
			CAST(from_at AS BIGINT), CAST(until_at AS BIGINT)
		FROM vacations ORDER BY player_id, from_at`)
	if err == nil && len(rows) > 0 {
		play.ReportVacations(rows, report)
	}
	return err
}

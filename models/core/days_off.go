package core

import (
	"fmt"
	"strings"

	"turnpost/models"
	"turnpost/models/calendar"
	"turnpost/models/schema"
)

// ChooseDaysOff sets the days off and the time zone of a locked player, where the patch changes one of them.
func (tx *Tx) ChooseDaysOff(row *schema.PlayerRow, patch models.ProfilePatch) error {
	if patch.DaysOff == nil && patch.TimeZone == nil {
		return nil
	}
	to, zone := schema.ChosenDaysOff{DaysOff: row.DaysOff}, row.TimeZone
	if patch.DaysOff != nil {
		off, _ := calendar.ParseDaysOff(*patch.DaysOff) // was checked
		to.DaysOff = schema.FormatDaysOff(off)
	}
	if patch.TimeZone != nil {
		zone = *patch.TimeZone
	}
	was := row.ChosenDaysOff()
	counts, chosen := was.ClockDaysOff(tx.At, row.TimeZone), to.Newest(zone)
	switch {
	case schema.IsWithin(chosen, counts):
	case chosen == was.Newest(row.TimeZone): // it waits already, or is counted
		to.FormerDaysOff = was.FormerDaysOff
	default:
		met, err := tx.hasMet(row.ID)
		if err != nil {
			return err
		}
		if met {
			to.FormerDaysOff = strings.TrimSpace(fmt.Sprintf("%d %s", tx.At.Add(models.DaysOffDelay), counts))
		}
	}
	return tx.Exec("UPDATE players SET days_off = ?, time_zone = ?, former_days_off = ? WHERE id = ?",
		to.DaysOff, zone, to.FormerDaysOff, row.ID).Error
}

// hasMet reports whether the player has or had a game with another player.
func (tx *Tx) hasMet(player int64) (met bool, err error) {
	var n int
	err = tx.Raw(`SELECT CASE WHEN EXISTS (SELECT 1 FROM player_records WHERE player_id = ?)
		OR EXISTS (SELECT 1 FROM games WHERE status = 'ongoing' AND first_id = ? AND second_id NOT IN `+schema.HouseIDs+`)
		OR EXISTS (SELECT 1 FROM games WHERE status = 'ongoing' AND second_id = ? AND first_id NOT IN `+schema.HouseIDs+`)
		THEN 1 ELSE 0 END`, player, player, player).Scan(&n).Error
	return n > 0, err
}

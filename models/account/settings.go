package account

import (
	"encoding/json"
	"fmt"

	"turnpost/models"
	"turnpost/models/core"
	"turnpost/models/schema"
)

// ChangeSettings changes a player's settings in place.
func ChangeSettings(tx *core.Tx, player int64, change func(*models.Settings) error) error {
	var row schema.PlayerRow
	if err := tx.Raw("SELECT * FROM players WHERE id = ?"+tx.ForUpdate("players"), player).Scan(&row).Error; err != nil {
		return err
	}
	settings := row.Player().Settings
	if err := change(&settings); err != nil {
		return err
	}
	text, err := json.Marshal(settings)
	if err != nil {
		return fmt.Errorf("settings of player %d: %w", player, err)
	}
	return tx.Exec("UPDATE players SET settings = ? WHERE id = ?", string(text), player).Error
}

// CountConfirmed counts the confirmation of a turn by mail, as long as it matters.
func CountConfirmed(tx *core.Tx, player int64) error {
	return ChangeSettings(tx, player, func(s *models.Settings) error {
		s.ConfirmedTurns = min(s.ConfirmedTurns+1, models.FirstTurns)
		return nil
	})
}

// SettingsChange changes settings of a player all at once, or none.
type SettingsChange struct {
	models.ProfilePatch
	Vacation *DayRange // nil: unchanged
}

// DayRange is the first and the last day of a vacation; the zero value is none.
type DayRange struct{ From, Until string }

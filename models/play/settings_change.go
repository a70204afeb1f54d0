package play

import (
	"context"

	"turnpost/models"
	"turnpost/models/account"
	"turnpost/models/core"
	"turnpost/models/schema"
)

// ChangeSettings changes settings of a player in one transaction: all of them, or none where one is refused.
// Errors: those of UpdateProfile and SetVacation.
func (s *Store) ChangeSettings(
	ctx context.Context, player int64, change account.SettingsChange,
) (models.Player, error) {
	if err := change.Check(); err != nil {
		return models.Player{}, err
	}
	var p models.Player
	err := s.Write(ctx, func(tx *core.Tx) (err error) {
		if p, err = account.UpdateProfile(ctx, tx, player, change.ProfilePatch); err != nil {
			return err
		}
		if change.Vacation != nil {
			if p, err = changeVacation(tx, player, *change.Vacation); err != nil {
				return err
			}
		}
		tx.SetResult(p)
		return nil
	})
	return p, err
}

// changeVacation sets the player's vacation to days, or ends it. Nothing happens where there is none to end.
func changeVacation(tx *core.Tx, player int64, days account.DayRange) (models.Player, error) {
	row, err := account.LockActor(tx, player)
	if err != nil {
		return models.Player{}, err
	}
	if days != (account.DayRange{}) {
		if _, err := SetVacation(tx, row, days.From, days.Until); err != nil {
			return models.Player{}, err
		}
	} else if row.Away().Until > tx.At {
		if err := cancelVacation(tx, row); err != nil {
			return models.Player{}, err
		}
	}
	var changed schema.PlayerRow
	err = tx.Raw("SELECT * FROM players WHERE id = ?", player).Take(&changed).Error
	return changed.Player(), err
}

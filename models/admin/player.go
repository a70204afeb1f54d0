package admin

import (
	"context"

	"turnpost/models"
	"turnpost/models/account"
	"turnpost/models/core"
	"turnpost/models/names"
)

// RenamePlayer changes a player's name, without the limits for players. The previous name stays reserved for them
// for NameReserved.
// Errors: CodeNotFound, CodeInvalid for an invalid name, CodeNameTaken for another player's name.
func (a Admin) RenamePlayer(ctx context.Context, name, to string) error {
	if err := models.CheckName(to); err != nil {
		return err
	}
	return a.store.Write(ctx, func(tx *core.Tx) error {
		row, err := lockNamed(tx, name)
		if err != nil || names.Plain(row.Name) == to {
			return err
		}
		if err := tx.ClaimName(to, row.EmailKey); err != nil {
			return err
		}
		if names.Key(to) != row.NameKey {
			if err := account.ReserveName(tx, row); err != nil {
				return err
			}
		}
		return tx.Exec("UPDATE players SET name = ?, name_key = ?, renamed_at = ? WHERE id = ?",
			names.Marked(to, names.IsBot(row.Name)), names.Key(to), tx.At, row.ID).Error
	})
}

// SetBot says that a program plays a player's turns, or that it does not, at any time: see account.SetBot.
// Errors: CodeNotFound.
func (a Admin) SetBot(ctx context.Context, name string, bot bool) error {
	return a.store.Write(ctx, func(tx *core.Tx) error {
		row, err := lockNamed(tx, name)
		if err != nil {
			return err
		}
		return account.SetBot(tx, row.ID, bot)
	})
}

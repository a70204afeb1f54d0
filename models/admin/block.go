package admin

import (
	"context"

	"turnpost/models"
	"turnpost/models/core"
)

// MutePlayer refuses the messages of an account from now on; its turns and decisions go on.
// Errors: CodeNotFound, CodeConflict if it is muted already.
func (a Admin) MutePlayer(ctx context.Context, name string) error {
	return a.setMuted(ctx, name, "muted_already", func(tx *core.Tx, id int64) (changed int64, err error) {
		done := tx.Exec("UPDATE players SET muted_at = ? WHERE id = ? AND muted_at = 0", tx.At, id)
		return done.RowsAffected, done.Error
	})
}

// UnmutePlayer delivers the messages of an account again. Errors: CodeNotFound, CodeConflict if it is not muted.
func (a Admin) UnmutePlayer(ctx context.Context, name string) error {
	return a.setMuted(ctx, name, "not_muted", func(tx *core.Tx, id int64) (changed int64, err error) {
		done := tx.Exec("UPDATE players SET muted_at = 0 WHERE id = ? AND muted_at > 0", id)
		return done.RowsAffected, done.Error
	})
}

func (a Admin) setMuted(
	ctx context.Context, name, unchanged string, change func(tx *core.Tx, id int64) (changed int64, err error),
) error {
	return a.store.Write(ctx, func(tx *core.Tx) error {
		row, err := lockNamed(tx, name)
		if err != nil {
			return err
		}
		changed, err := change(tx, row.ID)
		if err == nil && changed == 0 {
			err = models.Fail(models.CodeConflict, unchanged, "name", row.Name)
		}
		return err
	})
}

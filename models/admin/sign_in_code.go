package admin

import (
	"context"

	"turnpost/models"
	"turnpost/models/core"
	"turnpost/models/notice"
	"turnpost/models/schema"
	"turnpost/models/secrets"
)

// MailCode queues a mail with a new sign-in code for a player, regardless of limits.
// Errors: CodeNotFound, CodeConflict if the account is banned.
func (a Admin) MailCode(ctx context.Context, name string) error {
	return a.store.Write(ctx, func(tx *core.Tx) error {
		row, err := lockNamed(tx, name)
		if err != nil {
			return err
		}
		banned, err := tx.Banned(row.EmailKey)
		if err != nil {
			return err
		}
		if banned {
			return models.Fail(models.CodeConflict, "banned_no_code", "name", row.Name)
		}
		return notice.Notify(tx,
			schema.Notice{
				Key: "code.admin." + secrets.NewID() + secrets.NewID(), Kind: models.KindCode, PlayerID: row.ID,
				Email: row.Email,
			},
		)
	})
}

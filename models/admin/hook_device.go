package admin

import (
	"context"

	"turnpost/models/core"
	"turnpost/models/hook"
	"turnpost/models/secrets"
	"turnpost/models/webhook"
)

// RotatePushKey replaces the key that identifies this server to push services. All devices are forgotten: they took
// messages by the old key only, and their players must turn their notices on again.
func (a Admin) RotatePushKey(ctx context.Context) error {
	return a.store.Write(ctx, func(tx *core.Tx) error {
		devices, err := hook.LoadHooks(tx.DB, "format = ?", webhook.Push)
		if err != nil {
			return err
		}
		for i := range devices {
			if err := hook.EndDevice(tx, &devices[i]); err != nil {
				return err
			}
		}
		return tx.Exec("UPDATE secrets SET value = ? WHERE name = ?", secrets.NewKey(), hook.PushKeySecret).Error
	})
}

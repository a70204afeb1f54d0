package admin

import (
	"context"

	"turnpost/models/core"
	"turnpost/models/schema"
	"turnpost/models/secrets"
)

// RotateLinkKey replaces the key of links: all links mailed so far become invalid, in all processes on the
// database within a second. Sessions, tokens, codes and former names stay valid.
func (a Admin) RotateLinkKey(ctx context.Context) error {
	key := secrets.NewKey()
	err := a.store.Write(ctx, func(tx *core.Tx) error {
		return tx.Exec("UPDATE secrets SET value = ? WHERE name = ?", key, schema.LinkKeySecret).Error
	})
	if err == nil {
		a.store.LinkKeys.Set(key)
	}
	return err
}

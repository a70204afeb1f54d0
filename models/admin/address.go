package admin

import (
	"context"

	"turnpost/models"
	"turnpost/models/account"
	"turnpost/models/core"
	"turnpost/models/schema"
)

// SetAddress changes a player's address by decision of an operator, without confirmation. It cannot be undone by a
// link. Both addresses are notified. Errors: CodeNotFound, CodeInvalid, CodeConflict if another account has the
// address.
func (a Admin) SetAddress(ctx context.Context, name, address string) error {
	email, key, err := a.store.ParseOthersEmail(address)
	if err != nil {
		return err
	}
	return a.store.Write(ctx, func(tx *core.Tx) error {
		p, err := lockNamed(tx, name)
		if err != nil || p.Email == email {
			return err
		}
		holder, err := schema.FindPlayer(tx.DB, "email_key = ?", key)
		if err != nil {
			return err
		}
		if holder != nil && holder.ID != p.ID { // to others, MoveAddress does not tell whose it is
			return models.Fail(models.CodeConflict, "address_of", "name", holder.Name)
		}
		if err := account.MoveAddress(tx, p, email, key); err != nil {
			return err
		}
		err = tx.Exec("UPDATE address_changes SET undone_at = ? WHERE player_id = ? AND undone_at = 0", tx.At, p.ID).Error
		if err != nil {
			return err
		}
		r := &account.AddressChangeRow{PlayerID: p.ID, Email: email, AskedAt: tx.At}
		if err := account.NoticeAddress(tx, r, account.AddressSet, p.Email); err != nil {
			return err
		}
		return account.NoticeAddress(tx, r, account.AddressGiven, email)
	})
}

package admin

import (
	"context"
	"time"

	"turnpost/models"
	"turnpost/models/account"
	"turnpost/models/core"
	"turnpost/models/secrets"
)

// Invite returns the code of a new invitation for a number of accounts until it expires. Only its hash is stored. The
// note is for the operator.
// Errors: CodeInvalid.
func (a Admin) Invite(ctx context.Context, note string, uses int, life time.Duration) (code string, err error) {
	if note, err = models.CleanText("note", note, 100); err != nil {
		return "", err
	}
	if uses < 1 || uses > account.MaxInvitationUses {
		return "", models.Invalid("uses", "bad_invitation_uses", "max", account.MaxInvitationUses)
	}
	if life < time.Minute || life > account.MaxInvitationLife {
		return "", models.Invalid("life", "bad_invitation_life", "days", int(account.MaxInvitationLife.Hours()/24))
	}
	code = "inv-" + secrets.NewID() + secrets.NewID()
	return code, a.store.Write(ctx, func(tx *core.Tx) error {
		return tx.Exec("INSERT INTO invitations (note, hash, created_at, expires_at, left_uses) VALUES (?, ?, ?, ?, ?)",
			note, secrets.Hash(code), tx.At, tx.At.Add(life), uses).Error
	})
}

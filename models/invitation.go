package models

import (
	"context"
	"fmt"
	"time"

	"turnpost/models/secrets"
)

// Registration is the policy of who may create an account.
type Registration string

// The policies. The zero value means RegistrationOpen.
const (
	RegistrationOpen       Registration = "open"
	RegistrationInvitation Registration = "invitation" // with an invitation's code, or an address that was challenged
	RegistrationClosed     Registration = "closed"
)

// ParseRegistration parses a policy.
func ParseRegistration(text string) (Registration, error) {
	switch r := Registration(text); r {
	case RegistrationOpen, RegistrationInvitation, RegistrationClosed:
		return r, nil
	}
	return "", fmt.Errorf("%q: must be %s, %s or %s", text, RegistrationOpen, RegistrationInvitation, RegistrationClosed)
}

// Limits of invitations.
const (
	MaxInvitationUses = 1000
	MaxInvitationLife = 365 * 24 * time.Hour
)

// Invite returns the code of a new invitation for a number of accounts until it expires. Only its hash is stored. The
// note is for the operator.
// Errors: CodeInvalid.
func (a Admin) Invite(ctx context.Context, note string, uses int, life time.Duration) (code string, err error) {
	if note, err = cleanText("note", note, 100); err != nil {
		return "", err
	}
	if uses < 1 || uses > MaxInvitationUses {
		return "", invalid("uses", "bad_invitation_uses", "max", MaxInvitationUses)
	}
	if life < time.Minute || life > MaxInvitationLife {
		return "", invalid("life", "bad_invitation_life", "days", int(MaxInvitationLife.Hours()/24))
	}
	code = "inv-" + secrets.NewID() + secrets.NewID()
	return code, a.store.write(ctx, func(tx *Tx) error {
		return tx.Exec("INSERT INTO invitations (note, hash, created_at, expires_at, left_uses) VALUES (?, ?, ?, ?, ?)",
			note, secrets.Hash(code), tx.at, tx.at.Add(life), uses).Error
	})
}

// mayRegister reports whether an address without an account may get one. A wrong code is refused openly, because that
// reveals nothing about the address; if there is no code, only the mail tells.
func (tx *Tx) mayRegister(invitation, emailKey string) (bool, error) {
	if tx.store.registration != RegistrationInvitation {
		return true, nil
	}
	if invitation != "" {
		used := tx.Exec(`UPDATE invitations SET left_uses = left_uses - 1
			WHERE hash = ? AND expires_at > ? AND left_uses > 0`,
			secrets.Hash(invitation), tx.at)
		return used.RowsAffected == 1, used.Error
	}
	var challenged int64
	err := tx.Table("challenges").Where("invited = ? AND status = ?", emailKey, ChallengeOpen).Count(&challenged).Error
	return challenged > 0, err
}

// checkInvitation refuses an invalid code, for every address alike.
func (tx *Tx) checkInvitation(invitation string) error {
	if invitation == "" || tx.store.registration != RegistrationInvitation {
		return nil
	}
	var good int64
	err := tx.Table("invitations").Where("hash = ? AND expires_at > ? AND left_uses > 0", secrets.Hash(invitation), tx.at).
		Count(&good).Error
	if err == nil && good == 0 {
		e := fail(CodeForbidden, "bad_invitation")
		e.Field = "invitation"
		return e
	}
	return err
}

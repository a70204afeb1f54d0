package models

import (
	"context"
	"fmt"
	"time"

	"turnpost/models/secrets"
)

// Registration says who may make an account.
type Registration string

// Kinds of registration. The zero value is RegistrationOpen.
const (
	RegistrationOpen       Registration = "open"
	RegistrationInvitation Registration = "invitation" // with an invitation's code, or an address that was challenged
	RegistrationClosed     Registration = "closed"
)

// ParseRegistration reads a kind of registration.
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

// Invite makes the code of an invitation that so many accounts may be made with until it expires. It
// is stored as a hash and shown this once. The note is for the operator.
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

// mayRegister tells whether somebody whose account is not there yet may have one. A wrong code is
// refused aloud, for it says nothing about the address; without one, only the mail tells.
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

// checkInvitation refuses a code that is not good, whoever it comes with.
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

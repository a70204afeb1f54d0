package models

import (
	"cmp"
	"context"
)

// Somebody without a browser registers by mail: the mail with the code has a LinkConfirm, by which a reply from the
// address confirms the registration that the mail names, and no other one. No code is exchanged, and nobody is signed
// in.

// ConfirmRegistration creates the account of a registration whose address the caller has verified. It returns the
// account of the address if it has one by now.
// Errors: CodeNotFound if the registration is too old; CodeNameTaken; CodeForbidden for a banned account.
func (s *Store) ConfirmRegistration(ctx context.Context, id int64) (p Player, err error) {
	err = s.write(ctx, func(tx *Tx) error {
		r, err := tx.registration(id)
		if err != nil {
			return err
		}
		if r == nil {
			return fail(CodeNotFound, "nothing_held")
		}
		row, err := findPlayer(tx.DB, "email_key = ? AND deleted_at = 0", r.EmailKey)
		if err != nil {
			return err
		}
		if row == nil {
			if row, err = tx.registered(*r); err != nil {
				return err
			}
		}
		if banned, err := tx.banned(row.ID); err != nil || banned {
			return cmp.Or(err, error(fail(CodeForbidden, "account_banned")))
		}
		p = row.player()
		tx.setResult(p)
		return nil
	})
	return p, err
}

func (tx *Tx) registered(r registrationRow) (*playerRow, error) {
	if err := tx.claimName(r.Name, r.EmailKey); err != nil {
		return nil, err
	}
	return tx.createAccount(r)
}

// registration returns a pending registration; nil for none.
func (tx *Tx) registration(id int64) (*registrationRow, error) {
	var rows []registrationRow
	err := tx.Where("id = ? AND created_at > ?", id, tx.at.Add(-unconfirmedLife)).Find(&rows).Error
	if err != nil || len(rows) == 0 {
		return nil, err
	}
	return &rows[0], nil
}

// RegisterByMail is Register for a mail at the desk: a name that is not free, or none, is replaced by a similar one,
// because only the owner of the address may learn about it. The locale is a language tag, "" for English.
// Errors: CodeForbidden if the policy does not admit new players; CodeTooMany; CodeInvalid for the address.
func (s *Store) RegisterByMail(ctx context.Context, address, name, locale string) error {
	if s.registration == RegistrationClosed {
		return fail(CodeForbidden, "registration_closed")
	}
	email, key, err := s.parseOthersEmail(address)
	if err != nil {
		return err
	}
	locale = cmp.Or(locale, defaultLocale)
	if err := checkLocale(locale); err != nil {
		return err
	}
	r := registrationRow{EmailKey: key, Email: email, Locale: locale, TimeZone: "UTC"}
	return s.write(ctx, func(tx *Tx) (err error) {
		if r.Name, err = tx.nameFor(name, nobody); err != nil { // nobody: abandoned names stay reserved
			return err
		}
		return tx.register(askerOf(ctx), r, "", true)
	})
}

// registrationRecipient sets the recipient of a response to a stranger who registers.
func (s *Store) registrationRecipient(ctx context.Context, c *Content) (drop NoticeReason, err error) {
	r, err := s.readTx(ctx).registration(c.row.Detail.Registration)
	if err != nil {
		return "", err
	}
	if r == nil {
		return DropAccountGone, nil
	}
	c.To = Player{Name: r.Name, Email: r.Email, Locale: r.Locale, TimeZone: playerRow{TimeZone: r.TimeZone}.zone()}
	c.registration = r.ID
	return "", nil
}

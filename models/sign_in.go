package models

import (
	"context"
	"time"
)

// unconfirmedLife is how long a registration waits for its code to be used.
const unconfirmedLife = 24 * time.Hour

// RequestCode mails a fresh sign-in code where the address has an account, or has asked for one, and
// says the same where it has not. A code that is out already answers further requests. The context
// may hold an Asker.
// Errors: CodeInvalid.
func (s *Store) RequestCode(ctx context.Context, address string) error {
	email, key, err := readEmail(address)
	if err != nil {
		return err
	}
	return s.write(ctx, func(tx *Tx) error {
		return tx.queueCode(askerOf(ctx), email, key)
	})
}

// SignIn trades a code for a token, whose text is shown this once. The first time it makes the
// account that the address has asked for. The context may hold an Asker. Errors: CodeBadCode;
// CodeTooMany after too many wrong codes; CodeNameTaken where another player took the name since it
// was asked for: the code stays good for whoever registers again with another name.
func (s *Store) SignIn(ctx context.Context, address, code, label string) (token string, p Player, err error) {
	return s.signIn(ctx, address, code, label, (*Tx).issueToken)
}

// signIn trades a code for what issue makes: a token, or a browser's session.
func (s *Store) signIn(
	ctx context.Context, address, code, label string, issue issuer,
) (secret string, p Player, err error) {
	_, key, err := readEmail(address)
	if err != nil {
		return "", Player{}, err
	}
	if label, err = cleanText("label", label, 60); err != nil {
		return "", Player{}, err
	}
	refused := fail(CodeBadCode, "bad_code")
	var outcome error
	err = s.write(ctx, func(tx *Tx) error {
		ok, err := tx.redeem(askerOf(ctx), key, code)
		if CodeOf(err) == CodeTooMany {
			outcome = err // what was counted stays
			return nil
		}
		if outcome = refused; err != nil || !ok {
			return err
		}
		row, err := tx.account(key)
		if err != nil || row == nil {
			return err
		}
		if err := tx.signedIn(askerOf(ctx), key); err != nil {
			return err
		}
		if err := tx.mailArrived(row.ID); err != nil {
			return err
		}
		p, outcome = row.player(), nil
		secret, err = issue(tx, row.ID, label)
		return err
	})
	if err == nil {
		err = outcome
	}
	return secret, p, err
}

// issuer makes a way in for a player, and returns its secret.
type issuer func(tx *Tx, player int64, label string) (secret string, err error)

func (tx *Tx) issueToken(player int64, label string) (string, error) {
	token := newToken()
	return token, tx.Exec("INSERT INTO tokens (player_id, hash, label, created_at, used_at) VALUES (?, ?, ?, ?, ?)",
		player, hashSecret(token), label, tx.at, tx.at).Error
}

// account finds the account of an address that was proved, or makes the one that it has asked for.
func (tx *Tx) account(emailKey string) (*playerRow, error) {
	row, err := findPlayer(tx.DB, "email_key = ? AND deleted_at = 0", emailKey)
	if err != nil {
		return nil, err
	}
	if row != nil {
		banned, err := tx.banned(row.ID)
		if err != nil || banned {
			return nil, err
		}
		return row, nil
	}
	r, err := tx.registration(emailKey)
	if err != nil || r == nil {
		return nil, err
	}
	if err := tx.claimName(r.Name, emailKey); err != nil {
		return nil, err
	}
	row = &playerRow{
		Name: r.Name, NameKey: nameKey(r.Name), Email: r.Email, EmailKey: emailKey,
		Locale: r.Locale, TimeZone: r.TimeZone, Settings: "{}", CreatedAt: tx.at, ConfirmedAt: tx.at,
		LinkEpoch: newLinkEpoch(),
	}
	if err := tx.Create(row).Error; err != nil {
		return nil, err
	}
	if err := tx.Exec("DELETE FROM registrations WHERE email_key = ?", emailKey).Error; err != nil {
		return nil, err
	}
	// What was mailed before is theirs to see, and goes when they go.
	return row, tx.Exec("UPDATE notices SET player_id = ? WHERE player_id = 0 AND kind = ? AND LOWER(email) = ?",
		row.ID, KindCode, emailKey).Error
}

package models

import (
	"context"
)

// RequestCode mails a new sign-in code if the address has an account or has requested one. The result does not depend
// on it. While a recent code is valid, further requests get no new one. The context
// may hold an Asker.
// Errors: CodeInvalid.
func (s *Store) RequestCode(ctx context.Context, address string) error {
	email, key, err := parseEmail(address)
	if err != nil {
		return err
	}
	return s.write(ctx, func(tx *Tx) error {
		return tx.requestCode(askerOf(ctx), email, key)
	})
}

// SignIn exchanges a code for a token, whose text is returned only once. The first use creates the
// account that the address has requested. The context may hold an Asker. Errors: CodeBadCode;
// CodeTooMany after too many wrong codes; CodeNameTaken if another player took the name since it
// was requested: the code stays valid for a registration with another name. CodeInvalid for an invalid token request,
// which does not use up the code.
func (s *Store) SignIn(ctx context.Context, address, code string, n NewToken) (made IssuedToken, p Player, err error) {
	row, err := n.row(s.now())
	if err != nil {
		return IssuedToken{}, Player{}, err
	}
	_, p, err = s.signIn(ctx, address, code, row.Label, func(tx *Tx, player int64, _ string) (_ string, err error) {
		made, err = tx.issueToken(player, row)
		return made.Secret, err
	})
	if err != nil {
		return IssuedToken{}, Player{}, err
	}
	return made, p, nil
}

// signIn exchanges a code for the result of issue: a token, or a browser session.
func (s *Store) signIn(
	ctx context.Context, address, code, label string, issue issuer,
) (secret string, p Player, err error) {
	_, key, err := parseEmail(address)
	if err != nil {
		return "", Player{}, err
	}
	if label, err = cleanText("label", label, 60); err != nil {
		return "", Player{}, err
	}
	refused := fail(CodeBadCode, "bad_code")
	var outcome error
	asker := askerOf(ctx)
	err = s.write(ctx, func(tx *Tx) error {
		traded, err := tx.redeem(asker, key, code)
		if CodeOf(err) == CodeTooMany {
			outcome = err // the counters are committed
			return nil
		}
		if outcome = refused; err != nil || traded == nil {
			return err
		}
		row, err := tx.account(asker, key, traded.RegistrationID)
		if err != nil || row == nil {
			return err
		}
		if err := tx.signedIn(asker, key); err != nil {
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

// issuer creates a token or session for a player and returns its secret.
type issuer func(tx *Tx, player int64, label string) (secret string, err error)

// account returns the account of a verified address, or creates the one that it has requested. mailedFor is the
// registration that its code was mailed for.
func (tx *Tx) account(a Asker, emailKey string, mailedFor int64) (*playerRow, error) {
	row, err := findPlayer(tx.DB, "email_key = ? AND deleted_at = 0", emailKey)
	if err != nil {
		return nil, err
	}
	if row == nil {
		return tx.newAccount(a, emailKey, mailedFor)
	}
	banned, err := tx.banned(row.ID)
	if err != nil || banned {
		return nil, err
	}
	return row, nil
}

// countGuess counts a try of a code by its sender: by the code request's secret, if it was made for the address, else
// by network. Except for networks from which the owner has signed in, it also counts for the address and, without such
// a secret, for all addresses together. The last count, returned as sprayed, is of wrong codes only. The error is
// CodeTooMany if one of the bounds has no try left; then the try counts for none.
func (tx *Tx) countGuess(a Asker, emailKey string) (sprayed []scoped, err error) {
	own := tx.Exec(`UPDATE sign_in_requests SET tries = tries + 1
		WHERE hash = ? AND owner = ? AND expires_at > ? AND tries < ?`,
		a.requestHash(), tx.nameOwner(emailKey), tx.at, requestTries)
	if own.Error != nil {
		return nil, own.Error
	}
	home, err := tx.isHome(a, emailKey)
	if err != nil {
		return nil, err
	}
	limits, bounds := tx.store.limits, []scoped(nil)
	if !home && own.RowsAffected == 0 { // checked first, so that an exhausted request stores nothing
		sprayed = []scoped{{tx.scopeOf("spraying"), limits.Spraying}}
		bounds = append(bounds, sprayed...)
	}
	if own.RowsAffected == 0 {
		bounds = append(bounds, tx.byNetwork("guesser", a, limits.Guesser, emailKey)...)
	}
	if !home {
		bounds = append(bounds, scoped{tx.scopeOf("guesses", emailKey), limits.Guesses})
	}
	refused, err := tx.takeAll(bounds...)
	if err != nil || refused == noneRefused {
		return sprayed, err
	}
	wait, err := tx.wait(bounds[refused])
	if err != nil {
		return nil, err
	}
	if refused < len(sprayed) {
		return nil, tooMany(wait, "too_many_guesses_everywhere")
	}
	return nil, tooMany(wait, "too_many_guesses")
}

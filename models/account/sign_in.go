package account

import (
	"context"
	"time"

	"turnpost/models"
	"turnpost/models/core"
	"turnpost/models/db"
	"turnpost/models/schema"
	"turnpost/models/secrets"
	"turnpost/models/visible"
)

// SessionLife is how long a browser stays signed in without being used.
const SessionLife = 90 * 24 * time.Hour

// sessionUseStep is the precision of the stored last use of a session.
const sessionUseStep = 24 * time.Hour

// BrowserSession is a signed-in browser.
type BrowserSession struct {
	ID                int64
	Label             string
	CreatedAt, UsedAt time.Time
}

// StartSession exchanges a code for a browser session. The secret is for the session's cookie. Errors are
// those of SignIn.
func (s *Store) StartSession(
	ctx context.Context, address, code, label string,
) (secret string, p models.Player, err error) {
	return s.signIn(ctx, address, code, visible.Clip(label, MaxSessionLabel), IssueSession)
}

// RequestLinkedCode mails a sign-in code to the mailbox that a page link was mailed to. The holder of the link need not
// know the address. The limits are those of RequestCode, and the result reveals as little.
// Errors: CodeNotFound for an invalid link.
func (s *Store) RequestLinkedCode(ctx context.Context, link string) error {
	_, holder, err := s.ReadLink(ctx, models.LinkPage, link)
	if err != nil {
		return err
	}
	return s.RequestCode(ctx, holder.Email)
}

// StartLinkedSession exchanges a code from RequestLinkedCode for a browser session. Errors are those of
// SignIn, and CodeNotFound for an invalid link.
func (s *Store) StartLinkedSession(
	ctx context.Context, link, code, label string,
) (secret string, p models.Player, err error) {
	_, holder, err := s.ReadLink(ctx, models.LinkPage, link)
	if err != nil {
		return "", models.Player{}, err
	}
	return s.StartSession(ctx, holder.Email, code, label)
}

// MaxSessionLabel is the maximum length of a session's label in characters.
const MaxSessionLabel = 60

// IssueSession stores a session of a player and returns its secret.
func IssueSession(tx *core.Tx, player int64, label string) (string, error) {
	secret := secrets.NewToken()
	return secret, tx.Exec(
		"INSERT INTO sessions (player_id, hash, label, created_at, used_at) VALUES (?, ?, ?, ?, ?)",
		player,
		secrets.Hash(secret),
		label,
		tx.At,
		tx.At,
	).Error
}

// AuthenticateBrowser returns the player of a session. Errors: CodeUnauthorized.
func (s *Store) AuthenticateBrowser(ctx context.Context, secret string) (models.Player, error) {
	now := models.ToMillis(s.Clock())
	var row schema.PlayerRow
	var session int64
	var usedAt models.Millis
	err := db.Query(s.Read(ctx), func(c *db.Columns) error {
		session, usedAt = c.Number(), schema.Millis(c)
		row.TakeReader(c)
		return nil
	}, "SELECT s.id, s.used_at, "+ReaderColumns+` FROM sessions s JOIN players p ON p.id = s.player_id
		WHERE s.hash = ? AND s.used_at > ? AND p.deleted_at = 0 AND p.banned_at = 0`,
		secrets.Hash(secret), now.Add(-SessionLife))
	if err != nil {
		return models.Player{}, err
	}
	if session == 0 {
		return models.Player{}, models.Fail(models.CodeUnauthorized, "signed_out")
	}
	if now.Sub(usedAt) > sessionUseStep {
		err = s.Write(context.WithoutCancel(ctx), func(tx *core.Tx) error {
			return tx.Exec("UPDATE sessions SET used_at = ? WHERE id = ?", now, session).Error
		})
	}
	return row.Player(), err
}

// BrowserSessions lists a player's sessions, the last used first.
func (s *Store) BrowserSessions(ctx context.Context, player int64) ([]BrowserSession, error) {
	var rows []struct {
		ID                int64
		Label             string
		CreatedAt, UsedAt models.Millis
	}
	err := s.Read(ctx).
		Raw(`SELECT id, label, created_at, used_at FROM sessions
			WHERE player_id = ? AND used_at > ? ORDER BY used_at DESC, id DESC`,
			player, models.ToMillis(s.Clock()).Add(-SessionLife)).
		Scan(&rows).
		Error
	list := make([]BrowserSession, 0, len(rows))
	for _, r := range rows {
		list = append(list, BrowserSession{r.ID, r.Label, r.CreatedAt.Time(), r.UsedAt.Time()})
	}
	return list, err
}

// EndSession ends a session. It is idempotent.
func (s *Store) EndSession(ctx context.Context, secret string) error {
	return s.Write(ctx, func(tx *core.Tx) error {
		return tx.Exec("DELETE FROM sessions WHERE hash = ?", secrets.Hash(secret)).Error
	})
}

// SignOutEverywhere revokes a player's tokens, sessions, feeds and all links that were mailed to them.
func (s *Store) SignOutEverywhere(ctx context.Context, player int64) error {
	return s.Write(ctx, func(tx *core.Tx) error { return SignOutEverywhere(tx, player) })
}

// SignOutEverywhere ends all ways into an account: tokens, sessions, feeds, codes and links.
func SignOutEverywhere(tx *core.Tx, player int64) error {
	for _, query := range []string{
		"DELETE FROM tokens WHERE player_id = ?",
		"DELETE FROM sessions WHERE player_id = ?",
		"DELETE FROM feeds WHERE player_id = ?",
		"DELETE FROM codes WHERE email_key = (SELECT email_key FROM players WHERE id = ?)",
	} {
		if err := tx.Exec(query, player).Error; err != nil {
			return err
		}
	}
	if err := endAddressChanges(tx, player); err != nil {
		return err
	}
	return tx.Exec("UPDATE players SET link_epoch = ? WHERE id = ?", secrets.NewEpoch(), player).Error
}

// RequestCode mails a new sign-in code if the address has an account or has requested one. The result does not depend
// on it. While a recent code is valid, further requests get no new one. The context
// may hold an Asker.
// Errors: CodeInvalid.
func (s *Store) RequestCode(ctx context.Context, address string) error {
	email, key, err := schema.ParseEmail(address)
	if err != nil {
		return err
	}
	return s.Write(ctx, func(tx *core.Tx) error {
		return requestCode(tx, askerOf(ctx), email, key)
	})
}

// SignIn exchanges a code for a token, whose text is returned only once. The first use creates the
// account that the address has requested. The context may hold an Asker. Errors: CodeBadCode;
// CodeTooMany after too many wrong codes; CodeNameTaken if another player took the name since it
// was requested: the code stays valid for a registration with another name. CodeInvalid for an invalid token request,
// which does not use up the code.
func (s *Store) SignIn(
	ctx context.Context, address, code string, n NewToken,
) (made IssuedToken, p models.Player, err error) {
	row, err := n.row(s.Clock())
	if err != nil {
		return IssuedToken{}, models.Player{}, err
	}
	_, p, err = s.signIn(ctx, address, code, row.Label, func(tx *core.Tx, player int64, _ string) (_ string, err error) {
		made, err = issueToken(tx, player, row)
		return made.Secret, err
	})
	if err != nil {
		return IssuedToken{}, models.Player{}, err
	}
	return made, p, nil
}

// signIn exchanges a code for the result of issue: a token, or a browser session.
func (s *Store) signIn(
	ctx context.Context, address, code, label string, issue issuer,
) (secret string, p models.Player, err error) {
	_, key, err := schema.ParseEmail(address)
	if err != nil {
		return "", models.Player{}, err
	}
	if label, err = models.CleanText("label", label, 60); err != nil {
		return "", models.Player{}, err
	}
	refused := models.Fail(models.CodeBadCode, "bad_code")
	var outcome error
	asker := askerOf(ctx)
	err = s.Write(ctx, func(tx *core.Tx) error {
		traded, err := redeem(tx, asker, key, code)
		if models.CodeOf(err) == models.CodeTooMany {
			outcome = err // the counters are committed
			return nil
		}
		if outcome = refused; err != nil || traded == nil {
			return err
		}
		row, err := account(tx, asker, key, traded.RegistrationID)
		if err != nil || row == nil {
			return err
		}
		if err := signedIn(tx, asker, key); err != nil {
			return err
		}
		if err := MailArrived(tx, row.ID); err != nil {
			return err
		}
		p, outcome = row.Player(), nil
		secret, err = issue(tx, row.ID, label)
		return err
	})
	if err == nil {
		err = outcome
	}
	return secret, p, err
}

// issuer creates a token or session for a player and returns its secret.
type issuer func(tx *core.Tx, player int64, label string) (secret string, err error)

// account returns the account of a verified address, or creates the one that it has requested. mailedFor is the
// registration that its code was mailed for.
func account(tx *core.Tx, a models.Asker, emailKey string, mailedFor int64) (*schema.PlayerRow, error) {
	if banned, err := tx.Banned(emailKey); err != nil || banned {
		return nil, err
	}
	row, err := schema.FindPlayer(tx.DB, "email_key = ? AND deleted_at = 0", emailKey)
	if err != nil || row != nil {
		return row, err
	}
	return NewAccount(tx, a, emailKey, mailedFor)
}

// countGuess counts a try of a code by its sender: by the code request's secret, if it was made for the address, else
// by network. Except for networks from which the owner has signed in, it also counts for the address and, without such
// a secret, for all addresses together. The last count, returned as sprayed, is of wrong codes only. The error is
// CodeTooMany if one of the bounds has no try left; then the try counts for none.
func countGuess(tx *core.Tx, a models.Asker, emailKey string) (sprayed []schema.Scoped, err error) {
	own := tx.Exec(`UPDATE sign_in_requests SET tries = tries + 1
		WHERE hash = ? AND owner = ? AND expires_at > ? AND tries < ?`,
		a.RequestHash(), tx.NameOwner(emailKey), tx.At, RequestTries)
	if own.Error != nil {
		return nil, own.Error
	}
	home, err := isHome(tx, a, emailKey)
	if err != nil {
		return nil, err
	}
	limits, bounds := tx.Store.Limits, []schema.Scoped(nil)
	if !home && own.RowsAffected == 0 { // checked first, so that an exhausted request stores nothing
		sprayed = []schema.Scoped{{Scope: tx.ScopeOf("spraying"), Bound: limits.Spraying}}
		bounds = append(bounds, sprayed...)
	}
	if own.RowsAffected == 0 {
		bounds = append(bounds, tx.ByNetwork("guesser", a, limits.Guesser, emailKey)...)
	}
	if !home {
		bounds = append(bounds, schema.Scoped{Scope: tx.ScopeOf("guesses", emailKey), Bound: limits.Guesses})
	}
	refused, err := tx.TakeAll(bounds...)
	if err != nil || refused == schema.NoneRefused {
		return sprayed, err
	}
	wait, err := tx.Wait(bounds[refused])
	if err != nil {
		return nil, err
	}
	if refused < len(sprayed) {
		return nil, models.TooMany(wait, "too_many_guesses_everywhere")
	}
	return nil, models.TooMany(wait, "too_many_guesses")
}

package models

import (
	"context"
	"time"

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
func (s *Store) StartSession(ctx context.Context, address, code, label string) (secret string, p Player, err error) {
	return s.signIn(ctx, address, code, visible.Clip(label, maxSessionLabel), (*Tx).issueSession)
}

// RequestLinkedCode mails a sign-in code to the mailbox that a page link was mailed to. The holder of the link need not
// know the address. The limits are those of RequestCode, and the result reveals as little.
// Errors: CodeNotFound for an invalid link.
func (s *Store) RequestLinkedCode(ctx context.Context, link string) error {
	_, holder, err := s.ReadLink(ctx, LinkPage, link)
	if err != nil {
		return err
	}
	return s.RequestCode(ctx, holder.Email)
}

// StartLinkedSession exchanges a code from RequestLinkedCode for a browser session. Errors are those of
// SignIn, and CodeNotFound for an invalid link.
func (s *Store) StartLinkedSession(ctx context.Context, link, code, label string) (secret string, p Player, err error) {
	_, holder, err := s.ReadLink(ctx, LinkPage, link)
	if err != nil {
		return "", Player{}, err
	}
	return s.StartSession(ctx, holder.Email, code, label)
}

// maxSessionLabel is the maximum length of a session's label in characters.
const maxSessionLabel = 60

func (tx *Tx) issueSession(player int64, label string) (string, error) {
	secret := secrets.NewToken()
	return secret, tx.Exec(
		"INSERT INTO sessions (player_id, hash, label, created_at, used_at) VALUES (?, ?, ?, ?, ?)",
		player,
		secrets.Hash(secret),
		label,
		tx.at,
		tx.at,
	).Error
}

// AuthenticateBrowser returns the player of a session. Errors: CodeUnauthorized.
func (s *Store) AuthenticateBrowser(ctx context.Context, secret string) (Player, error) {
	now := ToMillis(s.now())
	var rows []struct {
		Player    playerRow `gorm:"embedded"`
		SessionID int64
		UsedAt    Millis
	}
	err := s.read(ctx).Raw(`
		SELECT players.*, sessions.id AS session_id, sessions.used_at
		FROM sessions JOIN players ON players.id = sessions.player_id
		WHERE sessions.hash = ? AND sessions.used_at > ? AND players.deleted_at = 0 AND players.banned_at = 0`,
		secrets.Hash(secret), now.Add(-SessionLife)).Scan(&rows).Error
	if err != nil {
		return Player{}, err
	}
	if len(rows) == 0 {
		return Player{}, fail(CodeUnauthorized, "signed_out")
	}
	if now.Sub(rows[0].UsedAt) > sessionUseStep {
		err = s.write(context.WithoutCancel(ctx), func(tx *Tx) error {
			return tx.Exec("UPDATE sessions SET used_at = ? WHERE id = ?", now, rows[0].SessionID).Error
		})
	}
	return rows[0].Player.player(), err
}

// BrowserSessions lists a player's sessions, the last used first.
func (s *Store) BrowserSessions(ctx context.Context, player int64) ([]BrowserSession, error) {
	var rows []struct {
		ID                int64
		Label             string
		CreatedAt, UsedAt Millis
	}
	err := s.read(ctx).
		Raw(`SELECT id, label, created_at, used_at FROM sessions
			WHERE player_id = ? AND used_at > ? ORDER BY used_at DESC, id DESC`,
			player, ToMillis(s.now()).Add(-SessionLife)).
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
	return s.write(ctx, func(tx *Tx) error {
		return tx.Exec("DELETE FROM sessions WHERE hash = ?", secrets.Hash(secret)).Error
	})
}

// SignOutEverywhere revokes a player's tokens, sessions and all links that were mailed to them.
func (s *Store) SignOutEverywhere(ctx context.Context, player int64) error {
	return s.write(ctx, func(tx *Tx) error { return tx.signOutEverywhere(player) })
}

func (tx *Tx) signOutEverywhere(player int64) error {
	for _, query := range []string{
		"DELETE FROM tokens WHERE player_id = ?",
		"DELETE FROM sessions WHERE player_id = ?",
		"DELETE FROM codes WHERE email_key = (SELECT email_key FROM players WHERE id = ?)",
	} {
		if err := tx.Exec(query, player).Error; err != nil {
			return err
		}
	}
	if err := tx.endAddressChanges(player); err != nil {
		return err
	}
	return tx.Exec("UPDATE players SET link_epoch = ? WHERE id = ?", secrets.NewEpoch(), player).Error
}

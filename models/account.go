package models

import (
	"context"
	"crypto/subtle"
	"fmt"
	"time"
)

// How sign-in codes live.
const (
	CodeLife        = 15 * time.Minute // from when the mail is written
	codeTries       = 5
	codesPerHour    = 5              // for one address
	unconfirmedLife = 24 * time.Hour // a name nobody has confirmed is free again after it
)

// NewPlayer is what a registration says.
type NewPlayer struct {
	Name, Email      string
	Locale, TimeZone string // "" for en and UTC
}

// Register mails a sign-in code for a new player. It says nothing about whether
// the address is known: an address with an account gets a code for that account,
// and the new name stays free.
func (s *Store) Register(ctx context.Context, n NewPlayer) error {
	if n.Locale == "" {
		n.Locale = "en"
	}
	if n.TimeZone == "" {
		n.TimeZone = "UTC"
	}
	for _, err := range []error{checkName(n.Name), checkLocale(n.Locale), checkTimeZone(n.TimeZone)} {
		if err != nil {
			return err
		}
	}
	email, emailKey, err := readEmail(n.Email)
	if err != nil {
		return err
	}
	return s.write(ctx, func(tx *Tx) error {
		if err := tx.freeName(n.Name, emailKey); err != nil {
			return err
		}
		row, err := findPlayer(tx.DB, "email_key = ?", emailKey)
		if err != nil {
			return err
		}
		switch {
		case row == nil:
			row = &playerRow{
				Name: n.Name, NameKey: nameKey(n.Name), Email: email, EmailKey: emailKey,
				Locale: n.Locale, TimeZone: n.TimeZone, Settings: "{}", CreatedAt: tx.at,
			}
			err = tx.Create(row).Error
		case row.ConfirmedAt == 0:
			err = tx.Table("players").Where("id = ?", row.ID).Updates(map[string]any{
				"name": n.Name, "name_key": nameKey(n.Name), "locale": n.Locale, "time_zone": n.TimeZone, "created_at": tx.at,
			}).Error
		}
		if err != nil {
			return err
		}
		return tx.queueCode(row.ID, row.Email)
	})
}

// freeName fails where a player has the name, or had it a short while ago; a
// registration that nobody confirmed for a day gives its name up. For a confirmed player it
// fails whatever the address is: the answer must not tell whose name it is.
func (tx *Tx) freeName(name, emailKey string) error {
	reserved, err := tx.nameReserved(name, emailKey)
	if err != nil {
		return err
	}
	row, err := findPlayer(tx.DB, "name_key = ? AND (email_key <> ? OR confirmed_at > 0)", nameKey(name), emailKey)
	if err != nil || (row == nil && !reserved) {
		return err
	}
	if reserved || row.ConfirmedAt != 0 || tx.now.Sub(row.CreatedAt.Time()) < unconfirmedLife {
		e := fail(CodeNameTaken, "the name %q is taken; choose another", name)
		e.Field = "name"
		return e
	}
	if err := tx.Exec("DELETE FROM codes WHERE player_id = ?", row.ID).Error; err != nil {
		return err
	}
	return tx.Exec("DELETE FROM players WHERE id = ?", row.ID).Error
}

// RequestCode mails a fresh sign-in code where the address has an account, and
// says the same where it has none.
func (s *Store) RequestCode(ctx context.Context, address string) error {
	_, key, err := readEmail(address)
	if err != nil {
		return err
	}
	return s.write(ctx, func(tx *Tx) error {
		row, err := findPlayer(tx.DB, "email_key = ? AND deleted_at = 0", key)
		if err != nil || row == nil {
			return err
		}
		return tx.queueCode(row.ID, row.Email)
	})
}

// queueCode queues the mail with a code. The code itself is made when the mail is
// written, so that it is stored nowhere but as a hash. An address that asked too often gets
// no further one.
func (tx *Tx) queueCode(player int64, email string) error {
	var recent int64
	err := tx.Table("notices").Where("player_id = ? AND kind = ? AND created_at > ?", player, KindCode, tx.at.Add(-time.Hour)).Count(&recent).Error
	if err != nil || recent >= codesPerHour {
		return err
	}
	key := fmt.Sprintf("code.%d.%d.%d", player, tx.at, recent)
	return tx.notify(notice{Key: key, Kind: KindCode, PlayerID: player, Email: email})
}

// issueCode makes a code for a mail that is about to be sent.
func (tx *Tx) issueCode(player int64) (string, error) {
	code := newCode()
	if err := tx.Exec("DELETE FROM codes WHERE expires_at <= ?", tx.at).Error; err != nil {
		return "", err
	}
	err := tx.Exec("INSERT INTO codes (player_id, hash, expires_at) VALUES (?, ?, ?)",
		player, hashSecret(code), tx.at.Add(CodeLife)).Error
	return code, err
}

// Token is a way in for one device.
type Token struct {
	ID                int64
	Label             string
	CreatedAt, UsedAt time.Time
}

// SignIn trades a code for a token. The token's text is shown this once. A wrong
// code uses up one of the tries of every code that is out for the address.
func (s *Store) SignIn(ctx context.Context, address, code, label string) (token string, p Player, err error) {
	_, key, err := readEmail(address)
	if err != nil {
		return "", Player{}, err
	}
	if label, err = cleanText("label", label, 60); err != nil {
		return "", Player{}, err
	}
	refused := fail(CodeBadCode, "this code is wrong, used or expired; ask for a new one with POST /v1/codes")
	var outcome error
	err = s.write(ctx, func(tx *Tx) error {
		outcome = refused
		row, err := findPlayer(tx.DB, "email_key = ? AND deleted_at = 0", key)
		if err != nil || row == nil {
			return err
		}
		ok, err := tx.redeem(row.ID, code)
		if err != nil || !ok {
			return err
		}
		if row.ConfirmedAt == 0 {
			row.ConfirmedAt = tx.at
			if err := tx.Exec("UPDATE players SET confirmed_at = ? WHERE id = ?", tx.at, row.ID).Error; err != nil {
				return err
			}
		}
		token = newToken()
		p, outcome = row.player(), nil
		return tx.Exec("INSERT INTO tokens (player_id, hash, label, created_at, used_at) VALUES (?, ?, ?, ?, ?)",
			row.ID, hashSecret(token), label, tx.at, tx.at).Error
	})
	if err == nil {
		err = outcome
	}
	return token, p, err
}

// redeem tells whether the code is one that is out for the player, and uses it up.
func (tx *Tx) redeem(player int64, code string) (bool, error) {
	var out []struct {
		ID   int64
		Hash []byte
	}
	err := tx.Raw("SELECT id, hash FROM codes WHERE player_id = ? AND expires_at > ? AND tries < ?", player, tx.at, codeTries).Scan(&out).Error
	if err != nil {
		return false, err
	}
	hash := hashSecret(code)
	for _, c := range out {
		if subtle.ConstantTimeCompare(c.Hash, hash) == 1 {
			return true, tx.Exec("DELETE FROM codes WHERE player_id = ?", player).Error
		}
	}
	return false, tx.Exec("UPDATE codes SET tries = tries + 1 WHERE player_id = ?", player).Error
}

// Session is an authenticated request.
type Session struct {
	Player Player
	Token  int64
}

// tokenUseStep is how exactly the last use of a token is kept.
const tokenUseStep = time.Hour

// Authenticate finds the player of a token.
func (s *Store) Authenticate(ctx context.Context, token string) (Session, error) {
	var rows []struct {
		Player  playerRow `gorm:"embedded"`
		TokenID int64
		UsedAt  Millis
	}
	err := s.read(ctx).Raw(`
		SELECT players.*, tokens.id AS token_id, tokens.used_at
		FROM tokens JOIN players ON players.id = tokens.player_id
		WHERE tokens.hash = ? AND players.deleted_at = 0`, hashSecret(token)).Scan(&rows).Error
	if err != nil {
		return Session{}, err
	}
	if len(rows) == 0 {
		return Session{}, fail(CodeUnauthorized, "this token is unknown or revoked; get one with POST /v1/codes and POST /v1/tokens")
	}
	session := Session{Player: rows[0].Player.player(), Token: rows[0].TokenID}
	if now := At(s.now()); now.Sub(rows[0].UsedAt) > tokenUseStep {
		err = s.write(context.WithoutCancel(ctx), func(tx *Tx) error {
			return tx.Exec("UPDATE tokens SET used_at = ? WHERE id = ?", now, session.Token).Error
		})
	}
	return session, err
}

// Tokens lists a player's tokens, newest first.
func (s *Store) Tokens(ctx context.Context, player int64) ([]Token, error) {
	var rows []struct {
		ID                int64
		Label             string
		CreatedAt, UsedAt Millis
	}
	err := s.read(ctx).Raw("SELECT id, label, created_at, used_at FROM tokens WHERE player_id = ? ORDER BY id DESC", player).Scan(&rows).Error
	tokens := make([]Token, 0, len(rows))
	for _, r := range rows {
		tokens = append(tokens, Token{r.ID, r.Label, r.CreatedAt.Time(), r.UsedAt.Time()})
	}
	return tokens, err
}

// RevokeToken ends one of a player's tokens.
func (s *Store) RevokeToken(ctx context.Context, player, token int64) error {
	return s.write(ctx, func(tx *Tx) error {
		gone := tx.Exec("DELETE FROM tokens WHERE id = ? AND player_id = ?", token, player)
		if gone.Error == nil && gone.RowsAffected == 0 {
			return fail(CodeNotFound, "you have no token %d", token)
		}
		return gone.Error
	})
}

// Knows tells whether an address has an account, confirmed or not. It is for the
// operator's own commands, never for an answer to a stranger.
func (s *Store) Knows(ctx context.Context, address string) (bool, error) {
	_, key, err := readEmail(address)
	if err != nil {
		return false, err
	}
	row, err := findPlayer(s.read(ctx), "email_key = ?", key)
	return row != nil, err
}

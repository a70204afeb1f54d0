package models

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"time"

	"turnpost/models/db"
)

// Token is a way in for one device.
type Token struct {
	ID                int64
	Label             string
	CreatedAt, UsedAt time.Time
}

// Session is an authenticated request.
type Session struct {
	Player Player
	Token  int64
}

// tokenUseStep is how exactly the last use of a token is kept.
const tokenUseStep = time.Hour

// Authenticate finds the player of a token. What this process changes about either holds at once, what
// others change within a second.
// Errors: CodeUnauthorized.
func (s *Store) Authenticate(ctx context.Context, token string) (Session, error) {
	hash := sha256.Sum256([]byte(token))
	found, ok := s.sessions.find(hash)
	if !ok {
		generation := s.sessions.generation.Load()
		var err error
		if found, err = s.lookUpSession(ctx, hash[:]); err != nil {
			return Session{}, err
		}
		found.generation = generation
		s.sessions.keep(hash, found)
	}
	if now := ToMillis(s.now()); now.Sub(found.usedAt) > tokenUseStep {
		err := s.write(context.WithoutCancel(ctx), func(tx *Tx) error {
			_, err := db.Exec(tx.DB, "UPDATE tokens SET used_at = ? WHERE id = ?", now, found.session.Token)
			return err
		})
		return found.session, err
	}
	return found.session, nil
}

// lookUpSession finds the session of a token's hash.
func (s *Store) lookUpSession(ctx context.Context, hash []byte) (found cachedSession, err error) {
	var p playerRow
	err = db.Query(s.read(ctx), func(rows *sql.Rows) error {
		return rows.Scan(&found.session.Token, (*int64)(&found.usedAt),
			&p.ID, &p.Name, &p.Email, &p.Locale, &p.TimeZone, &p.Settings, (*int64)(&p.AwayFrom), (*int64)(&p.AwayUntil),
			(*int64)(&p.CreatedAt), (*int64)(&p.ConfirmedAt), (*int64)(&p.FailingSince), &p.FailingWhy)
	}, `SELECT t.id, t.used_at, p.id, p.name, p.email, p.locale, p.time_zone, p.settings, p.away_from, p.away_until,
			p.created_at, p.confirmed_at, p.failing_since, p.failing_why
		FROM tokens t JOIN players p ON p.id = t.player_id
		WHERE t.hash = ? AND p.deleted_at = 0 AND p.banned_at = 0`, hash)
	if err == nil && p.ID == 0 {
		err = fail(CodeUnauthorized, "bad_token")
	}
	found.session.Player = p.player()
	return found, err
}

// Tokens lists a player's tokens, newest first.
func (s *Store) Tokens(ctx context.Context, player int64) ([]Token, error) {
	var rows []struct {
		ID                int64
		Label             string
		CreatedAt, UsedAt Millis
	}
	err := s.read(ctx).Raw(`SELECT id, label, created_at, used_at FROM tokens
		WHERE player_id = ? ORDER BY id DESC`, player).Scan(&rows).Error
	tokens := make([]Token, 0, len(rows))
	for _, r := range rows {
		tokens = append(tokens, Token{r.ID, r.Label, r.CreatedAt.Time(), r.UsedAt.Time()})
	}
	return tokens, err
}

// RevokeToken ends one of a player's tokens.
// Errors: CodeNotFound.
func (s *Store) RevokeToken(ctx context.Context, player, token int64) error {
	return s.write(ctx, func(tx *Tx) error {
		gone := tx.Exec("DELETE FROM tokens WHERE id = ? AND player_id = ?", token, player)
		if gone.Error == nil && gone.RowsAffected == 0 {
			return fail(CodeNotFound, "no_token", "token", token)
		}
		return gone.Error
	})
}

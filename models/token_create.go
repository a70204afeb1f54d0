package models

import (
	"context"
	"time"
)

// NewToken says what a token is to be; the zero value may do everything and does not expire.
type NewToken struct {
	Label   string
	Scope   Scope  // ScopePlay when ""
	Expires string // "90d", "36h", or an instant such as "2027-03-01T12:00:00Z"; "" for never
}

// IssuedToken is a token that was just made, with its secret, which is shown this once.
type IssuedToken struct {
	Token
	Secret string
}

// The bounds of the life of a token that expires.
const (
	minTokenLife = time.Hour
	maxTokenLife = 10 * 366 * 24 * time.Hour
)

const maxTokenLabel = 60

// maxTokens bounds the tokens that a player can make without a code.
const maxTokens = 100

// CreateToken makes a token for a player who is signed in. Errors: CodeInvalid; CodeConflict where there are too
// many.
func (s *Store) CreateToken(ctx context.Context, player int64, n NewToken) (made IssuedToken, err error) {
	row, err := n.row(s.now())
	if err != nil {
		return IssuedToken{}, err
	}
	err = s.write(ctx, func(tx *Tx) error {
		if err := tx.stillHere(player); err != nil {
			return err
		}
		var count int
		err := tx.Raw("SELECT COUNT(*) FROM tokens WHERE player_id = ?", player).Scan(&count).Error
		switch {
		case err != nil:
			return err
		case count >= maxTokens:
			return fail(CodeConflict, "too_many_tokens", "n", count)
		}
		made, err = tx.issueToken(player, row)
		return err
	})
	return made, err
}

// row checks what a token is to be. A time from which it has expired is counted from now.
func (n NewToken) row(now time.Time) (row tokenRow, err error) {
	if row.Label, err = cleanText("label", n.Label, maxTokenLabel); err != nil {
		return tokenRow{}, err
	}
	switch row.Scope = n.Scope; n.Scope {
	case "":
		row.Scope = ScopePlay
	case ScopePlay, ScopeRead:
	default:
		return tokenRow{}, invalid("scope", "bad_scope", "scope", clip(string(n.Scope), 20),
			"scopes", []string{string(ScopePlay), string(ScopeRead)})
	}
	row.ExpiresAt, err = readTokenExpiry(n.Expires, now)
	return row, err
}

// readTokenExpiry reads `90d`, `36h` or an instant; 0 is never.
func readTokenExpiry(text string, now time.Time) (Millis, error) {
	if text == "" {
		return 0, nil
	}
	at, err := time.Parse(time.RFC3339, text)
	if life, ok := parseSpan(text); ok {
		at, err = now.Add(life), nil
	}
	if err != nil || at.Before(now.Add(minTokenLife)) || at.After(now.Add(maxTokenLife)) {
		return 0, invalid("expires", "bad_token_expiry", "expires", clip(text, 40))
	}
	return ToMillis(at), nil
}

func (tx *Tx) issueToken(player int64, row tokenRow) (IssuedToken, error) {
	secret := newToken()
	row.CreatedAt, row.UsedAt = tx.at, tx.at
	err := tx.Raw(`INSERT INTO tokens (player_id, hash, label, scope, created_at, used_at, expires_at)
		VALUES (?, ?, ?, ?, ?, ?, ?) RETURNING id`,
		player, hashSecret(secret), row.Label, row.Scope, row.CreatedAt, row.UsedAt, row.ExpiresAt).Scan(&row.ID).Error
	return IssuedToken{row.token(), secret}, err
}

package account

import (
	"context"
	"time"

	"turnpost/models"
	"turnpost/models/core"
	"turnpost/models/db"
	"turnpost/models/pace"
	"turnpost/models/schema"
	"turnpost/models/secrets"
	"turnpost/models/visible"
)

// Token is an access token for one device or program.
type Token struct {
	ID                int64
	Label             string
	Scope             models.Scope
	CreatedAt, UsedAt time.Time
	ExpiresAt         time.Time // zero for never
}

// tokenUseStep is the precision of the stored last use of a token.
const tokenUseStep = time.Hour

// Authenticate returns the bearer of a token.
// Errors: CodeUnauthorized; CodeTokenExpired for an expired token.
func (s *Store) Authenticate(ctx context.Context, token string) (models.Bearer, error) {
	found, err := s.findToken(ctx, schema.TokenHash(secrets.Hash(token)))
	if err != nil {
		return models.Bearer{}, err
	}
	now := models.ToMillis(s.Clock())
	if found.ExpiresAt != 0 && now >= found.ExpiresAt {
		return models.Bearer{}, models.Fail(models.CodeTokenExpired, "token_expired")
	}
	if now.Sub(found.UsedAt) > tokenUseStep {
		err = s.Write(context.WithoutCancel(ctx), func(tx *core.Tx) error {
			_, err := db.Exec(tx.DB, "UPDATE tokens SET used_at = ? WHERE id = ?", now, found.Bearer.Token)
			return err
		})
	}
	return found.Bearer, err
}

// readToken reads the token with a hash.
func (s *Store) readToken(ctx context.Context, hash schema.TokenHash) (found schema.FoundToken, err error) {
	var p schema.PlayerRow
	err = db.Query(s.Read(ctx), func(c *db.Columns) error {
		found.Bearer.Token, found.Bearer.Scope = c.Number(), models.Scope(c.Text())
		found.UsedAt, found.ExpiresAt = schema.Millis(c), schema.Millis(c)
		p.TakeReader(c)
		return nil
	}, "SELECT t.id, t.scope, t.used_at, t.expires_at, "+schema.ReaderColumns+`
		FROM tokens t JOIN players p ON p.id = t.player_id
		WHERE t.hash = ? AND p.deleted_at = 0 AND p.banned_at = 0`, hash[:])
	if err == nil && p.ID == 0 {
		err = models.Fail(models.CodeUnauthorized, "bad_token")
	}
	found.Bearer.Player = p.Player()
	return found, err
}

// Expired reports whether a token has expired.
func (s *Store) Expired(t Token) bool { return !t.ExpiresAt.IsZero() && !s.Clock().Before(t.ExpiresAt) }

// Tokens lists a player's tokens, newest first, including expired ones until they are deleted.
func (s *Store) Tokens(ctx context.Context, player int64) ([]Token, error) {
	var rows []tokenRow
	err := s.Read(ctx).Raw(`SELECT id, label, scope, created_at, used_at, expires_at FROM tokens
		WHERE player_id = ? ORDER BY id DESC`, player).Scan(&rows).Error
	tokens := make([]Token, 0, len(rows))
	for _, r := range rows {
		tokens = append(tokens, r.token())
	}
	return tokens, err
}

type tokenRow struct {
	ID                           int64
	Label                        string
	Scope                        models.Scope
	CreatedAt, UsedAt, ExpiresAt models.Millis
}

func (r tokenRow) token() Token {
	t := Token{ID: r.ID, Label: r.Label, Scope: r.Scope, CreatedAt: r.CreatedAt.Time(), UsedAt: r.UsedAt.Time()}
	if r.ExpiresAt != 0 {
		t.ExpiresAt = r.ExpiresAt.Time()
	}
	return t
}

// RevokeToken revokes one of a player's tokens.
// Errors: CodeNotFound.
func (s *Store) RevokeToken(ctx context.Context, player, token int64) error {
	return s.Write(ctx, func(tx *core.Tx) error {
		gone := tx.Exec("DELETE FROM tokens WHERE id = ? AND player_id = ?", token, player)
		if gone.Error == nil && gone.RowsAffected == 0 {
			return models.Fail(models.CodeNotFound, "no_token", "token", token)
		}
		return gone.Error
	})
}

// NewToken holds the properties of a new token; the zero value has all rights and does not expire.
type NewToken struct {
	Label   string
	Scope   models.Scope // ScopePlay if ""
	Expires string       // "90d", "36h", or an instant such as "2027-03-01T12:00:00Z"; "" for never
}

// IssuedToken is a new token with its secret, which is returned only once.
type IssuedToken struct {
	Token
	Secret string
}

// The bounds of the life of a token that expires.
const (
	minTokenLife = time.Hour
	maxTokenLife = 10 * 366 * 24 * time.Hour
)

// MaxTokenLabel is the maximum length of a token's label, in characters.
const MaxTokenLabel = 60

// MaxTokens is the maximum number of tokens that a player can create without a code.
const MaxTokens = 100

// CreateToken creates a token for a signed-in player. Errors: CodeInvalid; CodeConflict if there are too
// many.
func (s *Store) CreateToken(ctx context.Context, player int64, n NewToken) (made IssuedToken, err error) {
	row, err := n.row(s.Clock())
	if err != nil {
		return IssuedToken{}, err
	}
	err = s.Write(ctx, func(tx *core.Tx) error {
		if err := CheckActor(tx, player); err != nil {
			return err
		}
		var count int
		err := tx.Raw("SELECT COUNT(*) FROM tokens WHERE player_id = ?", player).Scan(&count).Error
		switch {
		case err != nil:
			return err
		case count >= MaxTokens:
			return models.Fail(models.CodeConflict, "too_many_tokens", "n", count)
		}
		made, err = issueToken(tx, player, row)
		return err
	})
	return made, err
}

// row validates the properties of a token. A life is counted from now.
func (n NewToken) row(now time.Time) (row tokenRow, err error) {
	if row.Label, err = models.CleanText("label", n.Label, MaxTokenLabel); err != nil {
		return tokenRow{}, err
	}
	switch row.Scope = n.Scope; n.Scope {
	case "":
		row.Scope = models.ScopePlay
	case models.ScopePlay, models.ScopeRead:
	default:
		return tokenRow{}, models.Invalid("scope", "bad_scope", "scope", visible.Clip(string(n.Scope), 20),
			"scopes", []string{string(models.ScopePlay), string(models.ScopeRead)})
	}
	row.ExpiresAt, err = readTokenExpiry(n.Expires, now)
	return row, err
}

// readTokenExpiry parses `90d`, `36h` or an instant; 0 is never.
func readTokenExpiry(text string, now time.Time) (models.Millis, error) {
	if text == "" {
		return 0, nil
	}
	at, err := time.Parse(time.RFC3339, text)
	if life, ok := pace.ParseSpan(text); ok {
		at, err = now.Add(life), nil
	}
	if err != nil || at.Before(now.Add(minTokenLife)) || at.After(now.Add(maxTokenLife)) {
		return 0, models.Invalid("expires", "bad_token_expiry", "expires", visible.Clip(text, 40))
	}
	return models.ToMillis(at), nil
}

func issueToken(tx *core.Tx, player int64, row tokenRow) (IssuedToken, error) {
	secret := secrets.NewToken()
	row.CreatedAt, row.UsedAt = tx.At, tx.At
	err := tx.Raw(`INSERT INTO tokens (player_id, hash, label, scope, created_at, used_at, expires_at)
		VALUES (?, ?, ?, ?, ?, ?, ?) RETURNING id`,
		player, secrets.Hash(secret), row.Label, row.Scope, row.CreatedAt, row.UsedAt, row.ExpiresAt).Scan(&row.ID).Error
	return IssuedToken{row.token(), secret}, err
}

// MaxCachedTokens is the maximum number of cached tokens, about 1 kB each.
const MaxCachedTokens = 500

// findToken returns the token with a hash. In a context of AtOneState on SQLite, it is cached until the next commit of
// any process, so that a revoked token is refused from that commit on. Requests that write would look for commits for
// this alone, which takes half as long as the query.
func (s *Store) findToken(ctx context.Context, hash schema.TokenHash) (schema.FoundToken, error) {
	if !db.IsAtOneState(ctx) {
		return s.readToken(ctx, hash)
	}
	state := s.GameCache.State(ctx)
	if found, ok := s.GameCache.Token(state, hash); ok {
		return found, nil
	}
	found, err := s.readToken(ctx, hash)
	if err == nil {
		s.GameCache.KeepToken(state, hash, found)
	}
	return found, err
}

// AtOneState returns a context for a request that only reads: its reads share one look at the database for commits, and
// are as new as the first of them.
func AtOneState(ctx context.Context) context.Context { return db.AtOneState(ctx) }

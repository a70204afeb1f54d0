package models

import (
	"context"
	"crypto/sha256"
	"time"

	"turnpost/models/db"
	"turnpost/models/pace"
	"turnpost/models/secrets"
	"turnpost/models/visible"
)

// Scope is the set of actions that a token allows.
type Scope string

// The scopes.
const (
	ScopePlay Scope = "play" // everything that its player may do
	ScopeRead Scope = "read" // reading everything that its player may read
)

// Token is an access token for one device or program.
type Token struct {
	ID                int64
	Label             string
	Scope             Scope
	CreatedAt, UsedAt time.Time
	ExpiresAt         time.Time // zero for never
}

// Bearer is the player who sent a request with a token, and what the token allows.
type Bearer struct {
	Player Player
	Token  int64
	Scope  Scope
}

// MayChange returns CodeTokenReadOnly if the token is read-only.
func (b Bearer) MayChange() error {
	if b.Scope == ScopeRead {
		return fail(CodeTokenReadOnly, "token_read_only")
	}
	return nil
}

// tokenUseStep is the precision of the stored last use of a token.
const tokenUseStep = time.Hour

// Authenticate returns the bearer of a token.
// Errors: CodeUnauthorized; CodeTokenExpired for an expired token.
func (s *Store) Authenticate(ctx context.Context, token string) (Bearer, error) {
	found, err := s.findToken(ctx, tokenHash(secrets.Hash(token)))
	if err != nil {
		return Bearer{}, err
	}
	now := ToMillis(s.now())
	if found.expiresAt != 0 && now >= found.expiresAt {
		return Bearer{}, fail(CodeTokenExpired, "token_expired")
	}
	if now.Sub(found.usedAt) > tokenUseStep {
		err = s.write(context.WithoutCancel(ctx), func(tx *Tx) error {
			_, err := db.Exec(tx.DB, "UPDATE tokens SET used_at = ? WHERE id = ?", now, found.bearer.Token)
			return err
		})
	}
	return found.bearer, err
}

// foundToken is a token with its player.
type foundToken struct {
	bearer            Bearer
	usedAt, expiresAt Millis // 0 for never
}

// readToken reads the token with a hash.
func (s *Store) readToken(ctx context.Context, hash tokenHash) (found foundToken, err error) {
	var p playerRow
	err = db.Query(s.read(ctx), func(c *db.Columns) error {
		found.bearer.Token, found.bearer.Scope = c.Number(), Scope(c.Text())
		found.usedAt, found.expiresAt = millis(c), millis(c)
		p.takeReader(c)
		return nil
	}, "SELECT t.id, t.scope, t.used_at, t.expires_at, "+readerColumns+`
		FROM tokens t JOIN players p ON p.id = t.player_id
		WHERE t.hash = ? AND p.deleted_at = 0 AND p.banned_at = 0`, hash[:])
	if err == nil && p.ID == 0 {
		err = fail(CodeUnauthorized, "bad_token")
	}
	found.bearer.Player = p.player()
	return found, err
}

// Expired reports whether a token has expired.
func (s *Store) Expired(t Token) bool { return !t.ExpiresAt.IsZero() && !s.now().Before(t.ExpiresAt) }

// Tokens lists a player's tokens, newest first, including expired ones until they are deleted.
func (s *Store) Tokens(ctx context.Context, player int64) ([]Token, error) {
	var rows []tokenRow
	err := s.read(ctx).Raw(`SELECT id, label, scope, created_at, used_at, expires_at FROM tokens
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
	Scope                        Scope
	CreatedAt, UsedAt, ExpiresAt Millis
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
	return s.write(ctx, func(tx *Tx) error {
		gone := tx.Exec("DELETE FROM tokens WHERE id = ? AND player_id = ?", token, player)
		if gone.Error == nil && gone.RowsAffected == 0 {
			return fail(CodeNotFound, "no_token", "token", token)
		}
		return gone.Error
	})
}

// NewToken holds the properties of a new token; the zero value has all rights and does not expire.
type NewToken struct {
	Label   string
	Scope   Scope  // ScopePlay if ""
	Expires string // "90d", "36h", or an instant such as "2027-03-01T12:00:00Z"; "" for never
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

const maxTokenLabel = 60

// maxTokens is the maximum number of tokens that a player can create without a code.
const maxTokens = 100

// CreateToken creates a token for a signed-in player. Errors: CodeInvalid; CodeConflict if there are too
// many.
func (s *Store) CreateToken(ctx context.Context, player int64, n NewToken) (made IssuedToken, err error) {
	row, err := n.row(s.now())
	if err != nil {
		return IssuedToken{}, err
	}
	err = s.write(ctx, func(tx *Tx) error {
		if err := tx.checkActor(player); err != nil {
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

// row validates the properties of a token. A life is counted from now.
func (n NewToken) row(now time.Time) (row tokenRow, err error) {
	if row.Label, err = cleanText("label", n.Label, maxTokenLabel); err != nil {
		return tokenRow{}, err
	}
	switch row.Scope = n.Scope; n.Scope {
	case "":
		row.Scope = ScopePlay
	case ScopePlay, ScopeRead:
	default:
		return tokenRow{}, invalid("scope", "bad_scope", "scope", visible.Clip(string(n.Scope), 20),
			"scopes", []string{string(ScopePlay), string(ScopeRead)})
	}
	row.ExpiresAt, err = readTokenExpiry(n.Expires, now)
	return row, err
}

// readTokenExpiry parses `90d`, `36h` or an instant; 0 is never.
func readTokenExpiry(text string, now time.Time) (Millis, error) {
	if text == "" {
		return 0, nil
	}
	at, err := time.Parse(time.RFC3339, text)
	if life, ok := pace.ParseSpan(text); ok {
		at, err = now.Add(life), nil
	}
	if err != nil || at.Before(now.Add(minTokenLife)) || at.After(now.Add(maxTokenLife)) {
		return 0, invalid("expires", "bad_token_expiry", "expires", visible.Clip(text, 40))
	}
	return ToMillis(at), nil
}

func (tx *Tx) issueToken(player int64, row tokenRow) (IssuedToken, error) {
	secret := secrets.NewToken()
	row.CreatedAt, row.UsedAt = tx.at, tx.at
	err := tx.Raw(`INSERT INTO tokens (player_id, hash, label, scope, created_at, used_at, expires_at)
		VALUES (?, ?, ?, ?, ?, ?, ?) RETURNING id`,
		player, secrets.Hash(secret), row.Label, row.Scope, row.CreatedAt, row.UsedAt, row.ExpiresAt).Scan(&row.ID).Error
	return IssuedToken{row.token(), secret}, err
}

// maxCachedTokens is the maximum number of cached tokens, about 1 kB each.
const maxCachedTokens = 500

// tokenHash is the stored hash of a token.
type tokenHash [sha256.Size]byte

// findToken returns the token with a hash. In a context of AtOneState on SQLite, it is cached until the next commit of
// any process, so that a revoked token is refused from that commit on. Requests that write would look for commits for
// this alone, which takes half as long as the query.
func (s *Store) findToken(ctx context.Context, hash tokenHash) (foundToken, error) {
	if !db.IsAtOneState(ctx) {
		return s.readToken(ctx, hash)
	}
	state := s.gameCache.state(ctx)
	if found, ok := s.gameCache.token(state, hash); ok {
		return found, nil
	}
	found, err := s.readToken(ctx, hash)
	if err == nil {
		s.gameCache.keepToken(state, hash, found)
	}
	return found, err
}

// token returns the cached token with a hash, if it was read from this state of the database.
func (g *gameCache) token(state int64, hash tokenHash) (found foundToken, ok bool) {
	if state == 0 {
		return foundToken{}, false
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	if state != g.current {
		return foundToken{}, false
	}
	return g.tokens.Get(hash)
}

// keepToken caches a token that was read after state returned the given state; see keep.
func (g *gameCache) keepToken(state int64, hash tokenHash, found foundToken) {
	if state == 0 {
		return
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	if state == g.current {
		g.tokens.Put(hash, found)
	}
}

// AtOneState returns a context for a request that only reads: its reads share one look at the database for commits, and
// are as new as the first of them.
func AtOneState(ctx context.Context) context.Context { return db.AtOneState(ctx) }

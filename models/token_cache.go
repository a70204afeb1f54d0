package models

import (
	"context"
	"crypto/sha256"

	"turnpost/models/db"
)

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

package core

import "turnpost/models/schema"

// Token returns the cached token with a hash, if it was read from this state of the database.
func (g *GameCache) Token(state int64, hash schema.TokenHash) (found schema.FoundToken, ok bool) {
	if state == 0 {
		return schema.FoundToken{}, false
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	if state != g.current {
		return schema.FoundToken{}, false
	}
	return g.Tokens.Get(hash)
}

// KeepToken caches a token that was read after state returned the given state; see keep.
func (g *GameCache) KeepToken(state int64, hash schema.TokenHash, found schema.FoundToken) {
	if state == 0 {
		return
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	if state == g.current {
		g.Tokens.Put(hash, found)
	}
}

package core

import (
	"context"
	"sync"

	"turnpost/models/bounded"
	"turnpost/models/db"
	"turnpost/models/schema"
)

// GameCache caches the games read since the last commit to an SQLite file, and inboxes beyond that. A page, its picture
// and its continuations are requested within a moment, and clients poll for changes. A nil cache stores nothing:
// PostgreSQL has no cheap way to tell whether anything was committed.
type GameCache struct {
	DB      *db.DB
	Inboxes *bounded.Cache[int64, *CachedInbox] // by player, of earlier states too

	mu      sync.Mutex
	current int64 // the state of the database that the lists and tokens are of
	Lists   *bounded.Cache[schema.CachedQuery, []*ViewedGame]
	Tokens  *bounded.Cache[schema.TokenHash, schema.FoundToken]
}

// State returns an identifier of the state of the database, which changes with each commit, or 0 if it is unknown. It
// drops lists of earlier states.
func (g *GameCache) State(ctx context.Context) (state int64) {
	if g == nil {
		return 0
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	if state = g.DB.State(ctx); state != g.current {
		g.current = state
		g.Lists.Clear()
		g.Tokens.Clear()
	}
	return state
}

// Find returns the cached result of a query on this state of the database. It must not be modified.
func (g *GameCache) Find(state int64, query string, args []any) (list []*ViewedGame, ok bool) {
	if state == 0 || len(args) > len(schema.CachedQuery{}.Args) {
		return nil, false
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	if state != g.current {
		return nil, false
	}
	return g.Lists.Get(schema.AskedFor(query, args))
}

// Keep caches a result that was read after state returned the given state. The result may be newer; then state returns
// another value before anybody finds it.
func (g *GameCache) Keep(state int64, query string, args []any, list []*ViewedGame) {
	if state == 0 || len(args) > len(schema.CachedQuery{}.Args) {
		return
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	if state == g.current {
		g.Lists.Put(schema.AskedFor(query, args), list)
	}
}

// Inbox returns a player's inbox as last read, or an empty one of no state.
func (g *GameCache) Inbox(player int64) *CachedInbox {
	if g != nil {
		if known, ok := g.Inboxes.Get(player); ok {
			return known
		}
	}
	return &CachedInbox{}
}

// KeepInbox caches a player's inbox beyond the state of the database it was read from: most of its games
// will be unchanged.
func (g *GameCache) KeepInbox(player int64, read *CachedInbox) {
	if read.State != 0 {
		g.Inboxes.Put(player, read)
	}
}

// NewGameList returns a list from the part of a query after FROM. The LIMIT keeps SQLite from dropping the order of the
// fingerprints.
func NewGameList(where string) schema.GameList {
	return schema.GameList{
		Whole:            SelectGameAndTurn + where,
		WithFingerprints: SelectViewColumns + ", " + GameFingerprint + fromGamesAndTurns + where,
		Fingerprints: "SELECT COALESCE(group_concat(fingerprint, char(10)), '') FROM (SELECT " +
			GameFingerprint + " AS fingerprint" + schema.FromGames + where + ")",
	}
}

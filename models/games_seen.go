package models

import (
	"context"
	"sync"

	"turnpost/bounded"
	"turnpost/models/db"
)

// maxGamesSeen bounds the games in each of the two caches, about 1 kB each.
const maxGamesSeen = 1000

// gamesSeen caches the games that were looked at since something was last committed to an SQLite file, and inboxes
// beyond that. A page, its picture and what may follow are asked for within a moment, and players ask
// again and again whether there is something new. nil caches nothing: PostgreSQL does not say cheaply whether
// anything was committed.
type gamesSeen struct {
	db      *db.DB
	inboxes *bounded.Cache[int64, *inboxSeen] // by player, of earlier states too

	mu      sync.Mutex
	current int64 // the known state of the database, which lists are of
	lists   *bounded.Cache[gamesAsked, []*viewedGame]
}

// gamesAsked is a query with up to two arguments.
type gamesAsked struct {
	query string
	args  [2]any
}

func newGamesSeen(of *db.DB) *gamesSeen {
	return &gamesSeen{
		db:      of,
		inboxes: bounded.New[int64](maxGamesSeen, (*inboxSeen).size),
		lists:   bounded.New[gamesAsked](maxGamesSeen, func(list []*viewedGame) int { return len(list) + 1 }),
	}
}

// state names the state of the database: as long as it has the same name, nothing has been committed. It is 0 where
// that is not known. Lists of an earlier state are dropped.
func (g *gamesSeen) state(ctx context.Context) (state int64) {
	if g == nil {
		return 0
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	if state = g.db.State(ctx); state != g.current {
		g.current = state
		g.lists.Clear()
	}
	return state
}

// find returns what a query found in this state of the database. It must not be changed.
func (g *gamesSeen) find(state int64, query string, args []any) (list []*viewedGame, ok bool) {
	if state == 0 || len(args) > len(gamesAsked{}.args) {
		return nil, false
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	if state != g.current {
		return nil, false
	}
	return g.lists.Get(askedFor(query, args))
}

// keep caches what was read after state named the state of the database. It may be newer than that; then state
// says another name before anybody finds it.
func (g *gamesSeen) keep(state int64, query string, args []any, list []*viewedGame) {
	if state == 0 || len(args) > len(gamesAsked{}.args) {
		return
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	if state == g.current {
		g.lists.Put(askedFor(query, args), list)
	}
}

// inbox returns a player's inbox as it was last read; an empty one of no state where it is not known.
func (g *gamesSeen) inbox(player int64) *inboxSeen {
	if g != nil {
		if known, ok := g.inboxes.Get(player); ok {
			return known
		}
	}
	return &inboxSeen{}
}

// keepInbox caches a player's inbox beyond the state of the database that it is of: most of its games
// will stay as they are.
func (g *gamesSeen) keepInbox(player int64, read *inboxSeen) {
	if read.state != 0 {
		g.inboxes.Put(player, read)
	}
}

func askedFor(query string, args []any) gamesAsked {
	asked := gamesAsked{query: query}
	copy(asked.args[:], args)
	return asked
}

package models

import (
	"context"
	"sync"

	"turnpost/models/db"
)

// maxGamesSeen bounds the games that are kept, about 1 kB each.
const maxGamesSeen = 1000

// gamesSeen keeps the games that were looked at since something was last committed to an SQLite file.
// A page, its picture and what may follow are asked for within a moment, and players ask
// again and again whether there is something new. nil keeps nothing: PostgreSQL does not say cheaply whether
// anything was committed.
type gamesSeen struct {
	db *db.DB

	mu      sync.Mutex
	current int64 // the state of the database that is known
	count   int   // of games
	lists   map[gamesAsked][]*viewedGame

	inboxes   map[int64]*inboxSeen // by player, of earlier states too
	inInboxes int                  // games
}

// gamesAsked is a query with up to two arguments.
type gamesAsked struct {
	query string
	args  [2]any
}

func newGamesSeen(of *db.DB) *gamesSeen {
	return &gamesSeen{db: of, lists: map[gamesAsked][]*viewedGame{}, inboxes: map[int64]*inboxSeen{}}
}

// state names the state of the database: as long as it has the same name, nothing has been committed. It is 0 where
// that is not known. What is of an earlier state is forgotten.
func (g *gamesSeen) state(ctx context.Context) (state int64) {
	if g == nil {
		return 0
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	if state = g.db.State(ctx); state != g.current {
		g.current, g.count = state, 0
		clear(g.lists)
	}
	return state
}

// find is what a look at this state of the database found. It must not be changed.
func (g *gamesSeen) find(state int64, query string, args []any) (list []*viewedGame, ok bool) {
	if state == 0 || len(args) > len(gamesAsked{}.args) {
		return nil, false
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	if state != g.current {
		return nil, false
	}
	list, ok = g.lists[askedFor(query, args)]
	return list, ok
}

// keep keeps what was read after state named the state of the database. It may be newer than that; then state
// says another name before anybody finds it.
func (g *gamesSeen) keep(state int64, query string, args []any, list []*viewedGame) {
	if state == 0 || len(args) > len(gamesAsked{}.args) {
		return
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	if state != g.current {
		return
	}
	size := len(list) + 1
	if g.count += size; g.count > maxGamesSeen {
		g.count = size
		clear(g.lists)
	}
	g.lists[askedFor(query, args)] = list
}

// inbox is a player's inbox as it was last read; an empty one of no state where it is not known.
func (g *gamesSeen) inbox(player int64) *inboxSeen {
	if g == nil {
		return &inboxSeen{}
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	if known := g.inboxes[player]; known != nil {
		return known
	}
	return &inboxSeen{}
}

// keepInbox keeps a player's inbox beyond the state of the database that it is of: most of its games
// will stand.
func (g *gamesSeen) keepInbox(player int64, read *inboxSeen) {
	if read.state == 0 {
		return
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	if before := g.inboxes[player]; before != nil {
		g.inInboxes -= before.size()
	}
	if g.inInboxes += read.size(); g.inInboxes > maxGamesSeen {
		g.inInboxes = read.size()
		clear(g.inboxes)
	}
	g.inboxes[player] = read
}

func askedFor(query string, args []any) gamesAsked {
	asked := gamesAsked{query: query}
	copy(asked.args[:], args)
	return asked
}

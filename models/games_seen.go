package models

import (
	"context"
	"slices"
	"strings"
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

// gameList is a list of games: which there are, and in which order.
type gameList struct {
	whole   string // reads them
	printed string // reads them with their prints
	prints  string // reads their prints alone, a line each, as one text: rows would cost more than what they say
}

// newGameList is a list by what follows FROM. Its LIMIT keeps SQLite from leaving out the order of the prints.
func newGameList(where string) gameList {
	return gameList{
		whole:   selectGameAndTurn + where,
		printed: selectViewColumns + ", " + gamePrint + fromGamesAndTurns + where,
		prints: "SELECT COALESCE(group_concat(print, char(10)), '') FROM (SELECT " + gamePrint + " AS print" +
			fromGames + where + ")",
	}
}

// oneGame reads a game with its print.
var oneGame = newGameList("WHERE g.id = ?").printed

// maxGamesAnew is how many games of a list are read one by one; more are read with the whole list.
const maxGamesAnew = 10

// list reads a list of games. Those that stand as they are known are not read again.
func (l look) list(list gameList, known []*viewedGame, args ...any) ([]*viewedGame, error) {
	prints := ""
	if len(known) > 0 {
		err := db.Query(l.read(l.ctx), func(c *db.Columns) error { prints = c.Text(); return nil }, list.prints, args...)
		if err != nil {
			return nil, err
		}
	}
	return l.listByPrints(list, prints, known, args...)
}

// listByPrints reads a list of games whose prints are known, "" where they are not.
func (l look) listByPrints(list gameList, prints string, known []*viewedGame, args ...any) ([]*viewedGame, error) {
	if prints != "" {
		games, ok, err := l.gamesByPrints(prints, known)
		if ok || err != nil {
			return games, err
		}
	}
	if l.state == 0 {
		return l.readGames(list.whole, args...)
	}
	return l.readGames(list.printed, args...)
}

// gamesByPrints reads the games that have these prints; not ok where too many are not known, or one changed meanwhile.
func (l look) gamesByPrints(prints string, known []*viewedGame) (games []*viewedGame, ok bool, err error) {
	lines := strings.Split(prints, "\n")
	games = make([]*viewedGame, len(lines))
	anew, next := 0, 0
	for i, print := range lines {
		if games[i], next = knownGame(known, next, print); games[i] == nil {
			anew++
		}
	}
	if anew > maxGamesAnew {
		return nil, false, nil
	}
	for i, print := range lines {
		if games[i] != nil {
			continue
		}
		id, _, _ := strings.Cut(print, "|")
		read, err := l.readGames(oneGame, id)
		if err != nil || len(read) == 0 || read[0].print != print {
			return nil, false, err
		}
		games[i] = read[0]
	}
	return games, true, nil
}

// knownGame finds the game with a print, most likely the next one; nil where it is not known. The one after it is then
// the most likely.
func knownGame(known []*viewedGame, next int, print string) (*viewedGame, int) {
	if next < len(known) && known[next].print == print {
		return known[next], next + 1
	}
	if i := slices.IndexFunc(known, func(g *viewedGame) bool { return g.print == print }); i >= 0 {
		return known[i], i + 1
	}
	return nil, next
}

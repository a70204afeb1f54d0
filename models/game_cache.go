package models

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"turnpost/models/bounded"
	"turnpost/models/db"
	"turnpost/models/panics"
)

// maxCachedGames is the maximum number of games in each of the two caches, about 1 kB each.
const maxCachedGames = 1000

// gameCache caches the games read since the last commit to an SQLite file, and inboxes beyond that. A page, its picture
// and its continuations are requested within a moment, and clients poll for changes. A nil cache stores nothing:
// PostgreSQL has no cheap way to tell whether anything was committed.
type gameCache struct {
	db      *db.DB
	inboxes *bounded.Cache[int64, *cachedInbox] // by player, of earlier states too

	mu      sync.Mutex
	current int64 // the state of the database that the lists and tokens are of
	lists   *bounded.Cache[cachedQuery, []*viewedGame]
	tokens  *bounded.Cache[tokenHash, foundToken]
}

// cachedQuery is a query with up to two arguments.
type cachedQuery struct {
	query string
	args  [2]any
}

func newGameCache(of *db.DB) *gameCache {
	return &gameCache{
		db:      of,
		inboxes: bounded.New[int64](maxCachedGames, (*cachedInbox).size),
		lists:   bounded.New[cachedQuery](maxCachedGames, func(list []*viewedGame) int { return len(list) + 1 }),
		tokens:  bounded.New[tokenHash, foundToken](maxCachedTokens, nil),
	}
}

// state returns an identifier of the state of the database, which changes with each commit, or 0 if it is unknown. It
// drops lists of earlier states.
func (g *gameCache) state(ctx context.Context) (state int64) {
	if g == nil {
		return 0
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	if state = g.db.State(ctx); state != g.current {
		g.current = state
		g.lists.Clear()
		g.tokens.Clear()
	}
	return state
}

// find returns the cached result of a query on this state of the database. It must not be modified.
func (g *gameCache) find(state int64, query string, args []any) (list []*viewedGame, ok bool) {
	if state == 0 || len(args) > len(cachedQuery{}.args) {
		return nil, false
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	if state != g.current {
		return nil, false
	}
	return g.lists.Get(askedFor(query, args))
}

// keep caches a result that was read after state returned the given state. The result may be newer; then state returns
// another value before anybody finds it.
func (g *gameCache) keep(state int64, query string, args []any, list []*viewedGame) {
	if state == 0 || len(args) > len(cachedQuery{}.args) {
		return
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	if state == g.current {
		g.lists.Put(askedFor(query, args), list)
	}
}

// inbox returns a player's inbox as last read, or an empty one of no state.
func (g *gameCache) inbox(player int64) *cachedInbox {
	if g != nil {
		if known, ok := g.inboxes.Get(player); ok {
			return known
		}
	}
	return &cachedInbox{}
}

// keepInbox caches a player's inbox beyond the state of the database it was read from: most of its games
// will be unchanged.
func (g *gameCache) keepInbox(player int64, read *cachedInbox) {
	if read.state != 0 {
		g.inboxes.Put(player, read)
	}
}

func askedFor(query string, args []any) cachedQuery {
	asked := cachedQuery{query: query}
	copy(asked.args[:], args)
	return asked
}

// gameList is the query of an ordered list of games.
type gameList struct {
	whole            string // reads the games
	withFingerprints string // reads the games with their fingerprints
	fingerprints     string // reads only these, a line each, as one text: rows would cost more
}

// newGameList returns a list from the part of a query after FROM. The LIMIT keeps SQLite from dropping the order of the
// fingerprints.
func newGameList(where string) gameList {
	return gameList{
		whole:            selectGameAndTurn + where,
		withFingerprints: selectViewColumns + ", " + gameFingerprint + fromGamesAndTurns + where,
		fingerprints: "SELECT COALESCE(group_concat(fingerprint, char(10)), '') FROM (SELECT " +
			gameFingerprint + " AS fingerprint" + fromGames + where + ")",
	}
}

// oneGame reads a game with its fingerprint.
var oneGame = newGameList("WHERE g.id = ?").withFingerprints

// maxRereadGames is the maximum number of changed games that are read one by one; if more changed, the whole list is
// read.
const maxRereadGames = 10

// list reads a list of games and reuses the known ones that have not changed.
func (l snapshot) list(list gameList, known []*viewedGame, args ...any) ([]*viewedGame, error) {
	fingerprints := ""
	if len(known) > 0 {
		take := func(c *db.Columns) error { fingerprints = c.Text(); return nil }
		if err := db.Query(l.read(l.ctx), take, list.fingerprints, args...); err != nil {
			return nil, err
		}
	}
	return l.listByFingerprints(list, fingerprints, known, args...)
}

// listByFingerprints reads a list of games whose fingerprints are known; "" means that they are not.
func (l snapshot) listByFingerprints(
	list gameList, fingerprints string, known []*viewedGame, args ...any,
) ([]*viewedGame, error) {
	if fingerprints != "" {
		games, ok, err := l.gamesByFingerprints(fingerprints, known)
		if ok || err != nil {
			return games, err
		}
	}
	query := list.withFingerprints
	if l.state == 0 {
		query = list.whole
	}
	games, err := l.readGames(query, args...)
	if isDamage(err) { // no other game is left
		return nil, nil
	}
	return games, err
}

// gamesByFingerprints returns the games with the given fingerprints; ok is false if too many are unknown, or one
// changed meanwhile.
func (l snapshot) gamesByFingerprints(
	fingerprints string, known []*viewedGame,
) (games []*viewedGame, ok bool, err error) {
	lines := strings.Split(fingerprints, "\n")
	games = make([]*viewedGame, len(lines))
	anew, next := 0, 0
	for i, fingerprint := range lines {
		if games[i], next = knownGame(known, next, fingerprint); games[i] == nil {
			anew++
		}
	}
	if anew > maxRereadGames {
		return nil, false, nil
	}
	for i, fingerprint := range lines {
		if games[i] != nil {
			continue
		}
		id, _, _ := strings.Cut(fingerprint, "|")
		read, err := l.readGames(oneGame, id)
		if isDamage(err) { // the whole list leaves it out
			return nil, false, nil
		}
		if err != nil || len(read) == 0 || read[0].fingerprint != fingerprint {
			return nil, false, err
		}
		games[i] = read[0]
	}
	return games, true, nil
}

// knownGame finds the game with a fingerprint and returns it, or nil, with the index at which to look for the next one.
// It tries the index next first.
func knownGame(known []*viewedGame, next int, fingerprint string) (*viewedGame, int) {
	if next < len(known) && known[next].fingerprint == fingerprint {
		return known[next], next + 1
	}
	if i := slices.IndexFunc(known, func(g *viewedGame) bool { return g.fingerprint == fingerprint }); i >= 0 {
		return known[i], i + 1
	}
	return nil, next
}

// The rows of a list are read by several connections at the same time, a few each. Each row is on another page of a
// large database: one connection would wait for one page after the other.
const (
	listReaders = 4
	listPart    = 5 // rows that one query reads; the text of the query is the same for fewer
)

// selectListPart reads games by their numbers.
var selectListPart = selectGameAndTurn + "WHERE g.number IN (?" + strings.Repeat(", ?", listPart-1) + ")"

// listEntry is a game of a list.
type listEntry struct {
	number int64
	at     Millis // of its last change, by which the list is ordered
}

// listed reads the games that a query lists by their numbers and times, in its order, or returns the result of the same
// query on the same state. A game that changes meanwhile may be newer than its place in the list.
func (l snapshot) listed(query string, args ...any) ([]*viewedGame, error) {
	list, ok := l.gameCache.find(l.state, query, args)
	if ok {
		return list, nil
	}
	var entries []listEntry
	err := db.Query(l.read(l.ctx), func(c *db.Columns) error {
		entries = append(entries, listEntry{c.Number(), millis(c)})
		return nil
	}, query, args...)
	if err == nil {
		list, err = l.readListed(entries)
	}
	if err == nil {
		l.gameCache.keep(l.state, query, args, list)
	}
	return list, err
}

// readListed reads the games of a list.
func (l snapshot) readListed(entries []listEntry) ([]*viewedGame, error) {
	parts := slices.Collect(slices.Chunk(entries, listPart))
	lists, errs := make([][]*viewedGame, len(parts)), make([]error, len(parts))
	var next atomic.Int64
	read := func() {
		for i := next.Add(1) - 1; int(i) < len(parts); i = next.Add(1) - 1 {
			errs[i] = panics.Recover(func() (err error) { lists[i], err = l.readListPart(parts[i]); return err })
		}
	}
	var all sync.WaitGroup
	for range min(listReaders, len(parts)) - 1 {
		all.Go(read)
	}
	read()
	all.Wait()
	return slices.Concat(lists...), errors.Join(errs...)
}

// readListPart reads up to listPart games of a list.
func (l snapshot) readListPart(part []listEntry) ([]*viewedGame, error) {
	numbers := make([]any, listPart)
	for i := range numbers {
		numbers[i] = part[min(i, len(part)-1)].number
	}
	read, err := l.readGames(selectListPart, numbers...)
	if err != nil && !isDamage(err) {
		return nil, err
	}
	list := make([]*viewedGame, 0, len(part))
	for _, entry := range part {
		i := slices.IndexFunc(read, func(v *viewedGame) bool { return v.row.Number == entry.number })
		if i < 0 {
			continue // it is gone, as no game that is over can be
		}
		read[i].listedAt = entry.at
		list = append(list, read[i])
	}
	return list, nil
}

package play

import (
	"errors"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"turnpost/models"
	"turnpost/models/account"
	"turnpost/models/bounded"
	"turnpost/models/core"
	"turnpost/models/db"
	"turnpost/models/panics"
	"turnpost/models/schema"
)

// maxCachedGames is the maximum number of games in each of the two caches, about 1 kB each.
const maxCachedGames = 1000

// NewGameCache returns the cache of a store on SQLite.
func NewGameCache(of *db.DB) *core.GameCache {
	return &core.GameCache{
		DB:      of,
		Inboxes: bounded.New[int64](maxCachedGames, (*core.CachedInbox).Size),
		Lists:   bounded.New[schema.CachedQuery](maxCachedGames, func(list []*core.ViewedGame) int { return len(list) + 1 }),
		Tokens:  bounded.New[schema.TokenHash, schema.FoundToken](account.MaxCachedTokens, nil),
	}
}

// OneGame reads a game with its fingerprint.
var OneGame = core.NewGameList("WHERE g.id = ?").WithFingerprints

// MaxRereadGames is the maximum number of changed games that are read one by one; if more changed, the whole list is
// read.
const MaxRereadGames = 10

// list reads a list of games and reuses the known ones that have not changed.
func (l Snapshot) list(list schema.GameList, known []*core.ViewedGame, args ...any) ([]*core.ViewedGame, error) {
	fingerprints := ""
	if len(known) > 0 {
		take := func(c *db.Columns) error { fingerprints = c.Text(); return nil }
		if err := db.Query(l.Read(l.Ctx), take, list.Fingerprints, args...); err != nil {
			return nil, err
		}
	}
	return l.listByFingerprints(list, fingerprints, known, args...)
}

// listByFingerprints reads a list of games whose fingerprints are known; "" means that they are not.
func (l Snapshot) listByFingerprints(
	list schema.GameList, fingerprints string, known []*core.ViewedGame, args ...any,
) ([]*core.ViewedGame, error) {
	if fingerprints != "" {
		games, ok, err := l.gamesByFingerprints(fingerprints, known)
		if ok || err != nil {
			return games, err
		}
	}
	query := list.WithFingerprints
	if l.state == 0 {
		query = list.Whole
	}
	games, err := l.readGames(query, args...)
	if models.IsDamage(err) { // no other game is left
		return nil, nil
	}
	return games, err
}

// gamesByFingerprints returns the games with the given fingerprints; ok is false if too many are unknown, or one
// changed meanwhile.
func (l Snapshot) gamesByFingerprints(
	fingerprints string, known []*core.ViewedGame,
) (games []*core.ViewedGame, ok bool, err error) {
	lines := strings.Split(fingerprints, "\n")
	games = make([]*core.ViewedGame, len(lines))
	anew, next := 0, 0
	for i, fingerprint := range lines {
		if games[i], next = knownGame(known, next, fingerprint); games[i] == nil {
			anew++
		}
	}
	if anew > MaxRereadGames {
		return nil, false, nil
	}
	for i, fingerprint := range lines {
		if games[i] != nil {
			continue
		}
		id, _, _ := strings.Cut(fingerprint, "|")
		read, err := l.readGames(OneGame, id)
		if models.IsDamage(err) { // the whole list leaves it out
			return nil, false, nil
		}
		if err != nil || len(read) == 0 || read[0].Fingerprint != fingerprint {
			return nil, false, err
		}
		games[i] = read[0]
	}
	return games, true, nil
}

// knownGame finds the game with a fingerprint and returns it, or nil, with the index at which to look for the next one.
// It tries the index next first.
func knownGame(known []*core.ViewedGame, next int, fingerprint string) (*core.ViewedGame, int) {
	if next < len(known) && known[next].Fingerprint == fingerprint {
		return known[next], next + 1
	}
	if i := slices.IndexFunc(known, func(g *core.ViewedGame) bool { return g.Fingerprint == fingerprint }); i >= 0 {
		return known[i], i + 1
	}
	return nil, next
}

// The rows of a list are read by several connections at the same time, a few each. Each row is on another page of a
// large database: one connection would wait for one page after the other.
const (
	listReaders = 4
	ListPart    = 5 // rows that one query reads; the text of the query is the same for fewer
)

// selectListPart reads games by their numbers.
var selectListPart = core.SelectGameAndTurn + "WHERE g.number IN (?" + strings.Repeat(", ?", ListPart-1) + ")"

// ListEntry is a game of a list.
type ListEntry struct {
	number int64
	at     models.Millis // of its last change, by which the list is ordered
}

// listed reads the games that a query lists by their numbers and times, in its order, or returns the result of the same
// query on the same state. A game that changes meanwhile may be newer than its place in the list.
func (l Snapshot) listed(query string, args ...any) ([]*core.ViewedGame, error) {
	list, ok := l.GameCache.Find(l.state, query, args)
	if ok {
		return list, nil
	}
	var entries []ListEntry
	err := db.Query(l.Read(l.Ctx), func(c *db.Columns) error {
		entries = append(entries, ListEntry{c.Number(), schema.Millis(c)})
		return nil
	}, query, args...)
	if err == nil {
		list, err = l.ReadListed(entries)
	}
	if err == nil {
		l.GameCache.Keep(l.state, query, args, list)
	}
	return list, err
}

// ReadListed reads the games of a list.
func (l Snapshot) ReadListed(entries []ListEntry) ([]*core.ViewedGame, error) {
	parts := slices.Collect(slices.Chunk(entries, ListPart))
	lists, errs := make([][]*core.ViewedGame, len(parts)), make([]error, len(parts))
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

// readListPart reads up to ListPart games of a list.
func (l Snapshot) readListPart(part []ListEntry) ([]*core.ViewedGame, error) {
	numbers := make([]any, ListPart)
	for i := range numbers {
		numbers[i] = part[min(i, len(part)-1)].number
	}
	read, err := l.readGames(selectListPart, numbers...)
	if err != nil && !models.IsDamage(err) {
		return nil, err
	}
	list := make([]*core.ViewedGame, 0, len(part))
	for _, entry := range part {
		i := slices.IndexFunc(read, func(v *core.ViewedGame) bool { return v.Row.Number == entry.number })
		if i < 0 {
			continue // it is gone, as no game that is over can be
		}
		read[i].ListedAt = entry.at
		list = append(list, read[i])
	}
	return list, nil
}

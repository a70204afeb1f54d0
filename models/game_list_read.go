package models

import (
	"errors"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"turnpost/models/db"
)

// The rows of a list are read by several connections at the same time, a few each. Each row is on another page of a
// large database, and so is its last turn: one connection would wait for one page after the other.
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
	list, ok := l.seen.find(l.state, query, args)
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
		l.seen.keep(l.state, query, args, list)
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
			lists[i], errs[i] = l.readListPart(parts[i])
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
	if err != nil {
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

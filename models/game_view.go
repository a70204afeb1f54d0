package models

import (
	"context"

	"turnpost/models/db"
)

// viewGames loads games with their last turns by a query that starts with selectGameAndTurn. Games of one
// state of the database share their last turns, which must not be modified.
func (s *Store) viewGames(ctx context.Context, query string, args ...any) ([]*Game, error) {
	return s.snapshot(ctx).games(query, args...)
}

// snapshot reads games. Everything it returns is at least as new as its start.
type snapshot struct {
	*Store
	ctx   context.Context
	state int64 // of the database, for the cache of games
}

func (s *Store) snapshot(ctx context.Context) snapshot { return snapshot{s, ctx, s.seen.state(ctx)} }

func (l snapshot) games(query string, args ...any) ([]*Game, error) {
	list, err := l.viewed(query, args...)
	return gamesAt(ToMillis(l.now()), list), err
}

// viewed reads games, or returns the result of the same query on the same state.
func (l snapshot) viewed(query string, args ...any) ([]*viewedGame, error) {
	list, ok := l.seen.find(l.state, query, args)
	if !ok {
		var err error
		if list, err = l.readGames(query, args...); err != nil {
			return nil, err
		}
		l.seen.keep(l.state, query, args, list)
	}
	return list, nil
}

// readGames reads games by a query that starts with selectGameAndTurn and may have the fingerprint as one more column.
func (l snapshot) readGames(query string, args ...any) (list []*viewedGame, err error) {
	for range rereads {
		if list, err = l.readStored(query, args); err != nil {
			return nil, err
		}
		if ok, err := l.showChanges(list); ok || err != nil {
			return list, err
		}
	}
	return nil, errChanging(list[0].row.ID)
}

// readStored reads games as stored.
func (l snapshot) readStored(query string, args []any) (list []*viewedGame, err error) {
	err = db.Query(l.read(l.ctx), func(c *db.Columns) error {
		game := takeViewed(c)
		if c.More() {
			game.fingerprint = c.Text()
		}
		list = append(list, game)
		return nil
	}, query, args...)
	return list, err
}

// showChanges applies pending bulk changes to games. ok is false if the rows must be read again.
func (l snapshot) showChanges(list []*viewedGame) (ok bool, err error) {
	for _, game := range list {
		if ok, err := game.row.showChanges(l.read(l.ctx)); !ok || err != nil {
			return false, err
		}
	}
	return true, nil
}

// gamesAt returns games with their clocks at an instant.
func gamesAt(now Millis, list []*viewedGame) []*Game {
	games, all := make([]*Game, len(list)), make([]Game, len(list))
	for i := range list {
		all[i] = list[i].row.shown(now)
		all[i].LastTurn = list[i].last
		games[i] = &all[i]
	}
	return games
}

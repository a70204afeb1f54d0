package play

import (
	"context"

	"turnpost/models"
	"turnpost/models/core"
	"turnpost/models/db"
	"turnpost/models/schema"
)

// TakeViewed takes the columns of SelectViewColumns. It returns nil if all of them are NULL.
func TakeViewed(c *db.Columns) *core.ViewedGame {
	if c.IsNull() {
		c.Skip(len(core.ViewColumns) + len(schema.LastTurnColumns))
		return nil
	}
	v := &core.ViewedGame{}
	r := &v.Row
	for i := range core.ViewColumns {
		core.ViewColumns[i].Take(r, c)
	}
	v.ListedAt = r.UpdatedAt
	v.TakeLast(c)
	r.Wrong = c.TypeError()
	return v
}

// ViewGames loads games with their last turns by a query that starts with SelectGameAndTurn. Games of one
// state of the database share their last turns, which must not be modified.
func (s *Store) ViewGames(ctx context.Context, query string, args ...any) ([]*models.Game, error) {
	return s.Snapshot(ctx).games(query, args...)
}

// Snapshot reads games. Everything it returns is at least as new as its start.
type Snapshot struct {
	*Store
	Ctx   context.Context
	state int64 // of the database, for the cache of games
}

// Snapshot returns a reader of the games as they are now.
func (s *Store) Snapshot(ctx context.Context) Snapshot {
	return Snapshot{s, ctx, s.GameCache.State(ctx)}
}

func (l Snapshot) games(query string, args ...any) ([]*models.Game, error) {
	list, err := l.viewed(query, args...)
	return GamesAt(models.ToMillis(l.Clock()), list), err
}

// viewed reads games, or returns the result of the same query on the same state.
func (l Snapshot) viewed(query string, args ...any) ([]*core.ViewedGame, error) {
	list, ok := l.GameCache.Find(l.state, query, args)
	if !ok {
		var err error
		if list, err = l.readGames(query, args...); err != nil {
			return nil, err
		}
		l.GameCache.Keep(l.state, query, args, list)
	}
	return list, nil
}

// readGames reads games by a query that starts with SelectGameAndTurn and may have the fingerprint as one more column.
func (l Snapshot) readGames(query string, args ...any) (list []*core.ViewedGame, err error) {
	for range Rereads {
		if list, err = l.readStored(query, args); err != nil {
			return nil, err
		}
		ok, err := l.showChanges(list)
		if err != nil {
			return nil, err
		}
		if ok {
			return list, l.AddRatings(list)
		}
	}
	return nil, ErrChanging(list[0].Row.ID)
}

// readStored reads games as stored.
func (l Snapshot) readStored(query string, args []any) (list []*core.ViewedGame, err error) {
	err = db.Query(l.Read(l.Ctx), func(c *db.Columns) error {
		game := TakeViewed(c)
		if c.More() {
			game.Fingerprint = c.Text()
		}
		list = append(list, game)
		return nil
	}, query, args...)
	if err != nil {
		return nil, err
	}
	return l.WithoutDamaged(l.Ctx, list)
}

// ShowChanges applies pending bulk changes to games. ok is false if the rows must be read again.
func (l Snapshot) showChanges(list []*core.ViewedGame) (ok bool, err error) {
	for _, game := range list {
		if ok, err := game.Row.ShowChanges(l.Read(l.Ctx)); !ok || err != nil {
			return false, err
		}
	}
	return true, nil
}

// GamesAt returns games with their clocks at an instant.
func GamesAt(now models.Millis, list []*core.ViewedGame) []*models.Game {
	games, all := make([]*models.Game, len(list)), make([]models.Game, len(list))
	for i := range list {
		list[i].Row.Show(&all[i], now)
		all[i].LastTurn, all[i].Ratings = list[i].Last, list[i].Ratings
		games[i] = &all[i]
	}
	return games
}

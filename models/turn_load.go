package models

import "turnpost/models/db"

// relatedRows holds the rows related to a game that a turn needs to know.
type relatedRows struct {
	plans  int   // number of plans of its players
	notice int64 // the only notice that a turn makes outdated; 0: none, -1: several
}

// selectGamesToPlay includes the numbers of related rows, so that a turn does not look for plans and notices that do
// not exist.
var selectGamesToPlay = selectGameColumns + `,
	       (SELECT COUNT(*) FROM plans WHERE game_id = g.id),
	       (SELECT CASE COUNT(*) WHEN 0 THEN 0 WHEN 1 THEN MAX(id) ELSE -1 END FROM notices
	        WHERE game_id = g.id AND done_at = 0 AND kind IN (` + turnKindList + `))` +
	fromGames + "WHERE g.id"

// loadGameToPlay loads a game for a turn.
func (tx *Tx) loadGameToPlay(id string) (*gameRow, error) {
	if tx.preloaded != nil {
		row := tx.preloaded.games[id]
		if row == nil || row.pending != 0 || row.PositionKeys == nil {
			// locked, earlier in the batch, or to be changed or moved first
			return nil, db.ErrNeedsOwnTx
		}
		delete(tx.preloaded.games, id)
		return row, nil
	}
	rows, err := tx.loadGamesToPlay([]string{id}, "")
	if err != nil {
		return nil, err
	}
	if len(rows) == 0 {
		return nil, noGame(id)
	}
	if err := tx.moveTurns(rows[0]); err != nil {
		return nil, err
	}
	return rows[0], tx.applyPending(rows[0])
}

// loadGamesToPlay loads games for turns. If the database locks rows, it skips those of several games that other
// transactions have locked; for one game, PostgreSQL may wait for the lock. The related rows are as old as the query,
// so they are read after the lock was obtained.
func (tx *Tx) loadGamesToPlay(ids []string, locked string) (rows []*gameRow, err error) {
	which, args := " = ?", []any{ids[0]}
	free := map[string]bool{ids[0]: true}
	if tx.IsPostgres() {
		which, args = " = ANY(?)", []any{ids}
		free, err = tx.lockGames(ids, locked)
	}
	if err == nil {
		err = tx.Defer(db.Deferred{Query: selectGamesToPlay + which, Args: args, Take: func(c *db.Columns) error {
			game := &gameRow{}
			game.take(c)
			game.related = &relatedRows{plans: int(c.Number()), notice: c.Number()}
			if free[game.ID] {
				rows = append(rows, game)
			}
			return nil
		}})
	}
	if err == nil {
		err = tx.Flush()
	}
	return rows, err
}

// preloadedGames are the locked games of a batch of turns on PostgreSQL.
type preloadedGames struct {
	games     map[string]*gameRow // by ID
	heartbeat Millis              // the last one of this process before they were loaded
}

// preloadGames locks and loads the games of a batch of turns that PostgreSQL commits together, except those that
// other transactions have locked.
func (s *Store) preloadGames(tx *db.Tx, ids []string) (any, error) {
	preloaded := &preloadedGames{heartbeat: Millis(s.heartbeat.Load())}
	rows, err := s.newTx(tx).loadGamesToPlay(ids, " SKIP LOCKED")
	preloaded.games = make(map[string]*gameRow, len(rows))
	for _, row := range rows {
		preloaded.games[row.ID] = row
	}
	return preloaded, err
}

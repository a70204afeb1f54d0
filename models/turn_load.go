package models

import "turnpost/models/db"

// beside is what there is beside a game for a turn to look at.
type beside struct {
	plans  int   // of its players
	notice int64 // the only one that a turn makes outdated; 0: there is none, -1: several
}

// selectGamesToPlay says what else there is in the same answer, so that a turn asks for no plan and drops no
// notice that is not there.
var selectGamesToPlay = selectGameColumns + `,
	       (SELECT COUNT(*) FROM plans WHERE game_id = g.id),
	       (SELECT CASE COUNT(*) WHEN 0 THEN 0 WHEN 1 THEN MAX(id) ELSE -1 END FROM notices
	        WHERE game_id = g.id AND done_at = 0 AND kind IN (` + turnKindList + `))` +
	fromGames + "WHERE g.id"

// loadGameToPlay loads a game for a turn.
func (tx *Tx) loadGameToPlay(id string) (*gameRow, error) {
	if tx.preloaded != nil {
		row := tx.preloaded[id]
		if row == nil || row.pending != 0 { // others hold it, or the turn before this one; or it is to be changed first
			return nil, db.ErrNeedsOwnTx
		}
		delete(tx.preloaded, id)
		return row, nil
	}
	rows, err := tx.loadGamesToPlay([]string{id}, "")
	if err != nil {
		return nil, err
	}
	if len(rows) == 0 {
		return nil, noGame(id)
	}
	return rows[0], tx.takeChanges(rows[0])
}

// loadGamesToPlay loads games for turns; of several, where the database locks them, those that others have
// not locked. PostgreSQL may wait for a game's lock. What stands beside the game is as old as the question, so that
// it is asked once the lock is there.
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
			game.beside = &beside{plans: int(c.Number()), notice: c.Number()}
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

// preloadGames locks and loads the games of a batch of turns that PostgreSQL commits together, but for those that
// others have locked.
func (s *Store) preloadGames(tx *db.Tx, ids []string) (any, error) {
	rows, err := s.newTx(tx).loadGamesToPlay(ids, " SKIP LOCKED")
	preloaded := make(map[string]*gameRow, len(rows))
	for _, row := range rows {
		preloaded[row.ID] = row
	}
	return preloaded, err
}

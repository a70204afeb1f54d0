package models

// beside is what there is beside a game for a turn to look at.
type beside struct {
	plans  int   // of its players
	notice int64 // the only one that a turn makes outdated; 0: there is none, -1: several
}

// selectGamesToPlay says what else there is in the same answer, so that a turn asks for no plan and drops no
// notice that is not there.
var selectGamesToPlay = gameColumns + `,
	       (SELECT COUNT(*) FROM plans WHERE game_id = g.id),
	       (SELECT CASE COUNT(*) WHEN 0 THEN 0 WHEN 1 THEN MAX(id) ELSE -1 END FROM notices
	        WHERE game_id = g.id AND done_at = 0 AND kind IN (` + turnKindList + `))` +
	fromGames + "WHERE g.id"

// loadGameToPlay loads a game for a turn.
func (tx *Tx) loadGameToPlay(id string) (*gameRow, error) {
	if tx.held != nil {
		row := tx.held[id]
		if row == nil { // others hold it, or the turn before this one
			return nil, errAlone
		}
		delete(tx.held, id)
		return row, nil
	}
	rows, err := tx.loadGamesToPlay([]string{id}, "")
	if err != nil {
		return nil, err
	}
	if len(rows) == 0 {
		return nil, noGame(id)
	}
	return rows[0], nil
}

// loadGamesToPlay loads games for turns; of several, where the database locks them, those that others have
// not locked. PostgreSQL may wait for a game's lock. What stands beside the game is as old as the question, so that
// it is asked once the lock is there.
func (tx *Tx) loadGamesToPlay(ids []string, locked string) (rows []*gameRow, err error) {
	which, args := " = ?", []any{ids[0]}
	free := map[string]bool{ids[0]: true}
	if tx.store.db.postgres {
		clear(free)
		which, args = " = ANY(?)", []any{ids}
		err = tx.later(later{
			query: "SELECT id FROM games WHERE id = ANY(?) FOR NO KEY UPDATE" + locked, args: args,
			scan: func(row scanner) error {
				var id string
				err := row.Scan(&id)
				free[id] = true
				return err
			},
		})
	}
	if err == nil {
		err = tx.later(later{query: selectGamesToPlay + which, args: args, scan: func(row scanner) error {
			game := &gameRow{beside: &beside{}}
			err := game.scanInto(row, &game.beside.plans, &game.beside.notice)
			if free[game.ID] {
				rows = append(rows, game)
			}
			return err
		}})
	}
	if err == nil {
		err = tx.flush()
	}
	return rows, err
}

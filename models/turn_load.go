package models

import (
	"database/sql"
)

// beside is what there is beside a game for a turn to look at.
type beside struct {
	plans  int   // of its players
	notice int64 // the only one that a turn makes outdated; 0: there is none, -1: several
}

var selectGameToPlay = gameColumns + `,
	       (SELECT COUNT(*) FROM plans WHERE game_id = g.id),
	       (SELECT CASE COUNT(*) WHEN 0 THEN 0 WHEN 1 THEN MAX(id) ELSE -1 END FROM notices
	        WHERE game_id = g.id AND done_at = 0 AND kind IN (` + turnKindList + `))` +
	fromGames + "WHERE g.id = ?"

// loadGameToPlay loads a game for a turn. SQLite, which has one writer, says what else there is in the
// same answer, so that a turn asks for no plan and drops no notice that is not there. PostgreSQL may wait
// for the game's lock, and what it saw beside the game before that may be out of date.
func (tx *Tx) loadGameToPlay(id string) (*gameRow, error) {
	if tx.store.db.postgres {
		return loadGame(tx.DB, id, tx.forUpdate("g"))
	}
	var row *gameRow
	err := queryOn(tx.DB, func(rows *sql.Rows) error {
		row = &gameRow{beside: &beside{}}
		return row.scanInto(rows, &row.beside.plans, &row.beside.notice)
	}, selectGameToPlay, id)
	if err == nil && row == nil {
		err = noGame(id)
	}
	return row, err
}

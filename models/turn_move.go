package models

import (
	"context"
	"encoding/binary"
	"time"

	"turnpost/models/db"
)

// The table turns has its rows in another order than former_turns, where the turns of games are that began before
// schema 17. The turns of a game move, all in one transaction, before the game is next changed; MoveTurns moves those
// of the other games. The row of a game says where its turns are: position_keys is NULL until they have moved. So a
// kill at any time neither loses nor doubles one, and any number of processes may move turns. Readers find a turn in
// either table by one statement: a game may be moved between two.

// gamesMovedTogether is the number of games whose turns one transaction moves, in some ten milliseconds.
const gamesMovedTogether = 20

// formerOccurrence is the column occurrence of rows of former_turns, counted in a window of each key.
func formerOccurrence(partition string) string {
	return "CASE key_hash WHEN" + emptyKeyHash + "THEN 1 ELSE COUNT(*) OVER (" + partition + " ORDER BY ply) END"
}

// moveTurns moves the turns of a locked game from former_turns to turns, unless it was done, and sets PositionKeys.
func (tx *Tx) moveTurns(row *gameRow) error {
	if row.PositionKeys != nil {
		return nil
	}
	keys := []byte{}
	if row.Status == Ongoing {
		if err := db.Query(tx.DB, func(c *db.Columns) error {
			keys = binary.BigEndian.AppendUint32(keys, uint32(c.Number()))
			return nil
		}, "SELECT key_hash FROM former_turns WHERE game_id = ? ORDER BY ply", row.ID); err != nil {
			return err
		}
	}
	if _, err := db.Exec(tx.DB, `INSERT INTO turns (id, seat, turn, position, events, message, via, at, occurrence, hash)
		SELECT ? + ply, seat, turn, position, events, message, via, at, `+formerOccurrence("PARTITION BY key_hash")+`, hash
		FROM former_turns WHERE game_id = ? ORDER BY ply`, row.turnID(0), row.ID); err != nil {
		return err
	}
	if _, err := db.Exec(tx.DB, "DELETE FROM former_turns WHERE game_id = ?", row.ID); err != nil {
		return err
	}
	row.PositionKeys = keys
	_, err := db.Exec(tx.DB, "UPDATE games SET position_keys = ? WHERE id = ?", keys, row.ID)
	return err
}

// MoveTurns moves turns that are in the order of an earlier schema, in small transactions, and rests after each as long
// as it took. It returns true when none are left: false if another process had locked a game.
func (s *Store) MoveTurns(ctx context.Context) (done bool, err error) {
	for done, after := true, ""; ; {
		var ids []string
		err := s.read(ctx).Raw("SELECT DISTINCT game_id FROM former_turns WHERE game_id > ? ORDER BY game_id"+
			db.Limit(gamesMovedTogether), after).Scan(&ids).Error
		if err != nil {
			return false, err
		}
		if len(ids) == 0 {
			return done, nil
		}
		began, moved := time.Now(), 0
		if err := s.writeBackground(ctx, func(tx *Tx) (err error) {
			moved, err = tx.movePart(ids)
			return err
		}); err != nil {
			return false, err
		}
		done, after = done && moved == len(ids), ids[len(ids)-1]
		select {
		case <-ctx.Done():
			return false, ctx.Err()
		case <-time.After(time.Since(began)):
		}
	}
}

// movePart moves the turns of games, except those that other transactions have locked.
func (tx *Tx) movePart(ids []string) (moved int, err error) {
	var rows []gameRow
	query := "SELECT number, id, status, position_keys FROM games WHERE id IN ? ORDER BY id"
	if tx.IsPostgres() {
		query += " FOR NO KEY UPDATE SKIP LOCKED"
	}
	if err := tx.Raw(query, ids).Scan(&rows).Error; err != nil {
		return 0, err
	}
	for i := range rows {
		if err := tx.moveTurns(&rows[i]); err != nil {
			return 0, err
		}
	}
	return len(rows), nil
}

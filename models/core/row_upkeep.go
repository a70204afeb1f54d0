package core

import (
	"encoding/binary"

	"turnpost/models"
	"turnpost/models/db"
	"turnpost/models/schema"
)

// MoveTurns moves the turns of a locked game from former_turns to turns, unless it was done, and sets PositionKeys.
func (tx *Tx) MoveTurns(row *GameRow) error {
	if row.PositionKeys != nil {
		return nil
	}
	keys := []byte{}
	if row.Status == models.Ongoing {
		if err := db.Query(tx.DB, func(c *db.Columns) error {
			keys = binary.BigEndian.AppendUint32(keys, uint32(c.Number()))
			return nil
		}, "SELECT key_hash FROM former_turns WHERE game_id = ? ORDER BY ply", row.ID); err != nil {
			return err
		}
	}
	if _, err := db.Exec(tx.DB, `INSERT INTO turns (id, seat, turn, position, events, message, via, at, occurrence, hash)
		SELECT ? + ply, seat, turn, position, events, message, via, at, `+schema.FormerOccurrence("PARTITION BY key_hash")+`, hash
		FROM former_turns WHERE game_id = ? ORDER BY ply`, row.TurnID(0), row.ID); err != nil {
		return err
	}
	if _, err := db.Exec(tx.DB, "DELETE FROM former_turns WHERE game_id = ?", row.ID); err != nil {
		return err
	}
	row.PositionKeys = keys
	_, err := db.Exec(tx.DB, "UPDATE games SET position_keys = ? WHERE number = ?", keys, row.Number)
	return err
}

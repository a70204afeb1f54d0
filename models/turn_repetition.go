package models

import (
	"encoding/binary"
	"hash/fnv"

	"turnpost/models/db"
	"turnpost/rules"
)

// keyBytes is the number of bytes of a position in the column position_keys.
const keyBytes = 4

// keyHash returns the hash of a position's key. The lower half is in position_keys: it finds candidates for
// repetitions, and the key decides.
func keyHash(p rules.Position) int64 {
	h := fnv.New64a()
	_, _ = h.Write([]byte(p.Key())) // never fails
	return int64(h.Sum64())
}

// addKey adds the next position to the keys of an ongoing game. The slice is shared with copies of the row.
func (r *gameRow) addKey(hash int64) {
	r.PositionKeys = binary.BigEndian.AppendUint32(r.PositionKeys[:len(r.PositionKeys):len(r.PositionKeys)], uint32(hash))
}

// samePlies returns the plies at which a position may have occurred.
func (r *gameRow) samePlies(p rules.Position) (plies []int) {
	hash := uint32(keyHash(p))
	for i := 0; i+keyBytes <= len(r.PositionKeys); i += keyBytes {
		if binary.BigEndian.Uint32(r.PositionKeys[i:]) == hash {
			plies = append(plies, i/keyBytes)
		}
	}
	return plies
}

// occurrence counts the occurrences of a position in its game, including this one. In a batch on PostgreSQL it returns
// ErrNeedsOwnTx if the position may have occurred, as few have: looking would cost all turns of the batch a round trip.
func (tx *Tx) occurrence(row *gameRow, next rules.Position) (int, error) {
	n, key := 1, next.Key()
	count := func(c *db.Columns) error {
		p, err := tx.store.position(row.Ruleset, row.Variant, c.Text())
		if err == nil && p.Key() == key {
			n++
		}
		return err
	}
	if row.PositionKeys == nil { // only readers have rows of games whose turns were not moved
		return n, db.Query(tx.DB, count, "SELECT position FROM game_turns WHERE game_id = ? AND ply <= ?", row.ID, row.Ply)
	}
	for _, ply := range row.samePlies(next) {
		if tx.preloaded != nil {
			return 0, db.ErrNeedsOwnTx
		}
		if err := db.Query(tx.DB, count, "SELECT position FROM turns WHERE id = ?", row.turnID(ply)); err != nil {
			return 0, err
		}
	}
	return n, nil
}

package core

import (
	"slices"

	"turnpost/models/schema"
)

// NotifiedOfEvent reports whether the player to move has been notified of the game: false while it is at its start and
// others of theirs are due to begin, or the notice of the beginning of its event waits.
func (tx *Tx) NotifiedOfEvent(row *GameRow) (bool, error) {
	if row.EventID == "" || row.Ply > 0 {
		return true, nil
	}
	var waiting int64
	err := tx.Raw("SELECT COUNT(*) FROM notices WHERE key = ? AND done_at = 0 AND waits_from <= ?",
		schema.EventBeganKey(row.EventID, row.ToMoveID), tx.At).Scan(&waiting).Error
	if err != nil || waiting > 0 {
		return false, err
	}
	due, err := tx.DueGames(row.EventID)
	return !slices.ContainsFunc(due, func(g *schema.EventGameRow) bool {
		return g.FirstID == row.ToMoveID || g.SecondID == row.ToMoveID
	}), err
}

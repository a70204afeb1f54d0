package core

import (
	"slices"

	"turnpost/models/db"
	"turnpost/models/roundrobin"
	"turnpost/models/schema"
)

// DueGames lists the games of an event that are due, by number.
func (tx *Tx) DueGames(event string) (list []*schema.EventGameRow, err error) {
	err = db.Query(tx.DB, func(c *db.Columns) error {
		g := &schema.EventGameRow{EventID: event, State: roundrobin.Running}
		g.No, g.FirstID, g.SecondID, g.BeganAt = int(c.Number()), c.Number(), c.Number(), schema.Millis(c)
		list = append(list, g)
		return nil
	}, "SELECT no, first_id, second_id, began_at FROM event_games WHERE event_id = ? AND state = ? ORDER BY no",
		event, schema.StateDue)
	return list, err
}

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

package core

import (
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

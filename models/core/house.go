package core

import (
	"slices"

	"turnpost/models"
	"turnpost/models/schema"
	"turnpost/rules"
)

// HouseSeat returns the seat of the house, or NoSeat in a game between people.
func (r *GameRow) HouseSeat() rules.Seat {
	for _, seat := range []rules.Seat{rules.First, rules.Second} {
		if r.Side(seat).IsHouse() {
			return seat
		}
	}
	return rules.NoSeat
}

// NoteHouse has the committed transaction wake the worker of the house, or the requests that wait for it.
func (tx *Tx) NoteHouse(row *GameRow) {
	switch {
	case row.HouseSeat() == rules.NoSeat:
	case row.HouseAt == 0:
		tx.OnCommit(func() { tx.Store.HouseWaits.Acted(row.ID) })
	case row.HouseAt == tx.At:
		tx.Wake(schema.HouseWorker)
	}
}

// QueueHouse puts a game for which the house has just become due behind the others of its player at that level, and
// into the round after the one that is being played: in each round the house takes one game of each player. Levels
// follow each other, the easy one first.
func (tx *Tx) QueueHouse(row *GameRow) error {
	seat := row.HouseSeat()
	if seat == rules.NoSeat || row.HouseAt != tx.At {
		return nil
	}
	house, player := row.Side(seat), row.Side(seat.Other()).ID
	first := int64(slices.Index(rules.Levels(), models.HouseLevel(house.Name))) * schema.HouseLevelSpan
	return tx.DeferExec(`UPDATE games SET house_order = (SELECT COALESCE(MAX(place) + 1, ?) FROM (
			SELECT place FROM (SELECT house_order AS place FROM games
				WHERE house_at > 0 AND house_at <= ? AND house_order >= ? AND house_order < ? AND id <> ?
				ORDER BY house_order LIMIT 1) AS round
			UNION ALL SELECT house_order FROM games
				WHERE status = 'ongoing' AND house_at > 0 AND first_id = ? AND second_id = ? AND id <> ?
			UNION ALL SELECT house_order FROM games
				WHERE status = 'ongoing' AND house_at > 0 AND first_id = ? AND second_id = ? AND id <> ?) AS waiting)
		WHERE id = ?`,
		first, tx.At, first, first+schema.HouseLevelSpan, row.ID, player, house.ID, row.ID, house.ID, player, row.ID, row.ID)
}

package core

import (
	"turnpost/models"
	"turnpost/models/schema"
	"turnpost/rules"
)

// countResult counts the end of a game in the records of its players, in the order in which all transactions lock
// several. Games with the house do not count.
func (tx *Tx) countResult(row *GameRow) error {
	if row.HouseSeat() != rules.NoSeat {
		return nil
	}
	args := make([]any, 0, 10)
	for _, seat := range row.People() {
		var won, lost, drawn int
		switch {
		case row.Status != models.Finished: // aborted: counts as having played the ruleset only
		case row.Winner == seat:
			won = 1
		case row.Winner == seat.Other():
			lost = 1
		default:
			drawn = 1
		}
		args = append(args, row.Side(seat).ID, row.Ruleset, won, lost, drawn)
	}
	return tx.DeferExec(`INSERT INTO player_records (player_id, ruleset, won, lost, drawn)
		VALUES (?, ?, ?, ?, ?), (?, ?, ?, ?, ?)
		ON CONFLICT (player_id, ruleset) DO UPDATE SET won = player_records.won + excluded.won,
		lost = player_records.lost + excluded.lost, drawn = player_records.drawn + excluded.drawn`, args...)
}

// ParseOthersEmail is ParseEmail, but refuses addresses of this server.
func (s *Store) ParseOthersEmail(text string) (email, key string, err error) {
	email, key, err = schema.ParseEmail(text)
	if err == nil && s.OwnAddress != nil && s.OwnAddress(email) {
		err = models.Invalid("email", "server_address")
	}
	return email, key, err
}

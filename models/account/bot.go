package account

import (
	"turnpost/models"
	"turnpost/models/core"
	"turnpost/models/names"
	"turnpost/models/schema"
)

// mayBeBot refuses to make a player's account a bot once a rated game of it has begun, and to make it a person's once
// any has: those who play against it must be able to rely on what they were told. Games with the house do not count.
func mayBeBot(tx *core.Tx, player int64, bot bool) error {
	rated, refusal := "", "bot_stays"
	if bot {
		rated, refusal = " AND rated = 1", "bot_late"
	}
	var begun bool
	err := tx.Raw(`SELECT EXISTS (SELECT 1 FROM (
			SELECT second_id AS opponent, rated FROM games WHERE first_id = ?
			UNION ALL SELECT first_id, rated FROM games WHERE second_id = ? AND status = 'ongoing'
			UNION ALL SELECT first_id, rated FROM games WHERE second_id = ? AND status <> 'ongoing') AS g
		WHERE opponent NOT IN `+schema.HouseIDs+rated+")", player, player, player).Scan(&begun).Error
	if err == nil && begun {
		err = models.Fail(models.CodeConflict, refusal)
	}
	return err
}

// SetBot says that a program plays a player's turns, or that it does not. Games under way with a bot are not rated any
// more; finished ones keep what they are.
func SetBot(tx *core.Tx, player int64, bot bool) error {
	row, err := LockPlayer(tx, player)
	if err != nil {
		return err
	}
	err = tx.Exec("UPDATE players SET name = ? WHERE id = ?", names.Marked(row.Name, bot), player).Error
	if err != nil || !bot {
		return err
	}
	return tx.Exec(`UPDATE games SET rated = 0 WHERE rated = 1 AND id IN (
			SELECT id FROM games WHERE first_id = ? AND status = 'ongoing'
			UNION ALL SELECT id FROM games WHERE second_id = ? AND status = 'ongoing')`, player, player).Error
}

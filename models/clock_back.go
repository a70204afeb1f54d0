package models

// clockWentBack lets what was queued by a clock that was ahead wait no longer than it should. Clocks are set as
// after an outage, which also says since when the notice of a turn waits.
func (tx *Tx) clockWentBack(last Millis) error {
	ahead := last - tx.at
	err := tx.Exec(`UPDATE notices SET created_at = ?, due_at = due_at - ?, next_at = next_at - ?,
		lease_until = CASE WHEN lease_until > ? THEN lease_until - ? ELSE 0 END
		WHERE done_at = 0 AND next_at > ? AND created_at > ?`,
		tx.at, ahead, ahead, ahead, ahead, tx.at, tx.at.Add(outageFrom)).Error
	if err != nil {
		return err
	}
	return tx.Exec(`UPDATE notices
		SET lease_until = 0, next_at = CASE WHEN attempts > 0 AND next_at > ? THEN ? ELSE next_at END
		WHERE done_at = 0 AND lease_until > ?`, tx.at, tx.at, tx.at.Add(outageFrom)).Error
}

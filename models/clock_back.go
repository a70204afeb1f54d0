package models

// clockWentBack sets everything right after a clock that was ahead: every running clock shows what it
// showed at the last heartbeat, and what waits to be mailed since then waits no longer than it should.
func (tx *Tx) clockWentBack(last Millis) error {
	if err := tx.creditOutage(last); err != nil {
		return err
	}
	ahead := last - tx.at
	err := tx.Exec(`UPDATE notices SET due_at = due_at - ?, next_at = next_at - ?, waits_from = waits_from - ?,
		lease_until = CASE WHEN lease_until > ? THEN lease_until - ? ELSE 0 END
		WHERE done_at = 0 AND next_at > ? AND created_at > ?`,
		ahead, ahead, ahead, ahead, ahead, tx.at, tx.at.Add(outageFrom)).Error
	if err != nil {
		return err
	}
	return tx.Exec(`UPDATE notices
		SET lease_until = 0, next_at = CASE WHEN attempts > 0 AND next_at > ? THEN ? ELSE next_at END
		WHERE done_at = 0 AND lease_until > ?`, tx.at, tx.at, tx.at.Add(outageFrom)).Error
}

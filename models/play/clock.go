package play

import (
	"fmt"

	"turnpost/models"
	"turnpost/models/core"
	"turnpost/models/notice"
	"turnpost/models/schema"
)

// clockWentBack corrects the due times of what was queued while the clock was ahead. The clocks of games are corrected
// as after an outage, which also sets since when the notice of a turn waits.
func clockWentBack(tx *core.Tx, last models.Millis) error {
	ahead := last - tx.At
	err := tx.Exec(`UPDATE notices SET created_at = ?, due_at = due_at - ?, next_at = next_at - ?,
		lease_until = CASE WHEN lease_until > ? THEN lease_until - ? ELSE 0 END
		WHERE done_at = 0 AND next_at > ? AND created_at > ?`,
		tx.At, ahead, ahead, ahead, ahead, tx.At, tx.At.Add(OutageFrom)).Error
	if err != nil {
		return err
	}
	err = tx.Exec(`UPDATE notices
		SET lease_until = 0, next_at = CASE WHEN attempts > 0 AND next_at > ? THEN ? ELSE next_at END
		WHERE done_at = 0 AND lease_until > ?`, tx.At, tx.At, tx.At.Add(OutageFrom)).Error
	if err != nil {
		return err
	}
	return queuesWentBack(tx)
}

// queuesWentBack makes due now what was put off while the clock was ahead: the turns of the house, mails to be read,
// and deliveries to webhooks, all of which would wait until the clock reaches that time again. A retry that was put off
// for longer than OutageFrom before the clock was wrong comes early, which does no harm.
func queuesWentBack(tx *core.Tx) error {
	late := tx.At.Add(OutageFrom)
	for _, change := range []struct {
		query string
		args  []any
	}{
		// The first condition is that of the index.
		{"UPDATE games SET house_at = ? WHERE house_at > 0 AND house_at > ?", []any{tx.At, late}},
		{
			`UPDATE inbound SET next_at = ?, lease_until = 0 WHERE done_at = 0 AND (next_at > ? OR lease_until > ?)`,
			[]any{tx.At, late, late},
		},
		{"UPDATE hooks SET retry_at = ? WHERE retry_at > ?", []any{tx.At, late}},
		{"UPDATE hooks SET failing_since = ? WHERE failing_since > ?", []any{tx.At, late}},
		{
			`UPDATE hook_deliveries SET next_at = ?, lease_until = 0 WHERE done_at = 0 AND (next_at > ? OR lease_until > ?)`,
			[]any{tx.At, late, late},
		},
		{
			"UPDATE hook_hosts SET next_at = ?, free_at = 0 WHERE free_at > ? OR (next_at > ? AND next_at < ?)",
			[]any{tx.At, late, late, models.Never},
		},
	} {
		if err := tx.Exec(change.query, change.args...).Error; err != nil {
			return err
		}
	}
	return nil
}

// storeReminders sets the next reminder again if the player's clock is running.
func storeReminders(tx *core.Tx, row *core.GameRow, c *schema.BulkChange) error {
	if row.ToMoveID == c.PlayerID {
		row.SetReminder(c.At)
	}
	return nil
}

// remind queues the reminder that is due and sets the next one.
func remind(tx *core.Tx, row *core.GameRow) (bool, error) {
	if row.RemindAt == 0 || row.RemindAt > tx.At {
		return false, nil
	}
	due := row.RemindAt
	row.SetReminderAfter(tx.At, due)
	if tx.At >= row.DeadlineAt {
		return true, nil // too late to be useful
	}
	n := row.Notice(models.KindReminder, row.ToMove)
	n.Key, n.Deadline = fmt.Sprintf("remind.%s.%d", row.PlyKey(), due), row.DeadlineAt
	return true, notice.Notify(tx, n)
}

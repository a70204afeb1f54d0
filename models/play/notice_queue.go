package play

import (
	"turnpost/models"
	"turnpost/models/core"
	"turnpost/models/notice"
	"turnpost/models/schema"
	"turnpost/rules"
)

// NoticeTurn notifies the player to move or, after the end of the game, both players.
func NoticeTurn(tx *core.Tx, row *core.GameRow) error {
	house := row.HouseSeat() != rules.NoSeat
	if row.Status != models.Ongoing && !house {
		return notice.End(tx, row, rules.First, rules.Second)
	}
	if row.Ply > 0 && row.Status == models.Ongoing {
		if err := notice.DropTurnNotices(tx, row); err != nil {
			return err
		}
	}
	if house {
		return noticeHouseTurn(tx, row)
	}
	return notice.Notify(tx, row.TurnNotice())
}

func reschedulePart(tx *core.Tx, c *schema.BulkChange, after int64) (next int64, done bool, err error) {
	ids, err := notice.QueuedAfter(tx, c.PlayerID, after)
	if err != nil || len(ids) == 0 {
		return 0, true, err
	}
	var rows []schema.Notice
	const due = "SELECT * FROM notices WHERE id IN ? AND due_at > ? ORDER BY id"
	if err := tx.Raw(due, ids, tx.At).Scan(&rows).Error; err != nil {
		return 0, false, err
	}
	for i := range rows {
		if err := rescheduleNotice(tx, &rows[i]); err != nil {
			return 0, false, err
		}
	}
	tx.Wake(schema.MailWorker)
	return ids[len(ids)-1], len(ids) < schema.BulkPart, nil
}

func rescheduleNotice(tx *core.Tx, n *schema.Notice) error {
	if n.Kind == models.KindYourTurn || n.Kind == models.KindReminder {
		row, err := LoadGame(tx.DB, n.GameID)
		if err != nil {
			return err
		}
		n.Deadline = row.DeadlineAt
	}
	if err := notice.Schedule(tx, n); err != nil {
		return err
	}
	return tx.Exec("UPDATE notices SET due_at = ?, waits_from = ?, next_at = ?, bundle = ? WHERE id = ? AND done_at = 0",
		n.DueAt, n.WaitsFrom, n.NextAt, n.Bundle, n.ID).Error
}

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

// dropMailPart drops some of them. If mail does not arrive, codes and tests are sent nevertheless. The games of turn
// notices apply their pending changes first, because these credit the time that a notice has waited.
func dropMailPart(tx *core.Tx, c *schema.BulkChange, after int64) (next int64, done bool, err error) {
	ids, err := notice.NoticesAfter(tx, notice.QueuedTo+" AND id > ? AND id <= ?", c.PlayerID, c.PlayerID, after,
		c.Detail.LastNotice)
	if err != nil || len(ids) == 0 {
		return 0, true, err
	}
	var games []string
	err = tx.Raw("SELECT game_id FROM notices WHERE id IN ? AND kind = ?", ids, models.KindYourTurn).Scan(&games).Error
	if err != nil {
		return 0, false, err
	}
	if _, err := changeGames(tx, games); err != nil {
		return 0, false, err
	}
	if reason := c.Detail.Reason; reason == notice.DropMailFailing {
		err = notice.DropNotices(tx, reason, "id IN ? AND kind NOT IN ?", ids,
			[]models.Kind{models.KindTest, models.KindCode, models.KindOperatorCode})
	} else {
		err = notice.DropNotices(tx, reason, "id IN ?", ids)
	}
	return ids[len(ids)-1], len(ids) < schema.BulkPart, err
}

// storeMailFailing logs that mail does not reach the player in a game, and notifies the opponent.
func storeMailFailing(tx *core.Tx, row *core.GameRow, c *schema.BulkChange) error {
	seat := row.Seat(c.PlayerID)
	if err := LogGame(tx, row, LogMailFailing, seat, logDetail{}); err != nil {
		return err
	}
	return notifyOpponent(tx, c, row.Notice(models.KindMailFailing, seat.Other()))
}

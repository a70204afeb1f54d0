package play

import (
	"cmp"
	"context"
	"slices"
	"time"

	"turnpost/models"
	"turnpost/models/core"
	"turnpost/models/db"
	"turnpost/models/notice"
	"turnpost/models/schema"
)

// OutageFrom is the gap between heartbeats that counts as an outage.
const OutageFrom = 5 * time.Minute

// Heartbeat records that a server is running. After a gap of more than 5 minutes since the last heartbeat of any
// server, every running clock is credited with the gap, and each game's log records it: the clock shows what it showed
// at the last heartbeat, in whichever direction the server's clock moved, so that setting the clock costs nobody a game
// and gives nobody years. This takes one row for any number of games: see BulkChange. The clocks of machines that share
// a database must agree within 5 minutes.
func (s *Store) Heartbeat(ctx context.Context) error {
	return s.Write(ctx, heartbeat)
}

// CatchUpHeartbeat records a heartbeat before any other change if the last one of this process is so old that it was an
// outage: a turn that precedes the sweep finds the time credited. Games that were loaded before another transaction
// recorded the heartbeat lack the credit.
func CatchUpHeartbeat(tx *core.Tx) error {
	last := models.Millis(tx.Store.LastHeartbeat.Load())
	if tx.Preloaded != nil {
		last = tx.Preloaded.Heartbeat
	}
	if gap := tx.At.Sub(last); last == 0 || (gap <= OutageFrom && gap >= -OutageFrom) {
		return nil
	}
	if tx.Preloaded != nil { // the games were loaded earlier
		return db.ErrNeedsOwnTx
	}
	return heartbeat(tx)
}

func heartbeat(tx *core.Tx) error {
	tx.OnCommit(func() { tx.Store.LastHeartbeat.Store(int64(tx.At)) })
	first := tx.Exec("INSERT INTO heartbeats (id, at, steady_at) VALUES (1, ?, ?) ON CONFLICT (id) DO NOTHING",
		tx.At, tx.At)
	if first.Error != nil || first.RowsAffected == 1 {
		return first.Error
	}
	var stored struct{ At, SteadyAt models.Millis }
	err := tx.Raw("SELECT at, steady_at FROM heartbeats WHERE id = 1" + tx.ForUpdate("heartbeats")).Scan(&stored).Error
	if err != nil {
		return err
	}
	last := stored.At
	if tx.At <= last && last.Sub(tx.At) <= OutageFrom { // another machine's clock is slightly ahead
		return nil
	}
	steady := SteadyAfter(last, stored.SteadyAt, tx.At)
	if err := tx.Exec("UPDATE heartbeats SET at = ?, steady_at = ? WHERE id = 1", tx.At, steady).Error; err != nil {
		return err
	}
	gap := tx.At.Sub(last)
	if gap >= 0 && gap <= OutageFrom {
		return nil
	}
	if gap < 0 {
		if err := clockWentBack(tx, last); err != nil {
			return err
		}
	}
	return tx.Store.Follow.Change(tx, &schema.BulkChange{Kind: schema.BulkOutage, Detail: schema.BulkDetail{From: last}})
}

// SteadyAfter returns the steady time, by which old rows are deleted, after a heartbeat. Only regular heartbeats
// advance it, at twice their pace while it is behind: an outage delays it by its duration, and a clock that is years
// ahead for an hour advances it by at most an hour.
func SteadyAfter(last, steady, now models.Millis) models.Millis {
	if gap := now.Sub(last); gap > 0 && gap <= OutageFrom {
		steady += 2 * (now - last)
	}
	return min(steady, now)
}

// SteadyTime returns the time by which old rows are deleted; ok is false if no server has run yet.
func (s *Store) SteadyTime(ctx context.Context) (models.Millis, bool, error) {
	var steady []models.Millis
	err := s.Read(ctx).Raw("SELECT steady_at FROM heartbeats WHERE id = 1").Scan(&steady).Error
	if err != nil || len(steady) == 0 {
		return 0, false, err
	}
	return min(steady[0], models.ToMillis(s.Clock())), true, nil
}

func lastHeartbeat(tx *core.Tx) (models.Millis, error) {
	var last []models.Millis
	err := tx.Raw("SELECT at FROM heartbeats WHERE id = 1").Scan(&last).Error
	if err != nil || len(last) == 0 {
		return tx.At, err
	}
	return last[0], nil
}

// storeOutage applies an outage. The notice of the running turn waits from the end of the outage, or from its due time.
func storeOutage(tx *core.Tx, row *core.GameRow, c *schema.BulkChange) error {
	if err := creditWait(tx, row, c.Detail.From); err != nil {
		return err
	}
	if err := noticesWentBack(tx, row, c); err != nil {
		return err
	}
	err := tx.Exec(`UPDATE notices SET waits_from = CASE WHEN due_at > ? THEN due_at ELSE ? END
		WHERE game_id = ? AND ply = ? AND kind = ? AND done_at = 0`, c.At, c.At, row.ID, row.Ply, models.KindYourTurn).Error
	if err != nil {
		return err
	}
	row.Waiting = nil // unchanged
	more, due := row.OutageTime(c), row.RemindAt
	row.Credit(c.At, more)
	if due > 0 && due <= c.Detail.From { // a late notice is better than none
		row.RemindAt = c.At
	}
	if more <= 0 { // the clock of the server was set back: the deadline moved, and the remaining time did not
		return nil
	}
	return LogGame(tx, row, LogOutage, row.ToMove, GivenBack(more))
}

// CreditNotices credits time for notices that were sent or failed, in the order in which all transactions lock several
// games.
func CreditNotices(tx *core.Tx, parts []*schema.ClaimedNotice, settlements []schema.Settlement) error {
	var waited []schema.Notice
	for i, p := range parts {
		if status := settlements[i].Status; status == models.Sent || status == models.Failed {
			waited = append(waited, p.Notice)
		}
	}
	slices.SortFunc(waited, func(a, b schema.Notice) int { return cmp.Compare(a.GameID, b.GameID) })
	for _, n := range waited {
		if err := CreditNotice(tx, n); err != nil {
			return err
		}
	}
	return nil
}

// CreditNotice credits the side to move with the time that the notice of its turn waited. It must precede the change of
// the notice: a transaction that locks both a game and a notice locks the game first.
func CreditNotice(tx *core.Tx, n schema.Notice) error {
	if event, is := schema.EventBegunIn(n); is {
		return tx.Store.Follow.EventMailed(tx, n, event)
	}
	if waited := tx.At.Sub(n.WaitsFrom); n.Kind != models.KindYourTurn || (waited >= 0 && waited < schema.CreditFrom) {
		return nil // WaitsFrom may precede the last outage, or come from a clock that was ahead
	}
	row, err := LockGame(tx, n.GameID)
	if err != nil || row.Status != models.Ongoing || row.Ply != n.Ply {
		return err
	}
	if err := creditWait(tx, row, tx.At); err != nil {
		return err
	}
	return tx.UpdateGame(row, row.Ply)
}

// noticesWentBack makes notices due now that bulk changes before an outage queued while a clock was ahead. All other
// such notices were corrected when the clock went back.
func noticesWentBack(tx *core.Tx, row *core.GameRow, c *schema.BulkChange) error {
	ahead := c.Detail.From - c.At
	if ahead < 0 {
		return nil
	}
	return tx.Exec(`UPDATE notices SET created_at = ?, due_at = due_at - ?, next_at = next_at - ?
		WHERE game_id = ? AND done_at = 0 AND created_at > ?`, c.At, ahead, ahead, row.ID, c.At.Add(OutageFrom)).Error
}

// creditWait is ShowWait for a change. It drops a reminder that fell into the wait. The caller stores the row.
func creditWait(tx *core.Tx, row *core.GameRow, until models.Millis) error {
	row.Waiting = nil
	waited, err := row.ShowWait(tx.DB, until)
	if err != nil || row.Waiting == nil {
		return err
	}
	err = tx.Exec("UPDATE notices SET waits_from = ? WHERE id = ?", row.Waiting.From, row.Waiting.ID).Error
	if err != nil || waited == 0 {
		return err
	}
	row.SetReminder(until)
	if err := notice.DropNotices(tx, notice.DropTimeCredited, "game_id = ? AND kind = ?", row.ID,
		models.KindReminder); err != nil {
		return err
	}
	return LogGame(tx, row, LogMailDelay, row.ToMove, GivenBack(waited))
}

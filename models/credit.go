package models

import (
	"cmp"
	"context"
	"slices"
	"time"

	"gorm.io/gorm"

	"turnpost/models/db"
)

// outageFrom is the gap between heartbeats that counts as an outage.
const outageFrom = 5 * time.Minute

// Heartbeat records that a server is running. After a gap of more than 5 minutes since the last heartbeat of any
// server, every running clock is credited with the gap, and each game's log records it: the clock shows what it showed
// at the last heartbeat, in whichever direction the server's clock moved, so that setting the clock costs nobody a game
// and gives nobody years. This takes one row for any number of games: see bulkChange. The clocks of machines that share
// a database must agree within 5 minutes.
func (s *Store) Heartbeat(ctx context.Context) error {
	return s.write(ctx, (*Tx).heartbeat)
}

// catchUpHeartbeat records a heartbeat before any other change if the last one of this process is so old that it was an
// outage: a turn that precedes the sweep finds the time credited. Games that were loaded before another transaction
// recorded the heartbeat lack the credit.
func (tx *Tx) catchUpHeartbeat() error {
	last := Millis(tx.store.heartbeat.Load())
	if tx.preloaded != nil {
		last = tx.preloaded.heartbeat
	}
	if gap := tx.at.Sub(last); last == 0 || (gap <= outageFrom && gap >= -outageFrom) {
		return nil
	}
	if tx.preloaded != nil { // the games were loaded earlier
		return db.ErrNeedsOwnTx
	}
	return tx.heartbeat()
}

func (tx *Tx) heartbeat() error {
	tx.heartbeatStored = true
	first := tx.Exec("INSERT INTO heartbeats (id, at, steady_at) VALUES (1, ?, ?) ON CONFLICT (id) DO NOTHING",
		tx.at, tx.at)
	if first.Error != nil || first.RowsAffected == 1 {
		return first.Error
	}
	var stored struct{ At, SteadyAt Millis }
	err := tx.Raw("SELECT at, steady_at FROM heartbeats WHERE id = 1" + tx.ForUpdate("heartbeats")).Scan(&stored).Error
	if err != nil {
		return err
	}
	last := stored.At
	if tx.at <= last && last.Sub(tx.at) <= outageFrom { // another machine's clock is slightly ahead
		return nil
	}
	steady := steadyAfter(last, stored.SteadyAt, tx.at)
	if err := tx.Exec("UPDATE heartbeats SET at = ?, steady_at = ? WHERE id = 1", tx.at, steady).Error; err != nil {
		return err
	}
	gap := tx.at.Sub(last)
	if gap >= 0 && gap <= outageFrom {
		return nil
	}
	if gap < 0 {
		if err := tx.clockWentBack(last); err != nil {
			return err
		}
	}
	return tx.addChange(&bulkChange{Kind: bulkOutage, Detail: bulkDetail{From: last}})
}

// steadyAfter returns the steady time, by which old rows are deleted, after a heartbeat. Only regular heartbeats
// advance it, at twice their pace while it is behind: an outage delays it by its duration, and a clock that is years
// ahead for an hour advances it by at most an hour.
func steadyAfter(last, steady, now Millis) Millis {
	if gap := now.Sub(last); gap > 0 && gap <= outageFrom {
		steady += 2 * (now - last)
	}
	return min(steady, now)
}

// steadyTime returns the time by which old rows are deleted; ok is false if no server has run yet.
func (s *Store) steadyTime(ctx context.Context) (Millis, bool, error) {
	var steady []Millis
	err := s.read(ctx).Raw("SELECT steady_at FROM heartbeats WHERE id = 1").Scan(&steady).Error
	if err != nil || len(steady) == 0 {
		return 0, false, err
	}
	return min(steady[0], ToMillis(s.now())), true, nil
}

func (tx *Tx) lastHeartbeat() (Millis, error) {
	var last []Millis
	err := tx.Raw("SELECT at FROM heartbeats WHERE id = 1").Scan(&last).Error
	if err != nil || len(last) == 0 {
		return tx.at, err
	}
	return last[0], nil
}

// creditFrom is the minimum wait of a notice that is credited.
const creditFrom = time.Minute

// showOutage credits the side to move with the time in which no server ran. If a clock was ahead, it removes the time
// that passed on it. The wait of the turn's notice before the outage is credited separately.
func showOutage(from *gorm.DB, row *gameRow, c *bulkChange) error {
	if _, err := row.showWait(from, c.Detail.From); err != nil {
		return err
	}
	if w := row.waiting; w != nil {
		if w.id == 0 { // not stored yet, so that the clock that went back has not moved it
			w.due = min(w.due, c.At)
		}
		w.from = max(w.due, c.At)
	}
	row.DeadlineAt = row.creditedDeadline(c.At, row.outageTime(c))
	return nil
}

// outageTime returns the part of an outage that the running clock lost.
func (r *gameRow) outageTime(c *bulkChange) time.Duration {
	return r.clock().runningTime(c.Detail.From, c.At)
}

// storeOutage applies an outage. The notice of the running turn waits from the end of the outage, or from its due time.
func (tx *Tx) storeOutage(row *gameRow, c *bulkChange) error {
	if err := tx.creditWait(row, c.Detail.From); err != nil {
		return err
	}
	if err := tx.noticesWentBack(row, c); err != nil {
		return err
	}
	err := tx.Exec(`UPDATE notices SET waits_from = CASE WHEN due_at > ? THEN due_at ELSE ? END
		WHERE game_id = ? AND ply = ? AND kind = ? AND done_at = 0`, c.At, c.At, row.ID, row.Ply, KindYourTurn).Error
	if err != nil {
		return err
	}
	row.waiting = nil // unchanged
	more, due := row.outageTime(c), row.RemindAt
	row.credit(c.At, more)
	if due > 0 && due <= c.Detail.From { // a late notice is better than none
		row.RemindAt = c.At
	}
	if more == 0 {
		return nil
	}
	return tx.logGame(row, LogOutage, row.ToMove, givenBack(more))
}

// creditNotices credits time for notices that were sent or failed, in the order in which all transactions lock several
// games.
func (tx *Tx) creditNotices(parts []*claimedNotice, settlements []settlement) error {
	var waited []notice
	for i, p := range parts {
		if status := settlements[i].status; status == Sent || status == Failed {
			waited = append(waited, p.notice)
		}
	}
	slices.SortFunc(waited, func(a, b notice) int { return cmp.Compare(a.GameID, b.GameID) })
	for _, n := range waited {
		if err := tx.creditNotice(n); err != nil {
			return err
		}
	}
	return nil
}

// creditNotice credits the side to move with the time that the notice of its turn waited. It must precede the change of
// the notice: a transaction that locks both a game and a notice locks the game first.
func (tx *Tx) creditNotice(n notice) error {
	if event, is := eventBegunIn(n); is {
		return tx.creditEvent(n, event)
	}
	if waited := tx.at.Sub(n.WaitsFrom); n.Kind != KindYourTurn || (waited >= 0 && waited < creditFrom) {
		return nil // WaitsFrom may precede the last outage, or come from a clock that was ahead
	}
	row, err := tx.loadGame(n.GameID)
	if err != nil || row.Status != Ongoing || row.Ply != n.Ply {
		return err
	}
	if err := tx.creditWait(row, tx.at); err != nil {
		return err
	}
	return tx.updateGame(row, row.Ply)
}

// noticesWentBack makes notices due now that bulk changes before an outage queued while a clock was ahead. All other
// such notices were corrected when the clock went back.
func (tx *Tx) noticesWentBack(row *gameRow, c *bulkChange) error {
	ahead := c.Detail.From - c.At
	if ahead < 0 {
		return nil
	}
	return tx.Exec(`UPDATE notices SET created_at = ?, due_at = due_at - ?, next_at = next_at - ?
		WHERE game_id = ? AND done_at = 0 AND created_at > ?`, c.At, ahead, ahead, row.ID, c.At.Add(outageFrom)).Error
}

// pendingNotice is the unsent notice of a running turn.
type pendingNotice struct {
	id        int64
	from, due Millis // start of the wait, and due time
}

// findWaiting finds the unsent notice of the running turn.
func (r *gameRow) findWaiting(from *gorm.DB) error {
	if r.waiting != nil {
		return nil
	}
	return db.Query(from, func(c *db.Columns) error {
		r.waiting = &pendingNotice{c.Number(), millis(c), millis(c)}
		return nil
	}, `SELECT id, waits_from, due_at FROM notices
		WHERE game_id = ? AND ply = ? AND kind = ? AND done_at = 0 ORDER BY id DESC LIMIT 1`, r.ID, r.Ply, KindYourTurn)
}

// showWait credits the wait of the running turn's notice until an instant, and restarts the wait there.
func (r *gameRow) showWait(from *gorm.DB, until Millis) (waited time.Duration, err error) {
	if err := r.findWaiting(from); err != nil || r.waiting == nil || r.waiting.from >= until {
		return 0, err
	}
	waited = r.clock().runningTime(r.waiting.from, until)
	if r.waiting.from = until; waited < creditFrom {
		return 0, nil
	}
	r.DeadlineAt = r.creditedDeadline(until, waited)
	return waited, nil
}

// creditWait is showWait for a change. It drops a reminder that fell into the wait. The caller stores the row.
func (tx *Tx) creditWait(row *gameRow, until Millis) error {
	row.waiting = nil
	waited, err := row.showWait(tx.DB, until)
	if err != nil || row.waiting == nil {
		return err
	}
	err = tx.Exec("UPDATE notices SET waits_from = ? WHERE id = ?", row.waiting.from, row.waiting.id).Error
	if err != nil || waited == 0 {
		return err
	}
	row.setReminder(until)
	if err := tx.dropNotices(DropTimeCredited, "game_id = ? AND kind = ?", row.ID, KindReminder); err != nil {
		return err
	}
	return tx.logGame(row, LogMailDelay, row.ToMove, givenBack(waited))
}

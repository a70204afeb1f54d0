package models

import (
	"context"
	"errors"
	"fmt"
	"time"

	"turnpost/rules"
)

// Clocks are kept by whoever looks: any process sweeps, every change is guarded by
// what it was found with, so that several at once do each thing once.

// sweepPage is how many games a sweep reads at once.
const sweepPage = 500

// Sweep beats the heart, ends the games whose time is out and queues the
// reminders that are due. It returns how many games it changed.
func (s *Store) Sweep(ctx context.Context) (int, error) {
	if err := s.Beat(ctx); err != nil {
		return 0, err
	}
	out, err := s.sweepDue(ctx, "deadline_at", (*Tx).timeOut)
	near, err2 := s.sweepDue(ctx, "remind_at", (*Tx).remind)
	return out + near, errors.Join(err, err2)
}

// sweepDue acts on every game whose column is due, in its order. A game that is
// not to be changed yet, or cannot be, does not keep it from the others.
func (s *Store) sweepDue(ctx context.Context, column string, act func(tx *Tx, row *gameRow) (bool, error)) (changed int, err error) {
	query := fmt.Sprintf("SELECT id, %[1]s AS at FROM games WHERE status = 'ongoing' AND %[1]s > 0 AND %[1]s <= ? AND (%[1]s, id) > (?, ?) ORDER BY %[1]s, id LIMIT ?", column)
	var last struct {
		ID string
		At Millis
	}
	for now := At(s.now()); ; {
		page := []struct {
			ID string
			At Millis
		}{}
		if err := s.read(ctx).Raw(query, now, last.At, last.ID, sweepPage).Scan(&page).Error; err != nil {
			return changed, err
		}
		for _, due := range page {
			did, failure := s.sweepGame(ctx, due.ID, act)
			if failure != nil {
				err = errors.Join(err, fmt.Errorf("game %s: %w", due.ID, failure))
			}
			if did {
				changed++
			}
			last = due
		}
		if len(page) < sweepPage || ctx.Err() != nil {
			return changed, err
		}
	}
}

func (s *Store) sweepGame(ctx context.Context, id string, act func(tx *Tx, row *gameRow) (bool, error)) (did bool, err error) {
	err = s.write(ctx, func(tx *Tx) error {
		row, err := loadGame(tx.DB, id, tx.forUpdate("g"))
		if err != nil || row.Status != Ongoing {
			return err
		}
		if did, err = act(tx, row); err != nil || !did {
			return err
		}
		return tx.updateGame(row, row.Ply)
	})
	return did && err == nil, err
}

// DeadlineLag is for how long the oldest deadline that has passed was not acted upon.
func (s *Store) DeadlineLag(ctx context.Context) (time.Duration, error) {
	var oldest Millis
	now := At(s.now())
	err := s.read(ctx).Raw("SELECT COALESCE(MIN(deadline_at), 0) FROM games WHERE status = 'ongoing'").Scan(&oldest).Error
	if oldest == 0 || oldest >= now {
		return 0, err
	}
	return now.Sub(oldest), err
}

// overdue tells whether the side to move has lost on time. It has not while the
// notice of its turn waits to be sent, nor through an outage that is not credited yet.
func (tx *Tx) overdue(row *gameRow) (bool, error) {
	if row.DeadlineAt == 0 || tx.at < row.DeadlineAt {
		return false, nil
	}
	var waiting int64
	err := tx.Table("notices").Where("game_id = ? AND ply = ? AND kind = ? AND done_at = 0 AND waits_from <= ?", row.ID, row.Ply, KindYourTurn, tx.at).Count(&waiting).Error
	if err != nil || waiting > 0 {
		return false, err
	}
	last, err := tx.lastBeat()
	return err == nil && tx.at.Sub(last) <= outageFrom, err
}

// timeOut ends a game whose side to move is out of time: lost, or aborted where
// that side has never played.
func (tx *Tx) timeOut(row *gameRow) (bool, error) {
	overdue, err := tx.overdue(row)
	if err != nil || !overdue {
		return false, err
	}
	var played int64
	if err := tx.Table("turns").Where("game_id = ? AND seat = ?", row.ID, row.ToMove).Limit(1).Count(&played).Error; err != nil {
		return false, err
	}
	result := rules.Won(row.ToMove.Other(), ReasonTimeout)
	if played == 0 {
		result = rules.Drawn(ReasonAborted)
	}
	return true, tx.endGame(row, result)
}

// remind queues the reminder that is due and sets the next one.
func (tx *Tx) remind(row *gameRow) (bool, error) {
	if row.RemindAt == 0 || row.RemindAt > tx.at {
		return false, nil
	}
	due := row.RemindAt
	row.setReminderAfter(tx.at, due)
	if tx.at >= row.DeadlineAt {
		return true, nil // too late to be of use
	}
	return true, tx.notify(notice{
		Key: fmt.Sprintf("remind.%s.%d", row.plyKey(), due), Kind: KindReminder,
		PlayerID: row.ToMoveID, Email: row.email(row.ToMove), GameID: row.ID, Ply: row.Ply, Deadline: row.DeadlineAt,
	})
}

// outageFrom is the gap between heartbeats from which on it is an outage.
const outageFrom = 5 * time.Minute

func (tx *Tx) lastBeat() (Millis, error) {
	var last []Millis
	err := tx.Raw("SELECT at FROM heartbeats WHERE id = 1").Scan(&last).Error
	if err != nil || len(last) == 0 {
		return tx.at, err
	}
	return last[0], nil
}

// Beat records that a server runs. After a gap of more than 5 minutes since the
// last beat of any server, every running clock gets the gap back, and each game's log says so.
func (s *Store) Beat(ctx context.Context) error {
	return s.write(ctx, (*Tx).beat)
}

// catchUp beats before anything else where this process did but has not for so long
// that it was an outage: a turn that comes before the sweep finds the time given back.
func (tx *Tx) catchUp() error {
	last := Millis(tx.store.beat.Load())
	if last == 0 || tx.at.Sub(last) <= outageFrom {
		return nil
	}
	return tx.beat()
}

func (tx *Tx) beat() error {
	tx.beaten = true
	beat := tx.Exec("INSERT INTO heartbeats (id, at) VALUES (1, ?) ON CONFLICT (id) DO NOTHING", tx.at)
	if beat.Error != nil || beat.RowsAffected == 1 {
		return beat.Error
	}
	var last Millis
	lock := ""
	if tx.store.db.postgres {
		lock = " FOR UPDATE"
	}
	if err := tx.Raw("SELECT at FROM heartbeats WHERE id = 1" + lock).Scan(&last).Error; err != nil {
		return err
	}
	if tx.at <= last {
		return nil
	}
	if err := tx.Exec("UPDATE heartbeats SET at = ? WHERE id = 1", tx.at).Error; err != nil {
		return err
	}
	if tx.at.Sub(last) <= outageFrom {
		return nil
	}
	return tx.creditOutage(last)
}

// creditOutage sets every running clock to what it showed when the servers were last
// known to run. Clocks of players with a vacation ahead are set one by one.
func (tx *Tx) creditOutage(last Millis) error {
	if err := tx.lockOngoing(); err != nil {
		return err
	}
	if err := tx.settleWaits(last); err != nil {
		return err
	}
	gap := tx.at - last
	const plain = "status = 'ongoing' AND to_move_id NOT IN (SELECT id FROM players WHERE away_until > ?)"
	err := tx.Exec("INSERT INTO game_log (game_id, ply, at, kind, seat, detail) SELECT id, ply, ?, ?, to_move, ? FROM games WHERE "+plain,
		tx.at, LogOutage, tx.at.Sub(last).String(), last).Error
	if err != nil {
		return err
	}
	err = tx.Exec("UPDATE games SET deadline_at = deadline_at + ?, remind_at = CASE WHEN remind_at > 0 THEN remind_at + ? ELSE 0 END WHERE "+plain,
		gap, gap, last).Error
	if err != nil {
		return err
	}
	var rows []gameRow
	if err := tx.Raw(selectGame+"WHERE g.status = 'ongoing' AND g.to_move_id IN (SELECT id FROM players WHERE away_until > ?)", last).Scan(&rows).Error; err != nil {
		return err
	}
	for i := range rows {
		row := &rows[i]
		more := row.away(row.ToMove).running(last, tx.at)
		if more == 0 {
			continue
		}
		row.credit(tx.at, more)
		if err := tx.updateGame(row, row.Ply); err != nil {
			return err
		}
		if err := tx.logGame(row, LogOutage, row.ToMove, more.String()); err != nil {
			return err
		}
	}
	return tx.Exec("UPDATE notices SET waits_from = ? WHERE done_at = 0 AND kind = ? AND waits_from < ?", tx.at, KindYourTurn, tx.at).Error
}

// lockOngoing takes all the games whose clocks run, in the order in which everybody
// takes several: no two can wait for each other.
func (tx *Tx) lockOngoing() error {
	if !tx.store.db.postgres {
		return nil
	}
	return tx.Exec("SELECT 1 FROM games WHERE status = 'ongoing' ORDER BY id FOR UPDATE").Error
}

// settleWaits credits what the notices of turns had waited when the servers were last
// known to run.
func (tx *Tx) settleWaits(last Millis) error {
	var rows []gameRow
	err := tx.Raw(selectGame+"WHERE g.status = 'ongoing' AND g.id IN (SELECT game_id FROM notices WHERE done_at = 0 AND kind = ? AND waits_from < ?)",
		KindYourTurn, last).Scan(&rows).Error
	if err != nil {
		return err
	}
	for i := range rows {
		if err := tx.settleWait(&rows[i], last); err != nil {
			return err
		}
		if err := tx.updateGame(&rows[i], rows[i].Ply); err != nil {
			return err
		}
	}
	return nil
}

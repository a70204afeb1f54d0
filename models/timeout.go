package models

import (
	"context"
	"errors"
	"fmt"
	"time"

	"turnpost/models/db"
	"turnpost/rules"
)

// Any process may sweep the clocks. Every change checks the state that it was based on, so that several
// processes do each thing once.

// sweepPage is the number of games that a sweep reads at once.
const sweepPage = 500

// SweepClocks records a heartbeat, applies bulk changes, ends the games that are out of time, queues the reminders that
// are due and ends challenges that have expired or whose owners are silent. It returns the number of games that ended
// or had a reminder.
func (s *Store) SweepClocks(ctx context.Context) (int, error) {
	if err := s.Heartbeat(ctx); err != nil {
		return 0, err
	}
	err := s.ApplyBulkChanges(ctx)
	changed, err2 := s.sweepDue(ctx)
	return changed, errors.Join(err, err2, s.resumeVacations(ctx), s.sweepChallenges(ctx), s.sweepSilent(ctx))
}

// dueColumn is the time of a game's next event, as indexed by games_due.
const dueColumn = "CASE WHEN remind_at > 0 AND remind_at < deadline_at THEN remind_at ELSE deadline_at END"

// sweepDue ends or reminds of every game that is due, in order. A game that must not be changed yet, or cannot be
// changed, does not affect the others.
func (s *Store) sweepDue(ctx context.Context) (changed int, err error) {
	query := "SELECT id, " + dueColumn + " AS due FROM games WHERE status = 'ongoing' AND " + dueColumn +
		" <= ? AND " +
		dueColumn + " >= ? AND (" + dueColumn + " > ? OR id > ?) ORDER BY " + dueColumn + ", id" + db.Limit(sweepPage)
	var last struct {
		ID  string
		Due Millis
	}
	for now := ToMillis(s.now()); ; {
		page := []struct {
			ID  string
			Due Millis
		}{}
		if err := s.read(ctx).Raw(query, now, last.Due, last.Due, last.ID).Scan(&page).Error; err != nil {
			return changed, err
		}
		for _, due := range page {
			did, failure := s.sweepGame(ctx, due.ID, (*Tx).endOrRemind)
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

// endOrRemind ends a game or queues its reminder. If the house has used up its time, its clock starts again.
func (tx *Tx) endOrRemind(row *gameRow) (bool, error) {
	if row.side(row.ToMove).isHouse() {
		if tx.at < row.DeadlineAt {
			return false, nil
		}
		row.DeadlineAt = tx.at.Add(row.pace().Initial())
		return true, nil
	}
	if ended, err := tx.timeOut(row); ended || err != nil {
		return ended, err
	}
	return tx.remind(row)
}

func (s *Store) sweepGame(
	ctx context.Context, id string, act func(tx *Tx, row *gameRow) (bool, error),
) (did bool, err error) {
	var mover int64
	err = s.write(ctx, func(tx *Tx) error {
		row, err := tx.loadGame(id)
		if err != nil || row.Status != Ongoing {
			return err
		}
		mover = row.ToMoveID
		if did, err = act(tx, row); err != nil || !did {
			return err
		}
		return tx.updateGame(row, row.Ply)
	})
	if errors.Is(err, errTakesDay) {
		return s.timeOutInOrder(ctx, id, mover)
	}
	return did && err == nil, err
}

// DeadlineLag returns how long ago the oldest unprocessed deadline passed, among maxCounted games. It is 0 while an
// outage is being credited, because the rows do not have the new deadlines yet.
func (s *Store) DeadlineLag(ctx context.Context) (lag time.Duration, err error) {
	now := ToMillis(s.now())
	_, lag, err = s.waiting(ctx, `SELECT COUNT(*), COALESCE(MIN(deadline_at), 0) FROM (
			SELECT deadline_at FROM games WHERE status = 'ongoing' AND `+dueColumn+` <= ?
			ORDER BY `+dueColumn+db.Limit(maxCounted)+`) AS due
		WHERE deadline_at <= ? AND NOT EXISTS (SELECT 1 FROM bulk_changes WHERE kind = ? AND walked_at = 0)`,
		now, now, bulkOutage)
	return lag, err
}

// FinishOverdue ends a game that is out of time or begins a vacation of its player, without waiting for the sweep.
// Errors: CodeNotFound.
func (s *Store) FinishOverdue(ctx context.Context, id string) error {
	_, err := s.sweepGame(ctx, id, (*Tx).timeOut)
	return err
}

// overdue reports whether the side to move has lost on time. The house never has, nor has a player while the
// notice of its turn, or of the beginning of its event, is unsent, nor before an outage is credited.
func (tx *Tx) overdue(row *gameRow) (bool, error) {
	if row.DeadlineAt == 0 || tx.at < row.DeadlineAt || row.side(row.ToMove).isHouse() {
		return false, nil
	}
	var waiting int64
	err := tx.Raw(`SELECT COUNT(*) FROM notices
		WHERE game_id = ? AND ply = ? AND kind = ? AND done_at = 0 AND waits_from <= ?`,
		row.ID, row.Ply, KindYourTurn, tx.at).Scan(&waiting).Error
	if err != nil || waiting > 0 {
		return false, err
	}
	if notified, err := tx.notifiedOfEvent(row); err != nil || !notified {
		return false, err
	}
	last, err := tx.lastHeartbeat()
	return err == nil && tx.at.Sub(last) <= outageFrom, err
}

// timeOut ends a game whose side to move is out of time, or a game of an event from which a player has withdrawn. It
// fails with errTakesDay if a vacation may begin instead.
func (tx *Tx) timeOut(row *gameRow) (bool, error) {
	if ended, err := tx.endIfWithdrawn(row); ended || err != nil {
		return ended, err
	}
	overdue, err := tx.overdue(row)
	switch {
	case err != nil || !overdue:
		return false, err
	case row.extends(row.ToMove):
		return false, errTakesDay
	}
	return true, tx.endOnTime(row)
}

// endOnTime ends a game whose side to move is out of time: lost or, if that side has never played, aborted. A game of
// an event is lost then too.
func (tx *Tx) endOnTime(row *gameRow) error {
	var played int64
	err := tx.Raw("SELECT COUNT(*) FROM game_turns WHERE game_id = ? AND seat = ?", row.ID, row.ToMove).Scan(&played).Error
	if err != nil {
		return err
	}
	result := rules.Won(row.ToMove.Other(), ReasonTimeout)
	if played == 0 && row.EventID == "" {
		result = rules.Drawn(ReasonAborted)
	}
	row.timedOut = true
	return tx.finishGame(row, result)
}

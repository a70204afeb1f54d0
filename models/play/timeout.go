package play

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"turnpost/models"
	"turnpost/models/core"
	"turnpost/models/db"
	"turnpost/models/schema"
	"turnpost/rules"
)

// Any process may sweep the clocks. Every change checks the state that it was based on, so that several
// processes do each thing once.

// SweepPage is the number of games that a sweep reads at once.
const SweepPage = 500

// DueColumn is the time of a game's next event, as indexed by games_due.
const DueColumn = "CASE WHEN remind_at > 0 AND remind_at < deadline_at THEN remind_at ELSE deadline_at END"

// SweepDue ends or reminds of every game that is due, in order. A game that must not be changed yet, or cannot be
// changed, does not affect the others.
func (s *Store) SweepDue(ctx context.Context) (changed int, err error) {
	query := "SELECT id, " + DueColumn + " AS due FROM games WHERE status = 'ongoing' AND " + DueColumn +
		" <= ? AND " +
		DueColumn + " >= ? AND (" + DueColumn + " > ? OR id > ?) ORDER BY " + DueColumn + ", id" + db.Limit(SweepPage)
	var last struct {
		ID  string
		Due models.Millis
	}
	for now := models.ToMillis(s.Clock()); ; {
		page := []struct {
			ID  string
			Due models.Millis
		}{}
		if err := s.Read(ctx).Raw(query, now, last.Due, last.Due, last.ID).Scan(&page).Error; err != nil {
			return changed, err
		}
		before := last
		for _, due := range page {
			did, failure := s.sweepGame(ctx, due.ID, endOrRemind)
			if failure != nil {
				err = errors.Join(err, fmt.Errorf("game %s: %w", due.ID, failure))
			}
			if did {
				changed++
			}
			last = due
		}
		if len(page) < SweepPage || ctx.Err() != nil {
			return changed, err
		}
		order := cmp.Or(cmp.Compare(last.Due, before.Due), strings.Compare(last.ID, before.ID))
		if failure := s.DB.Advanced("the games by what is due", order, before); failure != nil {
			return changed, errors.Join(err, failure)
		}
	}
}

// endOrRemind ends a game or queues its reminder. If the house has used up its time, its clock starts again.
func endOrRemind(tx *core.Tx, row *core.GameRow) (bool, error) {
	if row.Mover().IsHouse() {
		if tx.At < row.DeadlineAt {
			return false, nil
		}
		row.DeadlineAt = tx.At.Add(row.ParsedPace().Initial())
		return true, nil
	}
	if ended, err := timeOut(tx, row); ended || err != nil {
		return ended, err
	}
	return remind(tx, row)
}

func (s *Store) sweepGame(
	ctx context.Context, id string, act func(tx *core.Tx, row *core.GameRow) (bool, error),
) (did bool, err error) {
	var mover int64
	err = s.Write(ctx, func(tx *core.Tx) error {
		row, err := LockGame(tx, id)
		if err != nil || row.Status != models.Ongoing {
			return err
		}
		mover = row.ToMoveID
		if did, err = act(tx, row); err != nil || !did {
			return err
		}
		return tx.UpdateGame(row, row.Ply)
	})
	if errors.Is(err, errTakesDay) {
		return s.timeOutInOrder(ctx, id, mover)
	}
	return did && err == nil, err
}

// DeadlineLag returns how long ago the oldest unprocessed deadline passed, among MaxCounted games. It is 0 while an
// outage is being credited, because the rows do not have the new deadlines yet.
func (s *Store) DeadlineLag(ctx context.Context) (lag time.Duration, err error) {
	now := models.ToMillis(s.Clock())
	_, lag, err = s.CountWaiting(ctx, `SELECT COUNT(*), COALESCE(MIN(deadline_at), 0) FROM (
			SELECT deadline_at FROM games WHERE status = 'ongoing' AND `+DueColumn+` <= ?
			ORDER BY `+DueColumn+db.Limit(schema.MaxCounted)+`) AS due
		WHERE deadline_at <= ? AND NOT EXISTS (SELECT 1 FROM bulk_changes WHERE kind = ? AND walked_at = 0)`,
		now, now, schema.BulkOutage)
	return lag, err
}

// FinishOverdue ends a game that is out of time or begins a vacation of its player, without waiting for the sweep.
// Errors: CodeNotFound.
func (s *Store) FinishOverdue(ctx context.Context, id string) error {
	_, err := s.sweepGame(ctx, id, timeOut)
	return err
}

// overdue reports whether the side to move has lost on time. The house never has, nor has a player while the
// notice of its turn, or of the beginning of its event, is unsent, nor before an outage is credited.
func overdue(tx *core.Tx, row *core.GameRow) (bool, error) {
	if row.DeadlineAt == 0 || tx.At < row.DeadlineAt || row.Mover().IsHouse() {
		return false, nil
	}
	var waiting int64
	err := tx.Raw(`SELECT COUNT(*) FROM notices
		WHERE game_id = ? AND ply = ? AND kind = ? AND done_at = 0 AND waits_from <= ?`,
		row.ID, row.Ply, models.KindYourTurn, tx.At).Scan(&waiting).Error
	if err != nil || waiting > 0 {
		return false, err
	}
	if notified, err := tx.NotifiedOfEvent(row); err != nil || !notified {
		return false, err
	}
	last, err := lastHeartbeat(tx)
	return err == nil && tx.At.Sub(last) <= OutageFrom, err
}

// timeOut ends a game whose side to move is out of time, or a game of an event from which a player has withdrawn. It
// fails with errTakesDay if a vacation may begin instead.
func timeOut(tx *core.Tx, row *core.GameRow) (bool, error) {
	if ended, err := tx.Store.Follow.Overdue(tx, row); ended || err != nil {
		return ended, err
	}
	overdue, err := overdue(tx, row)
	switch {
	case err != nil || !overdue:
		return false, err
	case row.TakesDay():
		return false, errTakesDay
	}
	return true, endOnTime(tx, row)
}

// endOnTime ends a game whose side to move is out of time: lost or, if that side has never played, aborted. A game of
// an event is lost then too.
func endOnTime(tx *core.Tx, row *core.GameRow) error {
	var played int64
	err := tx.Raw("SELECT COUNT(*) FROM game_turns WHERE game_id = ? AND seat = ?", row.ID, row.ToMove).Scan(&played).Error
	if err != nil {
		return err
	}
	result := rules.Won(row.ToMove.Other(), models.ReasonTimeout)
	if played == 0 && row.EventID == "" {
		result = rules.Drawn(models.ReasonAborted)
	}
	row.TimedOut = true
	return FinishGame(tx, row, result)
}

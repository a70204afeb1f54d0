package models

import (
	"context"

	"turnpost/rules"
)

// FinishOverdue ends a game that is out of time, without waiting for the sweep.
// Errors: CodeNotFound.
func (s *Store) FinishOverdue(ctx context.Context, id string) error {
	_, err := s.sweepGame(ctx, id, (*Tx).timeOut)
	return err
}

// overdue reports whether the side to move has lost on time. It has not while the
// notice of its turn is unsent, nor before an outage is credited.
func (tx *Tx) overdue(row *gameRow) (bool, error) {
	if row.DeadlineAt == 0 || tx.at < row.DeadlineAt {
		return false, nil
	}
	var waiting int64
	err := tx.Table("notices").Where("game_id = ? AND ply = ? AND kind = ? AND done_at = 0 AND waits_from <= ?",
		row.ID, row.Ply, KindYourTurn, tx.at).Count(&waiting).Error
	if err != nil || waiting > 0 {
		return false, err
	}
	last, err := tx.lastHeartbeat()
	return err == nil && tx.at.Sub(last) <= outageFrom, err
}

// timeOut ends a game whose side to move is out of time: lost, or aborted if
// that side has never played.
func (tx *Tx) timeOut(row *gameRow) (bool, error) {
	overdue, err := tx.overdue(row)
	if err != nil || !overdue {
		return false, err
	}
	var played int64
	own := tx.Table("turns").Where("game_id = ? AND seat = ?", row.ID, row.ToMove)
	if err := own.Limit(1).Count(&played).Error; err != nil {
		return false, err
	}
	result := rules.Won(row.ToMove.Other(), ReasonTimeout)
	if played == 0 {
		result = rules.Drawn(ReasonAborted)
	}
	return true, tx.finishGame(row, result)
}

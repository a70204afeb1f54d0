package models

import (
	"context"

	"gorm.io/gorm"

	"turnpost/rules"
)

// Reasons that the platform adds to those of the rules.
const (
	ReasonResignation = "resignation"
	ReasonAgreement   = "agreement"
	ReasonTimeout     = "timeout"
	ReasonAborted     = "aborted" // before both had played: by a player, or out of time

	ReasonAdjudicated = "adjudicated" // won or drawn by decision of an operator
	ReasonAnnulled    = "annulled"    // ended without a result by an operator
)

// Unscored reports whether games that end for a reason have no result.
func Unscored(reason string) bool { return reason == ReasonAborted || reason == ReasonAnnulled }

// ResignGame resigns a game: the opponent wins.
// Errors: CodeNotFound, CodeForbidden for a game of others, CodeGameOver, CodeStale by the terms of the handle.
func (s *Store) ResignGame(ctx context.Context, player int64, game string) (*Game, error) {
	return s.changeGame(ctx, player, game, func(tx *Tx, row *gameRow, seat rules.Seat) error {
		if err := tx.store.terms.mayEnd(row); err != nil {
			return err
		}
		return tx.finishGame(row, rules.Won(seat.Other(), ReasonResignation))
	})
}

// AbortGame ends a game without a result if one side has not played yet.
// Errors: CodeNotFound, CodeForbidden for a game of others, CodeGameOver, CodeConflict if both
// have played, CodeStale by the terms of the handle.
func (s *Store) AbortGame(ctx context.Context, player int64, game string) (*Game, error) {
	return s.changeGame(ctx, player, game, func(tx *Tx, row *gameRow, _ rules.Seat) error {
		if err := tx.store.terms.mayEnd(row); err != nil {
			return err
		}
		if err := tx.mustAbort(row); err != nil {
			return err
		}
		return tx.finishGame(row, rules.Drawn(ReasonAborted))
	})
}

// mustAbort refuses to abort a game if both sides have played.
func (tx *Tx) mustAbort(row *gameRow) error {
	may, err := mayAbort(tx.DB, row)
	if err == nil && !may {
		err = fail(CodeConflict, "abort_late")
	}
	return err
}

// mayAbort reports whether a side has not played yet.
func mayAbort(db *gorm.DB, row *gameRow) (bool, error) {
	var sides int64
	err := db.Raw("SELECT COUNT(DISTINCT seat) FROM turns WHERE game_id = ? AND ply > 0", row.ID).Scan(&sides).Error
	return sides < 2, err
}

// finish ends the row's game if there is a result.
func (r *gameRow) finish(at Millis, result rules.Result) {
	if !result.Over() {
		return
	}
	r.Status = Finished
	if Unscored(result.Reason) {
		r.Status = Aborted
	}
	r.Winner, r.Reason = result.Winner, result.Reason
	r.DrawBy, r.TakebackBy = rules.NoSeat, rules.NoSeat
	r.UpdatedAt, r.FinishedAt, r.DeadlineAt, r.RemindAt = at, at, 0, 0
}

// finishGame finishes a game outside of a turn and notifies both players.
func (tx *Tx) finishGame(row *gameRow, result rules.Result) error {
	row.finish(tx.at, result)
	return tx.noticeEnd(row, rules.First, rules.Second)
}

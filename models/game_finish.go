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

// Unscored tells whether a game that ended for a reason has no result.
func Unscored(reason string) bool { return reason == ReasonAborted || reason == ReasonAnnulled }

// ResignGame ends a game: the opponent wins.
// Errors: CodeNotFound, CodeForbidden for a game of others, CodeGameOver.
func (s *Store) ResignGame(ctx context.Context, player int64, game string) (*Game, error) {
	return s.changeGame(ctx, player, game, func(tx *Tx, row *gameRow, seat rules.Seat) error {
		return tx.finishGame(row, rules.Won(seat.Other(), ReasonResignation))
	})
}

// AbortGame ends a game without a result while one side has not played yet.
// Errors: CodeNotFound, CodeForbidden for a game of others, CodeGameOver, CodeConflict once both
// have played.
func (s *Store) AbortGame(ctx context.Context, player int64, game string) (*Game, error) {
	return s.changeGame(ctx, player, game, func(tx *Tx, row *gameRow, _ rules.Seat) error {
		may, err := mayAbort(tx.DB, row)
		if err != nil {
			return err
		}
		if !may {
			return fail(CodeConflict, "abort_late")
		}
		return tx.finishGame(row, rules.Drawn(ReasonAborted))
	})
}

// mayAbort reports whether a side has not played yet.
func mayAbort(db *gorm.DB, row *gameRow) (bool, error) {
	var sides int64
	err := db.Raw("SELECT COUNT(DISTINCT seat) FROM turns WHERE game_id = ? AND ply > 0", row.ID).Scan(&sides).Error
	return sides < 2, err
}

// finish ends the row's game where there is a result.
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

// finishGame finishes a game outside of a turn and tells both players.
func (tx *Tx) finishGame(row *gameRow, result rules.Result) error {
	row.finish(tx.at, result)
	return tx.noticeEnd(row, rules.First, rules.Second)
}

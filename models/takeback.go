package models

import (
	"context"
	"strings"

	"turnpost/rules"
)

// Takeback offers to go back to a ply, or answers such an offer. The ply names the
// position that is to stand again, so that an accepted offer means one thing;
// a turn played meanwhile makes the offer void.
func (s *Store) Takeback(ctx context.Context, player int64, game string, action Action, ply int) (*Game, error) {
	return s.changeGame(ctx, player, game, func(tx *Tx, row *gameRow, seat rules.Seat) error {
		theirs, mine := row.BackBy == seat.Other(), row.BackBy == seat
		switch {
		case action == Offer && (ply < 0 || ply >= row.Ply):
			return invalid("ply", "game %s stands at ply %d; a takeback leads to a ply from 0 to %d", row.ID, row.Ply, row.Ply-1)
		case action == Offer && theirs && row.BackTo == ply:
			return tx.rewind(row)
		case action == Offer && theirs:
			return fail(CodeConflict, "%s offers to go back to ply %d; accept or decline that first", row.name(seat.Other()), row.BackTo)
		case action == Offer && mine && row.BackTo == ply:
			return fail(CodeConflict, "you have offered to go back to ply %d already; %s has not answered yet", ply, row.name(seat.Other()))
		case action == Offer:
			row.BackBy, row.BackTo = seat, ply
			if err := tx.dropNotices("the offer was replaced", "game_id = ? AND kind = ? AND detail = ?", row.ID, KindOffer, OfferTakeback); err != nil {
				return err
			}
			return tx.noticeOffer(row, KindOffer, seat.Other(), OfferTakeback)
		case action == AcceptOffer && theirs && ply != row.BackTo:
			return fail(CodeConflict, "the offer leads back to ply %d, not %d", row.BackTo, ply)
		case action == AcceptOffer && theirs:
			return tx.rewind(row)
		case action == DeclineOffer && theirs:
			row.BackBy = rules.NoSeat
			return tx.noticeOffer(row, KindOfferAnswer, seat.Other(), OfferTakeback+" declined")
		case action == WithdrawOffer && mine:
			row.BackBy = rules.NoSeat
			return tx.dropNotices("the offer was withdrawn", "game_id = ? AND kind = ? AND detail = ?", row.ID, KindOffer, OfferTakeback)
		case action == AcceptOffer, action == DeclineOffer, action == WithdrawOffer:
			return fail(CodeConflict, "there is no takeback offer to %s in game %s", action, row.ID)
		}
		return invalid("action", "%q: must be offer, accept, decline or withdraw", clip(string(action), 20))
	})
}

// rewind puts the game back to the ply of the offer that stands. The turns go into the log.
func (tx *Tx) rewind(row *gameRow) error {
	offered := row.BackBy
	var gone []string
	if err := tx.Raw("SELECT turn FROM turns WHERE game_id = ? AND ply > ? ORDER BY ply", row.ID, row.BackTo).Scan(&gone).Error; err != nil {
		return err
	}
	if err := tx.logGame(row, LogTakeback, offered, strings.Join(gone, turnBreak)); err != nil {
		return err
	}
	if err := tx.Exec("DELETE FROM turns WHERE game_id = ? AND ply > ?", row.ID, row.BackTo).Error; err != nil {
		return err
	}
	var kept turnRow
	if err := tx.Where("game_id = ? AND ply = ?", row.ID, row.BackTo).Take(&kept).Error; err != nil {
		return err
	}
	p, err := tx.store.position(row.Ruleset, row.Variant, kept.Position)
	if err != nil {
		return err
	}
	if err := tx.dropNotices("turns were taken back", "game_id = ?", row.ID); err != nil {
		return err
	}
	if err := tx.takePlansBack(row.ID); err != nil {
		return err
	}
	from := row.Ply
	row.stopClock(tx.at)
	row.Ply, row.Position, row.Hash, row.ToMove = kept.Ply, kept.Position, kept.Hash, p.ToMove()
	row.ToMoveID = row.player(row.ToMove)
	row.BackBy, row.BackTo, row.DrawBy = rules.NoSeat, 0, rules.NoSeat
	row.Rewinds++
	row.UpdatedAt = tx.at
	row.startClock(tx.at)
	if err := tx.updateGame(row, from); err != nil {
		return err
	}
	if err := tx.noticeOffer(row, KindOfferAnswer, offered, OfferTakeback+" accepted"); err != nil {
		return err
	}
	return tx.noticeTurn(row)
}

// Abort ends a game without a result while one side has not played yet.
func (s *Store) Abort(ctx context.Context, player int64, game string) (*Game, error) {
	return s.changeGame(ctx, player, game, func(tx *Tx, row *gameRow, _ rules.Seat) error {
		var sides int64
		err := tx.Raw("SELECT COUNT(DISTINCT seat) FROM turns WHERE game_id = ? AND ply > 0", row.ID).Scan(&sides).Error
		if err != nil {
			return err
		}
		if sides == 2 {
			return fail(CodeConflict, "both sides have played; a game can be aborted before that, now resign or offer a draw")
		}
		return tx.endGame(row, rules.Drawn(ReasonAborted))
	})
}

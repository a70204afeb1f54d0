package play

import (
	"cmp"
	"context"
	"fmt"

	"turnpost/models"
	"turnpost/models/account"
	"turnpost/models/core"
	"turnpost/models/notice"
	"turnpost/models/schema"
	"turnpost/models/visible"
	"turnpost/rules"
)

// NegotiateDraw offers a draw, or decides on a pending offer. An offer while the opponent's offer is pending accepts
// it. Errors: CodeInvalid for an unknown action, CodeNotFound, CodeForbidden for a
// game of others and where either player blocks the other, CodeGameOver, CodeConflict if there is no such offer, or an
// own one is already pending, CodeStale by the terms of the handle.
func (s *Store) NegotiateDraw(
	ctx context.Context, player int64, game string, action models.OfferAction,
) (*models.Game, error) {
	return s.negotiate(ctx, player, game, action, schema.Offer{Kind: models.DrawOffer})
}

// NegotiateTakeback offers to return to a ply, or decides on such an offer. The ply names the position to return to, so
// that an accepted offer is unambiguous; declining and withdrawing ignore it. A later turn voids the offer. Errors are
// those of NegotiateDraw, CodeInvalid for a ply that the game cannot return to, and CodeConflict if the
// opponent's offer is for another ply.
func (s *Store) NegotiateTakeback(
	ctx context.Context, player int64, game string, action models.OfferAction, ply int,
) (*models.Game, error) {
	return s.negotiate(ctx, player, game, action, schema.Offer{Kind: models.TakebackOffer, Ply: ply})
}

// offerStep carries out an action.
type offerStep func(tx *core.Tx, row *core.GameRow, seat rules.Seat, o schema.Offer) error

// offerSteps maps each action and state to a step. A missing entry means that the action is refused, because there is
// no offer that it could refer to.
var offerSteps = map[models.OfferAction]map[schema.OfferState]offerStep{
	models.MakeOffer: {
		schema.NoOffer: makeOffer, schema.OwnOffer: refuseOfferedAlready, schema.OwnOtherTerms: makeOffer,
		schema.TheirOffer: acceptOffer, schema.TheirOtherTerms: refuseDecideFirst,
	},
	models.AcceptOffer:   {schema.TheirOffer: acceptOffer, schema.TheirOtherTerms: refuseOtherTerms},
	models.DeclineOffer:  {schema.TheirOffer: declineOffer, schema.TheirOtherTerms: declineOffer},
	models.WithdrawOffer: {schema.OwnOffer: withdrawOffer, schema.OwnOtherTerms: withdrawOffer},
}

func (s *Store) negotiate(
	ctx context.Context, player int64, game string, action models.OfferAction, o schema.Offer,
) (*models.Game, error) {
	return s.changeGame(ctx, player, game, func(tx *core.Tx, row *core.GameRow, seat rules.Seat) error {
		steps, known := offerSteps[action]
		if !known {
			return models.Invalid("action", "bad_offer_action", "action", visible.Clip(string(action), 20))
		}
		if action == models.MakeOffer && o.Kind == models.TakebackOffer {
			if err := row.MayGoBackTo(o.Ply); err != nil {
				return err
			}
		}
		step, possible := steps[row.OfferState(seat, o)]
		if !possible {
			return models.Fail(models.CodeConflict, "no_offer", "kind", o.Kind, "action", action, "game", row.ID)
		}
		return step(tx, row, seat, o)
	})
}

func makeOffer(tx *core.Tx, row *core.GameRow, seat rules.Seat, o schema.Offer) error {
	if err := account.MustNotBlock(tx, row.Side(seat).ID, row.Side(seat.Other()).Ref(), "offers"); err != nil {
		return err
	}
	row.SetOffer(seat, o)
	row.Offers++
	if row.Side(seat.Other()).IsHouse() {
		return offerHouse(tx, row, o)
	}
	if err := dropOffers(tx, notice.DropOfferReplaced, row, o.Kind); err != nil {
		return err
	}
	return noticeOffer(tx, row, seat.Other(), o.Kind)
}

func acceptOffer(tx *core.Tx, row *core.GameRow, _ rules.Seat, o schema.Offer) error {
	if err := cmp.Or(tx.Store.Guard.MayEnd(row), tx.Store.Guard.MayDecide(row)); err != nil {
		return err
	}
	if o.Kind == models.TakebackOffer {
		return takeBack(tx, row)
	}
	return FinishGame(tx, row, rules.Drawn(models.ReasonAgreement))
}

func declineOffer(tx *core.Tx, row *core.GameRow, seat rules.Seat, o schema.Offer) error {
	if err := tx.Store.Guard.MayDecide(row); err != nil {
		return err
	}
	row.SetOffer(rules.NoSeat, schema.Offer{Kind: o.Kind})
	row.Declined = models.DeclinedOffer{Offer: o.Kind, By: seat}
	if err := LogGame(tx, row, declinedKinds[o.Kind], seat, logDetail{}); err != nil {
		return err
	}
	return noticeOfferDecision(tx, row, seat.Other(), o.Kind, models.Declined)
}

func withdrawOffer(tx *core.Tx, row *core.GameRow, _ rules.Seat, o schema.Offer) error {
	row.SetOffer(rules.NoSeat, schema.Offer{Kind: o.Kind})
	return dropOffers(tx, notice.DropOfferWithdrawn, row, o.Kind)
}

func refuseOfferedAlready(_ *core.Tx, row *core.GameRow, seat rules.Seat, o schema.Offer) error {
	if o.Kind == models.TakebackOffer {
		return models.Fail(models.CodeConflict, "takeback_offered", "ply", o.Ply, "opponent", row.Side(seat.Other()).Name)
	}
	return models.Fail(models.CodeConflict, "draw_offered", "opponent", row.Side(seat.Other()).Name)
}

func refuseDecideFirst(_ *core.Tx, row *core.GameRow, seat rules.Seat, _ schema.Offer) error {
	return models.Fail(models.CodeConflict, "takeback_to_decide", "opponent", row.Side(seat.Other()).Name, "ply",
		row.TakebackTo)
}

func refuseOtherTerms(_ *core.Tx, row *core.GameRow, _ rules.Seat, o schema.Offer) error {
	return models.Fail(models.CodeConflict, "takeback_other_ply", "ply", row.TakebackTo, "asked", o.Ply)
}

// dropOffers drops queued notices of offers of a kind.
func dropOffers(tx *core.Tx, reason models.NoticeReason, row *core.GameRow, kind models.OfferKind) error {
	return notice.DropNotices(tx, reason, "game_id = ? AND kind = ? AND offer = ?", row.ID, models.KindOffer, kind)
}

// noticeOffer notifies a seat of an offer.
func noticeOffer(tx *core.Tx, row *core.GameRow, to rules.Seat, offer models.OfferKind) error {
	n := row.Notice(models.KindOffer, to)
	n.Key, n.Offer = fmt.Sprintf("offer.%s.%s.%d.%d", offer, row.PlyKey(), to, tx.At), offer
	return notice.Notify(tx, n)
}

// noticeOfferDecision notifies the seat that made an offer of the decision.
func noticeOfferDecision(
	tx *core.Tx, row *core.GameRow, to rules.Seat, offer models.OfferKind, d models.Decision,
) error {
	if mailed, err := mailsDecision(tx, row, to); err != nil || !mailed {
		return err
	}
	n := row.Notice(models.KindOfferAnswer, to)
	n.Key, n.Offer = fmt.Sprintf("decision.%.1s%.1s.%s.%d.%d", offer, d, row.PlyKey(), to, tx.At), offer
	n.Detail.Decision = d
	return notice.Notify(tx, n)
}

// takeBack returns the game to the ply of the pending offer. The turns go into the log. No time is given back: the
// running turn ends as if it had been played.
func takeBack(tx *core.Tx, row *core.GameRow) error {
	offered := row.TakebackBy
	var gone []string
	err := tx.Raw("SELECT turn FROM turns WHERE id > ? AND id <= ? ORDER BY id",
		row.TurnID(row.TakebackTo), row.TurnID(row.Ply)).Scan(&gone).Error
	if err != nil {
		return err
	}
	if err := LogGame(tx, row, LogTakeback, offered, logDetail{Turns: gone}); err != nil {
		return err
	}
	err = tx.Exec("DELETE FROM turns WHERE id > ? AND id <= ?", row.TurnID(row.TakebackTo), row.TurnID(row.Ply)).Error
	if err != nil {
		return err
	}
	var kept schema.TurnRow
	err = tx.Raw("SELECT * FROM turns WHERE id = ?", row.TurnID(row.TakebackTo)).Take(&kept).Error
	if err != nil {
		return err
	}
	p, err := tx.Store.PositionOf(row.Ruleset, row.Variant, kept.Position)
	if err != nil {
		return err
	}
	if err := notice.DropNotices(tx, notice.DropTakenBack, "game_id = ? AND kind <> ?", row.ID,
		models.KindMessage); err != nil {
		return err
	}
	if err := takePlansBack(tx, row.ID); err != nil {
		return err
	}
	from := row.Ply
	row.StopClock(tx.At)
	row.Ply, row.Position, row.Hash, row.ToMove = row.TakebackTo, kept.Position, kept.Hash, p.ToMove()
	row.Last = kept.Last()
	row.PositionKeys = row.PositionKeys[:schema.KeyBytes*(row.Ply+1)]
	row.ToMoveID = row.Mover().ID
	row.TakebackBy, row.TakebackTo, row.DrawBy = rules.NoSeat, 0, rules.NoSeat
	row.Takebacks++
	row.First.Turns, row.Second.Turns = -1, -1 // some are gone
	row.UpdatedAt = tx.At
	row.StartClock(tx.At)
	if err := tx.UpdateGame(row, from); err != nil {
		return err
	}
	if err := noticeOfferDecision(tx, row, offered, models.TakebackOffer, models.Accepted); err != nil {
		return err
	}
	return NoticeTurn(tx, row)
}

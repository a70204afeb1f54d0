package models

import (
	"cmp"
	"context"
	"fmt"

	"turnpost/models/visible"
	"turnpost/rules"
)

// OfferKind is the kind of an offer.
type OfferKind string

// The kinds of offers.
const (
	DrawOffer     OfferKind = "draw"
	TakebackOffer OfferKind = "takeback"
)

// OfferAction is an action of a player about an offer.
type OfferAction string

// The actions.
const (
	MakeOffer     OfferAction = "offer"
	AcceptOffer   OfferAction = "accept"
	DeclineOffer  OfferAction = "decline"
	WithdrawOffer OfferAction = "withdraw"
)

// Decision is a decision on an offer or a challenge.
type Decision string

// The decisions.
const (
	Accepted Decision = "accepted"
	Declined Decision = "declined"
	Expired  Decision = "expired" // of a challenge without a decision in time
)

// NegotiateDraw offers a draw, or decides on a pending offer. An offer while the opponent's offer is pending accepts
// it. Errors: CodeInvalid for an unknown action, CodeNotFound, CodeForbidden for a
// game of others, CodeGameOver, CodeConflict if there is no such offer, or an own one is already pending, CodeStale by
// the terms of the handle.
func (s *Store) NegotiateDraw(ctx context.Context, player int64, game string, action OfferAction) (*Game, error) {
	return s.negotiate(ctx, player, game, action, offer{kind: DrawOffer})
}

// NegotiateTakeback offers to return to a ply, or decides on such an offer. The ply names the position to return to, so
// that an accepted offer is unambiguous; declining and withdrawing ignore it. A later turn voids the offer. Errors are
// those of NegotiateDraw, CodeInvalid for a ply that the game cannot return to, and CodeConflict if the
// opponent's offer is for another ply.
func (s *Store) NegotiateTakeback(
	ctx context.Context, player int64, game string, action OfferAction, ply int,
) (*Game, error) {
	return s.negotiate(ctx, player, game, action, offer{kind: TakebackOffer, ply: ply})
}

// offer is an offer with its terms.
type offer struct {
	kind OfferKind
	ply  int // that a takeback returns to
}

// offerState is the state of the pending offer of a kind for the acting player.
type offerState int

const (
	noOffer         offerState = iota
	ownOffer                   // on the same terms
	ownOtherTerms              // a takeback to another ply
	theirOffer                 // on the same terms
	theirOtherTerms            // a takeback to another ply
)

// offerStep carries out an action.
type offerStep func(tx *Tx, row *gameRow, seat rules.Seat, o offer) error

// offerSteps maps each action and state to a step. A missing entry means that the action is refused, because there is
// no offer that it could refer to.
var offerSteps = map[OfferAction]map[offerState]offerStep{
	MakeOffer: {
		noOffer: (*Tx).makeOffer, ownOffer: refuseOfferedAlready, ownOtherTerms: (*Tx).makeOffer,
		theirOffer: (*Tx).acceptOffer, theirOtherTerms: refuseDecideFirst,
	},
	AcceptOffer:   {theirOffer: (*Tx).acceptOffer, theirOtherTerms: refuseOtherTerms},
	DeclineOffer:  {theirOffer: (*Tx).declineOffer, theirOtherTerms: (*Tx).declineOffer},
	WithdrawOffer: {ownOffer: (*Tx).withdrawOffer, ownOtherTerms: (*Tx).withdrawOffer},
}

func (s *Store) negotiate(ctx context.Context, player int64, game string, action OfferAction, o offer) (*Game, error) {
	return s.changeGame(ctx, player, game, func(tx *Tx, row *gameRow, seat rules.Seat) error {
		steps, known := offerSteps[action]
		if !known {
			return invalid("action", "bad_offer_action", "action", visible.Clip(string(action), 20))
		}
		if action == MakeOffer && o.kind == TakebackOffer {
			if err := row.mayGoBackTo(o.ply); err != nil {
				return err
			}
		}
		step, possible := steps[row.offerState(seat, o)]
		if !possible {
			return fail(CodeConflict, "no_offer", "kind", o.kind, "action", action, "game", row.ID)
		}
		return step(tx, row, seat, o)
	})
}

// offerState compares an offer with the pending one of its kind.
func (r *gameRow) offerState(seat rules.Seat, o offer) offerState {
	by, same := r.DrawBy, true
	if o.kind == TakebackOffer {
		by, same = r.TakebackBy, r.TakebackTo == o.ply
	}
	switch {
	case by == rules.NoSeat:
		return noOffer
	case by == seat && same:
		return ownOffer
	case by == seat:
		return ownOtherTerms
	case same:
		return theirOffer
	}
	return theirOtherTerms
}

// setOffer sets who makes the offer; NoSeat removes it.
func (r *gameRow) setOffer(by rules.Seat, o offer) {
	if o.kind == TakebackOffer {
		r.TakebackBy, r.TakebackTo = by, o.ply
	} else {
		r.DrawBy = by
		if by == rules.NoSeat && !r.side(r.ToMove).isHouse() {
			r.HouseAt = 0 // it has nothing to decide any more
		}
	}
}

func (tx *Tx) makeOffer(row *gameRow, seat rules.Seat, o offer) error {
	if err := tx.mayOffer(row, seat); err != nil {
		return err
	}
	row.setOffer(seat, o)
	row.Offers++
	if row.side(seat.Other()).isHouse() {
		return tx.offerHouse(row, o)
	}
	if err := tx.dropOffers(DropOfferReplaced, row, o.kind); err != nil {
		return err
	}
	return tx.noticeOffer(row, seat.Other(), o.kind)
}

func (tx *Tx) acceptOffer(row *gameRow, _ rules.Seat, o offer) error {
	if err := cmp.Or(tx.store.terms.mayEnd(row), tx.store.terms.mayDecide(row)); err != nil {
		return err
	}
	if o.kind == TakebackOffer {
		return tx.takeBack(row)
	}
	return tx.finishGame(row, rules.Drawn(ReasonAgreement))
}

func (tx *Tx) declineOffer(row *gameRow, seat rules.Seat, o offer) error {
	if err := tx.store.terms.mayDecide(row); err != nil {
		return err
	}
	row.setOffer(rules.NoSeat, offer{kind: o.kind})
	return tx.noticeOfferDecision(row, seat.Other(), o.kind, Declined)
}

func (tx *Tx) withdrawOffer(row *gameRow, _ rules.Seat, o offer) error {
	row.setOffer(rules.NoSeat, offer{kind: o.kind})
	return tx.dropOffers(DropOfferWithdrawn, row, o.kind)
}

func refuseOfferedAlready(_ *Tx, row *gameRow, seat rules.Seat, o offer) error {
	if o.kind == TakebackOffer {
		return fail(CodeConflict, "takeback_offered", "ply", o.ply, "opponent", row.side(seat.Other()).Name)
	}
	return fail(CodeConflict, "draw_offered", "opponent", row.side(seat.Other()).Name)
}

func refuseDecideFirst(_ *Tx, row *gameRow, seat rules.Seat, _ offer) error {
	return fail(CodeConflict, "takeback_to_decide", "opponent", row.side(seat.Other()).Name, "ply", row.TakebackTo)
}

func refuseOtherTerms(_ *Tx, row *gameRow, _ rules.Seat, o offer) error {
	return fail(CodeConflict, "takeback_other_ply", "ply", row.TakebackTo, "asked", o.ply)
}

// dropOffers drops queued notices of offers of a kind.
func (tx *Tx) dropOffers(reason NoticeReason, row *gameRow, kind OfferKind) error {
	return tx.dropNotices(reason, "game_id = ? AND kind = ? AND offer = ?", row.ID, KindOffer, kind)
}

// noticeOffer notifies a seat of an offer.
func (tx *Tx) noticeOffer(row *gameRow, to rules.Seat, offer OfferKind) error {
	n := row.notice(KindOffer, to)
	n.Key, n.Offer = fmt.Sprintf("offer.%s.%s.%d.%d", offer, row.plyKey(), to, tx.at), offer
	return tx.notify(n)
}

// noticeOfferDecision notifies the seat that made an offer of the decision.
func (tx *Tx) noticeOfferDecision(row *gameRow, to rules.Seat, offer OfferKind, d Decision) error {
	if mailed, err := tx.mailsDecision(row, to); err != nil || !mailed {
		return err
	}
	n := row.notice(KindOfferAnswer, to)
	n.Key, n.Offer = fmt.Sprintf("decision.%.1s%.1s.%s.%d.%d", offer, d, row.plyKey(), to, tx.at), offer
	n.Detail.Decision = d
	return tx.notify(n)
}

// mayGoBackTo refuses plies that a takeback cannot return to.
func (r *gameRow) mayGoBackTo(ply int) error {
	switch {
	case r.Ply == 0:
		return invalid("ply", "takeback_at_start", "game", r.ID)
	case ply < 0 || ply >= r.Ply:
		return invalid("ply", "takeback_ply", "game", r.ID, "ply", r.Ply, "last", r.Ply-1)
	}
	return nil
}

// takeBack returns the game to the ply of the pending offer. The turns go into the log.
func (tx *Tx) takeBack(row *gameRow) error {
	offered := row.TakebackBy
	var gone []string
	err := tx.Raw("SELECT turn FROM turns WHERE id > ? AND id <= ? ORDER BY id",
		row.turnID(row.TakebackTo), row.turnID(row.Ply)).Scan(&gone).Error
	if err != nil {
		return err
	}
	if err := tx.logGame(row, LogTakeback, offered, logDetail{Turns: gone}); err != nil {
		return err
	}
	err = tx.Exec("DELETE FROM turns WHERE id > ? AND id <= ?", row.turnID(row.TakebackTo), row.turnID(row.Ply)).Error
	if err != nil {
		return err
	}
	var kept turnRow
	err = tx.Raw("SELECT * FROM turns WHERE id = ?", row.turnID(row.TakebackTo)).Take(&kept).Error
	if err != nil {
		return err
	}
	p, err := tx.store.position(row.Ruleset, row.Variant, kept.Position)
	if err != nil {
		return err
	}
	if err := tx.dropNotices(DropTakenBack, "game_id = ? AND kind <> ?", row.ID, KindMessage); err != nil {
		return err
	}
	if err := tx.takePlansBack(row.ID); err != nil {
		return err
	}
	from := row.Ply
	row.stopClock(tx.at)
	row.Ply, row.Position, row.Hash, row.ToMove = row.TakebackTo, kept.Position, kept.Hash, p.ToMove()
	row.Last = kept.last()
	row.PositionKeys = row.PositionKeys[:keyBytes*(row.Ply+1)]
	row.ToMoveID = row.side(row.ToMove).ID
	row.TakebackBy, row.TakebackTo, row.DrawBy = rules.NoSeat, 0, rules.NoSeat
	row.Takebacks++
	row.First.Turns, row.Second.Turns = -1, -1 // some are gone
	row.UpdatedAt = tx.at
	row.startClock(tx.at)
	if err := tx.updateGame(row, from); err != nil {
		return err
	}
	if err := tx.noticeOfferDecision(row, offered, TakebackOffer, Accepted); err != nil {
		return err
	}
	return tx.noticeTurn(row)
}

// mayOffer refuses offers in a game if either player has blocked the other.
func (tx *Tx) mayOffer(row *gameRow, seat rules.Seat) error {
	to := seat.Other()
	return tx.mustNotBlock(row.side(seat).ID, row.side(to).ref(), "offers")
}

package models

import (
	"cmp"
	"context"
	"fmt"

	"turnpost/models/visible"
	"turnpost/rules"
)

// OfferKind is what an offer is of.
type OfferKind string

// Kinds of offers.
const (
	DrawOffer     OfferKind = "draw"
	TakebackOffer OfferKind = "takeback"
)

// OfferAction is what a player does about an offer.
type OfferAction string

// Actions.
const (
	MakeOffer     OfferAction = "offer"
	AcceptOffer   OfferAction = "accept"
	DeclineOffer  OfferAction = "decline"
	WithdrawOffer OfferAction = "withdraw"
)

// Decision is what was decided on an offer or a challenge.
type Decision string

// Decisions.
const (
	Accepted Decision = "accepted"
	Declined Decision = "declined"
	Expired  Decision = "expired" // of a challenge that nobody decided on in time
)

// NegotiateDraw offers a draw, or decides on the offer that stands. Offering while the opponent
// offers accepts. Errors: CodeInvalid for an unknown action, CodeNotFound, CodeForbidden for a
// game of others, CodeGameOver, CodeConflict where no such offer stands, or one's own does already, CodeStale by the
// terms of the handle.
func (s *Store) NegotiateDraw(ctx context.Context, player int64, game string, action OfferAction) (*Game, error) {
	return s.negotiate(ctx, player, game, action, offer{kind: DrawOffer})
}

// NegotiateTakeback offers to go back to a ply, or decides on such an offer. The ply names the
// position that is to stand again, so that an accepted offer means one thing; declining and
// withdrawing do not look at it. A turn played meanwhile makes the offer void. Errors are those of
// NegotiateDraw, CodeInvalid for a ply that the game cannot go back to, and CodeConflict where the
// opponent's offer leads to another ply.
func (s *Store) NegotiateTakeback(
	ctx context.Context, player int64, game string, action OfferAction, ply int,
) (*Game, error) {
	return s.negotiate(ctx, player, game, action, offer{kind: TakebackOffer, ply: ply})
}

// offer is an offer by its terms.
type offer struct {
	kind OfferKind
	ply  int // that a takeback leads back to
}

// offerState is the offer of a kind that stands, as the player who acts sees it.
type offerState int

const (
	noOffer         offerState = iota
	ownOffer                   // on the same terms
	ownOtherTerms              // a takeback to another ply
	theirOffer                 // on the same terms
	theirOtherTerms            // a takeback to another ply
)

// offerStep does what an action means.
type offerStep func(tx *Tx, row *gameRow, seat rules.Seat, o offer) error

// offerSteps is what each action does in each state; what is not there is refused
// because no offer stands that the action could be about.
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

// offerState compares an offer with the one of its kind that stands.
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

// setOffer says who offers it, NoSeat for nobody any more.
func (r *gameRow) setOffer(by rules.Seat, o offer) {
	if o.kind == TakebackOffer {
		r.TakebackBy, r.TakebackTo = by, o.ply
	} else {
		r.DrawBy = by
	}
}

func (tx *Tx) makeOffer(row *gameRow, seat rules.Seat, o offer) error {
	if err := tx.mayOffer(row, seat); err != nil {
		return err
	}
	row.setOffer(seat, o)
	row.Offers++
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

// noticeOffer tells a seat of an offer.
func (tx *Tx) noticeOffer(row *gameRow, to rules.Seat, offer OfferKind) error {
	n := row.notice(KindOffer, to)
	n.Key, n.Offer = fmt.Sprintf("offer.%s.%s.%d.%d", offer, row.plyKey(), to, tx.at), offer
	return tx.notify(n)
}

// noticeOfferDecision tells the seat that offered what was decided.
func (tx *Tx) noticeOfferDecision(row *gameRow, to rules.Seat, offer OfferKind, d Decision) error {
	n := row.notice(KindOfferAnswer, to)
	n.Key, n.Offer = fmt.Sprintf("decision.%.1s%.1s.%s.%d.%d", offer, d, row.plyKey(), to, tx.at), offer
	n.Detail.Decision = d
	return tx.notify(n)
}

// mayGoBackTo refuses plies that a takeback cannot lead to.
func (r *gameRow) mayGoBackTo(ply int) error {
	switch {
	case r.Ply == 0:
		return invalid("ply", "takeback_at_start", "game", r.ID)
	case ply < 0 || ply >= r.Ply:
		return invalid("ply", "takeback_ply", "game", r.ID, "ply", r.Ply, "last", r.Ply-1)
	}
	return nil
}

// takeBack puts the game back to the ply of the offer that stands. The turns go into the log.
func (tx *Tx) takeBack(row *gameRow) error {
	offered := row.TakebackBy
	var gone []string
	err := tx.Raw("SELECT turn FROM turns WHERE game_id = ? AND ply > ? ORDER BY ply",
		row.ID, row.TakebackTo).Scan(&gone).Error
	if err != nil {
		return err
	}
	if err := tx.logGame(row, LogTakeback, offered, logDetail{Turns: gone}); err != nil {
		return err
	}
	if err := tx.Exec("DELETE FROM turns WHERE game_id = ? AND ply > ?", row.ID, row.TakebackTo).Error; err != nil {
		return err
	}
	var kept turnRow
	if err := tx.Where("game_id = ? AND ply = ?", row.ID, row.TakebackTo).Take(&kept).Error; err != nil {
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
	row.Ply, row.Position, row.Hash, row.ToMove = kept.Ply, kept.Position, kept.Hash, p.ToMove()
	row.ToMoveID = row.side(row.ToMove).ID
	row.TakebackBy, row.TakebackTo, row.DrawBy = rules.NoSeat, 0, rules.NoSeat
	row.Takebacks++
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

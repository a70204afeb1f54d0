package core

import (
	"turnpost/models"
	"turnpost/models/schema"
	"turnpost/rules"
)

// OfferState compares an offer with the pending one of its kind.
func (r *GameRow) OfferState(seat rules.Seat, o schema.Offer) schema.OfferState {
	by, same := r.DrawBy, true
	if o.Kind == models.TakebackOffer {
		by, same = r.TakebackBy, r.TakebackTo == o.Ply
	}
	switch {
	case by == rules.NoSeat:
		return schema.NoOffer
	case by == seat && same:
		return schema.OwnOffer
	case by == seat:
		return schema.OwnOtherTerms
	case same:
		return schema.TheirOffer
	}
	return schema.TheirOtherTerms
}

// SetOffer sets who makes the offer; NoSeat removes it.
func (r *GameRow) SetOffer(by rules.Seat, o schema.Offer) {
	if o.Kind == models.TakebackOffer {
		r.TakebackBy, r.TakebackTo = by, o.Ply
	} else {
		r.DrawBy = by
		if by == rules.NoSeat && !r.Side(r.ToMove).IsHouse() {
			r.HouseAt = 0 // it has nothing to decide any more
		}
	}
}

// MayGoBackTo refuses plies that a takeback cannot return to.
func (r *GameRow) MayGoBackTo(ply int) error {
	switch {
	case r.Ply == 0:
		return models.Invalid("ply", "takeback_at_start", "game", r.ID)
	case ply < 0 || ply >= r.Ply:
		return models.Invalid("ply", "takeback_ply", "game", r.ID, "ply", r.Ply, "last", r.Ply-1)
	}
	return nil
}

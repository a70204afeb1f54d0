package models

import "turnpost/rules"

// OfferKind is the kind of an offer.
type OfferKind string

// The kinds of offers.
const (
	DrawOffer     OfferKind = "draw"
	TakebackOffer OfferKind = "takeback"
)

// DeclinedOffer is an offer that a player has declined.
type DeclinedOffer struct {
	Offer OfferKind // "" for none
	By    rules.Seat
}

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

package schema

import "turnpost/models"

// Offer is an offer with its terms.
type Offer struct {
	Kind models.OfferKind
	Ply  int // that a takeback returns to
}

// OfferState is the state of the pending offer of a kind for the acting player.
type OfferState int

// The states of an offer, as the player sees it.
const (
	NoOffer         OfferState = iota
	OwnOffer                   // on the same terms
	OwnOtherTerms              // a takeback to another ply
	TheirOffer                 // on the same terms
	TheirOtherTerms            // a takeback to another ply
)

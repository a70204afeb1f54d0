package models

import "turnpost/models/linktext"

// Seen is the state of a game that a player saw when they decided.
type Seen struct {
	Ply, Takebacks int
	Offers         int // number made in the game so far
}

// terms restrict a use case within its transaction.
type terms struct {
	link *Link // of the player; nil: they have signed in
	seen *Seen // the state that the player saw; nil: the current one
}

// AsSeen returns a handle on the same store for one use case that a player decided on in the given state. Ending the
// game fails with CodeStale if another turn was played since, and deciding on an offer with CodeConflict if it is
// another one.
func (s *Store) AsSeen(seen Seen) *Store {
	handle := *s
	handle.terms.seen = &seen
	return &handle
}

// ByLink returns a handle on the same store for one use case with the rights of a link, of a player who acts without a
// session. An action beyond them fails with CodeStale if a newer link allows it, and with CodeGameOver if none does:
//
//   - A link can play, send messages and make offers in its game. It can end the game, or accept an offer, only while
//     the game is at the ply of its mail; a reply can accept or decline only an offer that its mail could show (else
//     CodeConflict).
//   - A page link to a finished game only shows it. A reply can still send a message and request a rematch, because it
//     comes from the player's own address.
func (s *Store) ByLink(l Link) *Store {
	handle := *s
	handle.terms.link = &l
	return &handle
}

// Seen returns the current state of the game.
func (g *Game) Seen() Seen { return Seen{g.Ply, g.Takebacks, g.Offers} }

// mayEnd refuses to end a game or to take turns back.
func (t terms) mayEnd(row *gameRow) error {
	if l := t.link; l != nil && (l.Ply != row.Ply || l.Takebacks != row.Takebacks%linktext.MaxTakebacks) {
		return fail(CodeStale, "link_of_other_turn", "game", row.ID)
	}
	if s := t.seen; s != nil && (s.Ply != row.Ply || s.Takebacks != row.Takebacks) {
		return fail(CodeStale, "seen_otherwise", "game", row.ID)
	}
	return nil
}

// mayDecide refuses to accept or decline an offer that the player has not seen.
func (t terms) mayDecide(row *gameRow) error {
	unseen := t.seen != nil && t.seen.Offers != row.Offers
	if l := t.link; l != nil && l.Purpose == LinkReply {
		unseen = unseen || l.Offers != row.Offers%linktext.MaxOffers
	}
	if unseen {
		return fail(CodeConflict, "offer_unseen", "game", row.ID)
	}
	return nil
}

// mayUse refuses actions that are possible after the end of a game but not by a page link.
func (t terms) mayUse(row *gameRow) error {
	if row.Status == Ongoing || t.link == nil || t.link.Purpose != LinkPage {
		return nil
	}
	return fail(CodeGameOver, "link_of_finished_game", "game", row.ID)
}

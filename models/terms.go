package models

// Some players act without having signed in, by the link of a mail, and some decide on a game as they saw it a while
// ago. A handle that knows either bounds what its one use case may do, in the transaction itself:
//
//   - A link plays, says and offers in its game. It ends the game, or accepts an offer, only while the game stands at
//     the ply of its mail; a reply accepts or declines only an offer that its mail could show (else CodeConflict).
//   - A page link to a game that is over shows it, and does nothing else. A reply still says something and asks for a
//     rematch: it comes from the player's own address.
//   - What was decided on a game as it was seen, with Seen, is refused where the game has gone on.

// Seen is a game as a player saw it when they decided.
type Seen struct {
	Ply, Takebacks int
	Offers         int // made in the game so far
}

// terms bound a use case.
type terms struct {
	link *Link // by which the player came; nil: they have signed in
	seen *Seen // the game as the player saw it; nil: as it stands
}

// AsSeen is a handle on the same store for one use case that a player decided on when the game stood so. Ending the
// game is CodeStale where another turn was played by then, and deciding on an offer CodeConflict where it is another.
func (s *Store) AsSeen(seen Seen) *Store {
	handle := *s
	handle.terms.seen = &seen
	return &handle
}

// ByLink is a handle on the same store for one use case that the holder of a link asks for. What the link cannot do is
// CodeStale where a newer one could, and CodeGameOver where none can.
func (s *Store) ByLink(l Link) *Store {
	handle := *s
	handle.terms.link = &l
	return &handle
}

// Seen is the game as it stands.
func (g *Game) Seen() Seen { return Seen{g.Ply, g.Takebacks, g.Offers} }

// mayEnd refuses to end a game, or to go back in it.
func (t terms) mayEnd(row *gameRow) error {
	if l := t.link; l != nil && (l.Ply != row.Ply || l.Takebacks != row.Takebacks%maxLinkTakebacks) {
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
		unseen = unseen || l.Offers != row.Offers%maxLinkOffers
	}
	if unseen {
		return fail(CodeConflict, "offer_unseen", "game", row.ID)
	}
	return nil
}

// mayUse refuses what is possible after the end of a game, and not by a page link.
func (t terms) mayUse(row *gameRow) error {
	if row.Status == Ongoing || t.link == nil || t.link.Purpose != LinkPage {
		return nil
	}
	return fail(CodeGameOver, "link_of_finished_game", "game", row.ID)
}

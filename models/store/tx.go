package store

import (
	"turnpost/models"
	"turnpost/models/core"
)

// Once returns a handle on the same store for one call of one use case. If the use case has already happened under the
// key, its error is a *Replayed; if the key was used for another request, CodeKeyReused. A nil Once returns the store
// itself.
func (s *Store) Once(o *core.Once) *Store {
	if o == nil {
		return s
	}
	handle := *s
	handle.Request = o
	return &handle
}

// AsSeen returns a handle on the same store for one use case that a player decided on in the given state. Ending the
// game fails with CodeStale if another turn was played since, and deciding on an offer with CodeConflict if it is
// another one.
func (s *Store) AsSeen(seen models.Seen) *Store {
	handle := *s
	handle.Guard.Seen = &seen
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
func (s *Store) ByLink(l models.Link) *Store {
	handle := *s
	handle.Guard.Link = &l
	return &handle
}

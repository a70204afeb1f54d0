package core

import (
	"slices"

	"turnpost/models"
	"turnpost/models/db"
	"turnpost/models/schema"
)

// The lists of an inbox.
var (
	InboxToMove = NewGameList(`WHERE g.status = 'ongoing' AND g.to_move_id = ?
		ORDER BY g.deadline_at, g.id` + db.Limit(models.MaxInbox))
	InboxOffers = NewGameList(`WHERE g.id IN (
		SELECT id FROM games WHERE second_id = ? AND status = 'ongoing' AND (draw_by = 0 OR takeback_by = 0)
		UNION SELECT id FROM games WHERE first_id = ? AND status = 'ongoing' AND (draw_by = 1 OR takeback_by = 1))
		ORDER BY g.deadline_at, g.id` + db.Limit(models.MaxInbox))
	InboxMessages = NewGameList(`
		WHERE g.id IN (SELECT game_id FROM chats WHERE player_id = ? AND unread > 0)
		ORDER BY g.updated_at DESC, g.id DESC` + db.Limit(models.MaxInbox))
)

// CachedInbox is a cached inbox. It must not be modified.
type CachedInbox struct {
	State                   int64         // of the database, or an earlier one
	At                      models.Millis // the time at which unexpired challenges were selected
	Email                   string        // of the player, for challenges to their address
	Games, Offers, Messages []*ViewedGame
	Challenges              []models.Challenge
}

// Stands reports whether reading the inbox again would return the same. Time alone adds no challenge, unless a clock
// goes back or others move up.
func (b *CachedInbox) Stands(state int64, email string, now models.Millis) bool {
	return state != 0 && b.State == state && b.Email == email && b.At <= now && len(b.Challenges) < models.MaxInbox
}

// Standing returns the challenges that have not expired.
func (b *CachedInbox) Standing(now models.Millis) []models.Challenge {
	return slices.DeleteFunc(slices.Clone(b.Challenges),
		func(c models.Challenge) bool { return models.ToMillis(c.ExpiresAt) <= now })
}

// Size returns the number of games that the inbox holds, or may hold.
func (b *CachedInbox) Size() int {
	return 1 + len(b.Games) + len(b.Offers) + len(b.Messages) + len(b.Challenges)
}

// The same query with and without the fingerprints of the games to move.
var (
	InboxHasWithFingerprints = "SELECT (" + InboxToMove.Fingerprints + ")," + schema.SelectInboxHas
	InboxHasAlone            = "SELECT ''," + schema.SelectInboxHas
)

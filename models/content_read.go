package models

import (
	"context"

	"turnpost/models/db"
)

// mailData holds the data that every mail to a player needs, read by one query.
type mailData struct {
	to     Player // ID 0: the account was deleted
	epoch  int64  // of the links to them
	banned bool
	game   *viewedGame // nil if the mail is not about a game

	unsaid      bool        // a message of the player was not delivered
	planEnded   PlanEnd     // of the player's plan in the game
	planRefused planRefusal // of the player's plan in the game
}

// selectMailed also finds notices without a game.
var selectMailed = selectViewColumns + `,
	` + readerColumns + `, p.link_epoch, p.banned_at,
	(SELECT COUNT(*) FROM inbound WHERE player_id = p.id AND game_id = g.id AND unsaid = 1),
	COALESCE(plans.ended, ''), COALESCE(plans.ended_detail, '')
	FROM players p LEFT JOIN games g ON g.id = ?
	LEFT JOIN players a ON a.id = g.first_id LEFT JOIN players b ON b.id = g.second_id
	LEFT JOIN turns t ON t.game_id = g.id AND t.ply = g.ply AND g.ply > 0
	LEFT JOIN plans ON plans.game_id = g.id AND plans.player_id = p.id
	WHERE p.id = ? AND p.deleted_at = 0`

// readMailed reads the data for the mail of a notice.
func (s *Store) readMailed(ctx context.Context, n notice) (m mailData, err error) {
	for range rereads {
		if m, err = s.readMailedStored(ctx, n); err != nil || m.game == nil {
			return m, err
		}
		if ok, err := m.game.row.showChanges(s.read(ctx)); ok || err != nil {
			return m, err
		}
	}
	return m, errChanging(n.GameID)
}

// readMailedStored is readMailed with the game as stored.
func (s *Store) readMailedStored(ctx context.Context, n notice) (m mailData, err error) {
	err = db.Query(s.read(ctx), func(c *db.Columns) error {
		m.game = takeViewed(c)
		var to playerRow
		to.takeReader(c)
		m.to, m.epoch, m.banned = to.player(), c.Number(), c.Number() > 0
		m.unsaid, m.planEnded = c.Number() > 0, PlanEnd(c.Text())
		return m.planRefused.Scan(c.Text())
	}, selectMailed, n.GameID, n.PlayerID)
	return m, err
}

// mailedGame returns the game of a mail.
func (s *Store) mailedGame(ctx context.Context, c *Content) (*Game, error) {
	if c.mailed.game == nil {
		return s.Game(ctx, c.row.GameID)
	}
	g := gamesAt(ToMillis(s.now()), []*viewedGame{c.mailed.game})[0]
	return g, s.addRematch(ctx, g)
}

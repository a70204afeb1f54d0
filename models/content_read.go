package models

import (
	"context"

	"turnpost/models/db"
)

// mailed is what every mail to a player asks of the database: it is read at once.
type mailed struct {
	to     Player // ID 0: they have no account any more
	epoch  int64  // of the links to them
	banned bool
	game   *viewedGame // nil where the mail is about none

	unsaid      bool        // something was said to nobody
	planEnded   PlanEnd     // of the player's plan in the game
	planRefused planRefusal // likewise
}

// selectMailed is for notices that are about no game, too.
var selectMailed = selectViewColumns + `,
	` + readerColumns + `, p.link_epoch, p.banned_at,
	(SELECT COUNT(*) FROM inbound WHERE player_id = p.id AND game_id = g.id AND unsaid = 1),
	COALESCE(plans.ended, ''), COALESCE(plans.ended_detail, '')
	FROM players p LEFT JOIN games g ON g.id = ?
	LEFT JOIN players a ON a.id = g.first_id LEFT JOIN players b ON b.id = g.second_id
	LEFT JOIN turns t ON t.game_id = g.id AND t.ply = g.ply AND g.ply > 0
	LEFT JOIN plans ON plans.game_id = g.id AND plans.player_id = p.id
	WHERE p.id = ? AND p.deleted_at = 0`

// readMailed reads what a mail of a notice asks.
func (s *Store) readMailed(ctx context.Context, n notice) (m mailed, err error) {
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

// readMailedStored is readMailed with the game as it is stored.
func (s *Store) readMailedStored(ctx context.Context, n notice) (m mailed, err error) {
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

// mailedGame is the game that a mail is about.
func (s *Store) mailedGame(ctx context.Context, c *Content) (*Game, error) {
	if c.mailed.game == nil {
		return s.Game(ctx, c.row.GameID)
	}
	g := gamesAt(ToMillis(s.now()), []*viewedGame{c.mailed.game})[0]
	return g, s.addRematch(ctx, g)
}

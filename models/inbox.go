package models

import (
	"context"
	"slices"

	"turnpost/models/db"
)

// Inbox is what waits for a player.
type Inbox struct {
	Games      []*Game     // to move, the nearest deadline first
	Offers     []*Game     // the opponent offers something
	Messages   []*Game     // with unread messages, the last changed first
	Challenges []Challenge // to answer, newest first
}

// MaxInbox bounds each part of an inbox.
const MaxInbox = 100

// The parts of an inbox.
var (
	inboxToMove = newGameList(`WHERE g.status = 'ongoing' AND g.to_move_id = ?
		ORDER BY g.deadline_at, g.id` + db.Limit(MaxInbox))
	inboxOffers = newGameList(`WHERE g.id IN (
		SELECT id FROM games WHERE second_id = ? AND status = 'ongoing' AND (draw_by = 0 OR takeback_by = 0)
		UNION SELECT id FROM games WHERE first_id = ? AND status = 'ongoing' AND (draw_by = 1 OR takeback_by = 1))
		ORDER BY g.deadline_at, g.id` + db.Limit(MaxInbox))
	inboxMessages = newGameList(`
		WHERE g.id IN (SELECT game_id FROM chats WHERE player_id = ? AND unread > 0)
		ORDER BY g.updated_at DESC, g.id DESC` + db.Limit(MaxInbox))
)

// Inbox lists what waits for a player.
func (s *Store) Inbox(ctx context.Context, p Player) (Inbox, error) {
	now := ToMillis(s.now())
	seen, err := s.look(ctx).inbox(p, now)
	if err != nil {
		return Inbox{}, err
	}
	return Inbox{
		Games: underWay(now, seen.games), Offers: underWay(now, seen.offers), Messages: gamesAt(now, seen.messages),
		Challenges: seen.standing(now),
	}, nil
}

// underWay shows games by their deadlines, the nearest first. They were read in that order, but for bulk changes that
// some rows do not contain: those change deadlines, and end games.
func underWay(now Millis, list []*viewedGame) []*Game {
	games := slices.DeleteFunc(gamesAt(now, list), func(g *Game) bool { return g.Status != Ongoing })
	slices.SortStableFunc(games, func(a, b *Game) int { return a.Deadline.Compare(b.Deadline) })
	return games
}

// inboxSeen is an inbox as it was read. Whoever keeps it must not change it.
type inboxSeen struct {
	state                   int64  // of the database, or an earlier one
	at                      Millis // the time by which challenges had not expired
	email                   string // of the player, to whom strangers' challenges go
	games, offers, messages []*viewedGame
	challenges              []Challenge
}

// stands tells whether reading it again would bring nothing new. Time brings no challenge, but for a clock that
// went back, or where others would move up.
func (b *inboxSeen) stands(state int64, email string, now Millis) bool {
	return state != 0 && b.state == state && b.email == email && b.at <= now && len(b.challenges) < MaxInbox
}

// standing are the challenges that have not expired.
func (b *inboxSeen) standing(now Millis) []Challenge {
	return slices.DeleteFunc(slices.Clone(b.challenges), func(c Challenge) bool { return ToMillis(c.ExpiresAt) <= now })
}

// size is how many games it holds, or might.
func (b *inboxSeen) size() int {
	return 1 + len(b.games) + len(b.offers) + len(b.messages) + len(b.challenges)
}

// inbox reads an inbox, as far as what was read before does not stand.
func (l look) inbox(p Player, now Millis) (*inboxSeen, error) {
	known := l.seen.inbox(p.ID)
	if known.stands(l.state, p.Email, now) {
		return known, nil
	}
	read := &inboxSeen{state: l.state, at: now, email: p.Email}
	has, err := l.inboxHas(p, len(known.games) > 0)
	if err == nil {
		read.games, err = l.listByPrints(inboxToMove, has.prints, known.games, p.ID)
	}
	if err == nil && has.offers {
		read.offers, err = l.list(inboxOffers, known.offers, p.ID, p.ID)
	}
	if err == nil && has.messages {
		read.messages, err = l.list(inboxMessages, known.messages, p.ID)
	}
	if err == nil && has.challenges {
		read.challenges, _, err = l.Challenges(l.ctx, p, BoxIn, "", MaxInbox)
	}
	if err == nil {
		l.seen.keepInbox(p.ID, read)
	}
	return read, err
}

// inboxHas is what may be in an inbox: to be sure that one of the rarer parts holds nothing costs far less than to
// read it.
type inboxHas struct {
	prints                       string // of the games to move, where they were asked for
	offers, messages, challenges bool
}

const selectInboxHas = `
	EXISTS (SELECT 1 FROM games WHERE second_id = ? AND status = 'ongoing' AND (draw_by = 0 OR takeback_by = 0))
	OR EXISTS (SELECT 1 FROM games WHERE first_id = ? AND status = 'ongoing' AND (draw_by = 1 OR takeback_by = 1)),
	EXISTS (SELECT 1 FROM chats WHERE player_id = ? AND unread > 0),
	EXISTS (SELECT 1 FROM challenges WHERE opponent_id = ? AND status = 'open')
	OR EXISTS (SELECT 1 FROM challenges WHERE invited = ? AND invited <> '')`

// The same with the prints of the games to move, and without.
var (
	inboxHasWithPrints = "SELECT (" + inboxToMove.prints + ")," + selectInboxHas
	inboxHasAlone      = "SELECT ''," + selectInboxHas
)

func (l look) inboxHas(p Player, prints bool) (has inboxHas, err error) {
	query, args := inboxHasAlone, []any{p.ID, p.ID, p.ID, p.ID, emailKeyOf(p)}
	if prints {
		query, args = inboxHasWithPrints, append([]any{p.ID}, args...)
	}
	err = db.Query(l.read(l.ctx), func(c *db.Columns) error {
		has = inboxHas{c.Text(), c.Bool(), c.Bool(), c.Bool()}
		return nil
	}, query, args...)
	return has, err
}

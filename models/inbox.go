package models

import "context"

// Inbox is what waits for a player.
type Inbox struct {
	Games      []*Game     // to move, the nearest deadline first
	Offers     []*Game     // the opponent offers something
	Messages   []*Game     // with unread messages, the last changed first
	Challenges []Challenge // to answer, newest first
}

// maxInbox bounds each part of an inbox.
const maxInbox = 100

// Inbox lists what waits for a player.
func (s *Store) Inbox(ctx context.Context, p Player) (Inbox, error) {
	var box Inbox
	var err error
	box.Games, err = s.viewGames(ctx, selectGameAndTurn+`WHERE g.status = 'ongoing' AND g.to_move_id = ?
		ORDER BY g.deadline_at, g.id`+limitTo(maxInbox), p.ID)
	if err != nil {
		return box, err
	}
	box.Offers, err = s.viewGames(ctx, selectGameAndTurn+`WHERE g.id IN (
		SELECT id FROM games WHERE second_id = ? AND status = 'ongoing' AND (draw_by = 0 OR takeback_by = 0)
		UNION SELECT id FROM games WHERE first_id = ? AND status = 'ongoing' AND (draw_by = 1 OR takeback_by = 1))
		ORDER BY g.deadline_at, g.id`+limitTo(maxInbox), p.ID, p.ID)
	if err != nil {
		return box, err
	}
	box.Messages, err = s.viewGames(ctx, selectGameAndTurn+`
		WHERE g.id IN (SELECT game_id FROM chats WHERE player_id = ? AND unread > 0)
		ORDER BY g.updated_at DESC, g.id DESC`+limitTo(maxInbox), p.ID)
	if err != nil {
		return box, err
	}
	box.Challenges, _, err = s.Challenges(ctx, p, BoxIn, "", maxInbox)
	return box, err
}

package store

import (
	"context"
	"strconv"
	"strings"

	"turnpost/models"
	"turnpost/models/db"
	"turnpost/models/schema"
	"turnpost/rules"
)

// liveChunk is the number of games or players of one query.
const liveChunk = 500

// LiveGames returns the states of the games that exist, by ID.
func (s *Store) LiveGames(ctx context.Context, ids []string) (map[string]models.LiveGame, error) {
	found := make(map[string]models.LiveGame, len(ids))
	for len(ids) > 0 {
		chunk := ids[:min(liveChunk, len(ids))]
		ids = ids[len(chunk):]
		args := make([]any, len(chunk))
		for i, id := range chunk {
			args[i] = id
		}
		err := db.Query(s.Read(ctx), func(c *db.Columns) error {
			id, ply, takebacks, offers := c.Text(), int(c.Number()), int(c.Number()), int(c.Number())
			status, draw, takeback := models.Status(c.Text()), rules.Seat(c.Number()), rules.Seat(c.Number())
			found[id] = models.LiveGame{
				State:   models.LiveState(ply, takebacks, offers, status, draw, takeback),
				Players: [2]int64{c.Number(), c.Number()},
				Unread:  [2]int{int(c.Number()), int(c.Number())},
			}
			return nil
		}, `SELECT g.id, g.ply, g.takebacks, g.offers, g.status, g.draw_by, g.takeback_by, g.first_id, g.second_id,
				`+schema.UnreadBy+`0), 0), `+schema.UnreadBy+`1), 0)
			FROM games g WHERE g.id IN (`+schema.Marks(len(chunk))+`)`, args...)
		if err != nil {
			return nil, err
		}
	}
	return found, nil
}

// LiveInboxes returns the states of the inboxes of players, by ID.
func (s *Store) LiveInboxes(ctx context.Context, players []int64) (map[int64]models.LiveInbox, error) {
	found := make(map[int64]models.LiveInbox, len(players))
	for len(players) > 0 {
		chunk := players[:min(liveChunk, len(players))]
		players = players[len(chunk):]
		args := make([]any, len(chunk))
		for i, id := range chunk {
			args[i] = id
		}
		err := db.Query(s.Read(ctx), func(c *db.Columns) error {
			id, toMove := c.Number(), int(c.Number())
			parts := []string{strconv.Itoa(toMove)}
			for range 4 {
				parts = append(parts, strconv.FormatInt(c.Number(), 10))
			}
			found[id] = models.LiveInbox{Tag: strings.Join(parts, "."), ToMove: toMove}
			return nil
		}, `SELECT p.id,
				(SELECT COUNT(*) FROM games WHERE status = 'ongoing' AND to_move_id = p.id),
				(SELECT COALESCE(MAX(updated_at), 0) FROM games WHERE status = 'ongoing' AND to_move_id = p.id),
				(SELECT COUNT(*) FROM games WHERE second_id = p.id AND status = 'ongoing' AND (draw_by = 0 OR takeback_by = 0))
				+ (SELECT COUNT(*) FROM games WHERE first_id = p.id AND status = 'ongoing' AND (draw_by = 1 OR takeback_by = 1)),
				(SELECT COUNT(*) FROM challenges WHERE opponent_id = p.id AND status = 'open'),
				(SELECT CAST(COALESCE(SUM(unread), 0) AS BIGINT) FROM chats WHERE player_id = p.id AND unread > 0)
			FROM players p WHERE p.id IN (`+schema.Marks(len(chunk))+`)`, args...)
		if err != nil {
			return nil, err
		}
	}
	return found, nil
}

// LiveState identifies the state of the database that LiveGames and LiveInboxes read: while it is equal, they would
// return the same. It is 0 if that is unknown, as on PostgreSQL.
func (s *Store) LiveState(ctx context.Context) int64 { return s.GameCache.State(ctx) }

package models

import (
	"context"
	"database/sql"

	"turnpost/rules"
)

// selectGameAndTurn begins a query of games with their last turns, as far as somebody sees them. The
// position after the last turn, and its hash, are those of the game.
const selectGameAndTurn = `
	SELECT g.id, g.ruleset, g.variant, g.version, g.first_id, g.second_id,
	       g.status, g.position, g.ply, g.to_move, g.to_move_id,
	       g.winner, g.reason, g.pace, g.first_left, g.second_left, g.deadline_at,
	       g.draw_by, g.takeback_by, g.takeback_to, g.takebacks, g.hash, g.created_at, g.updated_at, g.finished_at,
	       a.name, a.away_from, a.away_until, b.name, b.away_from, b.away_until,
	       COALESCE((SELECT unread FROM chats WHERE game_id = g.id AND seat = 0), 0),
	       COALESCE((SELECT unread FROM chats WHERE game_id = g.id AND seat = 1), 0),
	       t.seat, t.turn, t.events, t.message, t.via, t.at` + fromGames +
	`LEFT JOIN turns t ON t.game_id = g.id AND t.ply = g.ply AND g.ply > 0 `

// scanView takes the columns of a row of selectGameAndTurn. last is nil at ply 0.
func (r *gameRow) scanView(rows *sql.Rows) (last *Turn, err error) {
	var n gameNumbers
	var seat, at sql.NullInt64
	var turn, events, message, via sql.NullString
	err = rows.Scan(
		&r.ID, &r.Ruleset, &r.Variant, &n.version, &r.First.ID, &r.Second.ID,
		(*string)(&r.Status), &r.Position, &n.ply, &n.toMove, &r.ToMoveID,
		&n.winner, &r.Reason, &r.Pace, &r.First.Left, &r.Second.Left, (*int64)(&r.DeadlineAt),
		&n.drawBy, &n.takebackBy, &n.takebackTo, &n.takebacks, &r.Hash,
		(*int64)(&r.CreatedAt), (*int64)(&r.UpdatedAt), (*int64)(&r.FinishedAt),
		&r.First.Name, (*int64)(&r.First.AwayFrom), (*int64)(&r.First.AwayUntil),
		&r.Second.Name, (*int64)(&r.Second.AwayFrom), (*int64)(&r.Second.AwayUntil),
		&n.firstUnread, &n.secondUnread,
		&seat, &turn, &events, &message, &via, &at,
	)
	n.into(r)
	if err != nil || !seat.Valid {
		return nil, err
	}
	found := turnRow{
		Ply: r.Ply, Seat: rules.Seat(seat.Int64), Turn: turn.String, Position: r.Position, Events: events.String,
		Message: message.String, Via: Via(via.String), At: Millis(at.Int64), Hash: r.Hash,
	}.turn()
	return &found, nil
}

// viewGames loads games with their last turns by a query that begins with selectGameAndTurn.
func (s *Store) viewGames(ctx context.Context, query string, args ...any) ([]*Game, error) {
	games := []*Game{}
	now := ToMillis(s.now())
	err := queryOn(s.read(ctx), func(rows *sql.Rows) error {
		var row gameRow
		last, err := row.scanView(rows)
		games = append(games, row.gameAfter(now, last))
		return err
	}, query, args...)
	return games, err
}

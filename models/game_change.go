package models

import (
	"context"

	"turnpost/models/db"
	"turnpost/rules"
)

// changeGame changes an ongoing game by one of its players, outside of a turn.
func (s *Store) changeGame(
	ctx context.Context, player int64, id string, change func(tx *Tx, row *gameRow, seat rules.Seat) error,
) (*Game, error) {
	var game *Game
	err := s.write(ctx, func(tx *Tx) error {
		row, seat, err := tx.loadOwnGame(player, id)
		if err != nil {
			return err
		}
		if err := change(tx, row, seat); err != nil {
			return err
		}
		if err := tx.updateGame(row, row.Ply); err != nil {
			return err
		}
		last, err := turnAt(tx.DB, id, row.Ply)
		game = row.gameAfter(tx.at, last)
		tx.setResult(game)
		return err
	})
	return game, err
}

// loadOwnGame loads an ongoing game to change, by one of its players.
func (tx *Tx) loadOwnGame(player int64, id string) (*gameRow, rules.Seat, error) {
	row, err := tx.loadGame(id)
	if err != nil {
		return nil, rules.NoSeat, err
	}
	seat, err := row.ownSeat(player)
	if err == nil && row.Status != Ongoing {
		err = gameOver(row.game(tx.at))
	}
	return row, seat, err
}

// gameOver refuses what only a game under way allows. Its adapter says why the game ended.
func gameOver(g *Game) error {
	e := fail(CodeGameOver, "game_over", "game", g.ID)
	e.Game = g
	return e
}

// ownSeat is a player's seat in their own game.
func (r *gameRow) ownSeat(player int64) (rules.Seat, error) {
	seat := r.seat(player)
	if seat == rules.NoSeat {
		return seat, fail(CodeForbidden, "not_your_game", "game", r.ID)
	}
	return seat, nil
}

// updateGame stores the row where the game still stands at the ply it was loaded at. With the game, its plans are
// over. What only the end of a game changes is left out while it is under way: indexes of it need not be written.
func (tx *Tx) updateGame(row *gameRow, ply int) error {
	query, args := "UPDATE games SET ", []any(nil)
	if row.Status != Ongoing {
		query += "status = ?, winner = ?, reason = ?, finished_at = ?, "
		args = append(args, row.Status, row.Winner, row.Reason, row.FinishedAt)
	}
	err := tx.Defer(db.Deferred{
		Query: query + `position = ?, ply = ?, to_move = ?, to_move_id = ?,
			first_left = ?, second_left = ?, deadline_at = ?, remind_at = ?,
			draw_by = ?, takeback_by = ?, takeback_to = ?, takebacks = ?, offers = ?, hash = ?,
			updated_at = ?, applied_change = ?
			WHERE id = ? AND ply = ? AND status = 'ongoing'`,
		Args: append(args,
			row.Position, row.Ply, row.ToMove, row.ToMoveID,
			row.First.Left, row.Second.Left, row.DeadlineAt, row.RemindAt,
			row.DrawBy, row.TakebackBy, row.TakebackTo, row.Takebacks, row.Offers, row.Hash,
			row.UpdatedAt, row.AppliedChange,
			row.ID, ply),
		Done: func(changed int64) error {
			if changed != 1 {
				return fail(CodeStale, "game_changed", "game", row.ID)
			}
			return nil
		},
	})
	if err != nil || row.Status == Ongoing {
		return err
	}
	if err := tx.DeferExec("DELETE FROM plans WHERE game_id = ?", row.ID); err != nil {
		return err
	}
	return tx.countResult(row)
}

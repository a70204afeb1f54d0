package models

import (
	"context"

	"turnpost/models/db"
	"turnpost/rules"
)

// changeGame runs a change of an ongoing game by one of its players, other than a turn.
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

// loadOwnGame loads an ongoing game for a change by one of its players.
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

// gameOver refuses an action that requires an ongoing game. The adapter adds why the game ended.
func gameOver(g *Game) error {
	e := fail(CodeGameOver, "game_over", "game", g.ID)
	e.Game = g
	return e
}

// ownSeat returns a player's seat in their game.
func (r *gameRow) ownSeat(player int64) (rules.Seat, error) {
	seat := r.seat(player)
	if seat == rules.NoSeat {
		return seat, fail(CodeForbidden, "not_your_game", "game", r.ID)
	}
	return seat, nil
}

// updateGame stores the row if the game is still at the ply at which it was loaded. When the game is over, it deletes
// its plans. Columns that change only at the end are not written before, to avoid updates of their indexes.
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

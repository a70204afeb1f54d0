package core

import (
	"gorm.io/gorm"

	"turnpost/models"
	"turnpost/models/db"
	"turnpost/models/schema"
	"turnpost/rules"
)

// OwnSeat returns a player's seat in their game.
func (r *GameRow) OwnSeat(player int64) (rules.Seat, error) {
	seat := r.Seat(player)
	if seat == rules.NoSeat {
		return seat, models.Fail(models.CodeForbidden, "not_your_game", "game", r.ID)
	}
	return seat, nil
}

// UpdateGame stores the row if the game is still at the ply at which it was loaded. Columns that change only at the end
// are not written before, to avoid updates of their indexes.
//
// At the end of a game it also does this, in this order: it locks the standings of the players, begins an
// absence, enters the result in the game's event, rates the game and stores the standings (enterResult); it stores the
// row, and has the house look again; it deletes the plans of the game, and counts the result in the players' records.
// The notices of the end come before that where no turn ended the game, and after it where one did.
func (tx *Tx) UpdateGame(row *GameRow, ply int) error {
	tx.NoteHouse(row)
	if row.Status != models.Ongoing {
		row.PositionKeys = row.PositionKeys[:0]
		if err := tx.enterResult(row); err != nil {
			return err
		}
	}
	query, args := "UPDATE games SET ", []any(nil)
	if row.Ply != ply {
		query, args = query+schema.SetLastTurn, row.Last.Values()
	}
	if row.Status != models.Ongoing {
		query += "status = ?, winner = ?, reason = ?, finished_at = ?, unrated_because = ?, absence = ?, "
		args = append(args, row.Status, row.Winner, row.Reason, row.FinishedAt, row.UnratedBecause, row.Absence)
	}
	err := tx.Defer(db.Deferred{
		Query: query + `position = ?, ply = ?, to_move = ?, to_move_id = ?,
			first_left = ?, second_left = ?, deadline_at = ?, remind_at = ?,
			draw_by = ?, takeback_by = ?, takeback_to = ?, takebacks = ?, offers = ?, hash = ?,
			updated_at = ?, applied_change = ?, house_at = ?, first_turns = ?, second_turns = ?, days_off = ?,
			position_keys = ?
			WHERE id = ? AND ply = ? AND status = 'ongoing'`,
		Args: append(args,
			row.Position, row.Ply, row.ToMove, row.ToMoveID,
			row.First.Left, row.Second.Left, row.DeadlineAt, row.RemindAt,
			row.DrawBy, row.TakebackBy, row.TakebackTo, row.Takebacks, row.Offers, row.Hash,
			row.UpdatedAt, row.AppliedChange, row.HouseAt, row.First.Turns, row.Second.Turns, row.DaysOff,
			row.PositionKeys,
			row.ID, ply),
		Done: func(changed int64) error {
			if changed != 1 {
				return models.Fail(models.CodeStale, "game_changed", "game", row.ID)
			}
			return nil
		},
	})
	if err == nil {
		err = tx.QueueHouse(row)
	}
	if err != nil || row.Status == models.Ongoing {
		return err
	}
	if err := tx.DeferExec("DELETE FROM plans WHERE game_id = ?", row.ID); err != nil {
		return err
	}
	return tx.countResult(row)
}

// MayAbort reports whether a game can still be aborted: at least one side has not played a turn.
func MayAbort(db *gorm.DB, row *GameRow) (bool, error) {
	var sides int64
	err := db.Raw("SELECT COUNT(DISTINCT seat) FROM game_turns WHERE game_id = ? AND ply > 0", row.ID).Scan(&sides).Error
	return sides < 2, err
}

// Finish ends the row's game if there is a result.
func (r *GameRow) Finish(at models.Millis, result rules.Result) {
	if !result.Over() {
		return
	}
	r.Status = models.Finished
	if models.Unscored(result.Reason) {
		r.Status = models.Aborted
	}
	r.Winner, r.Reason = result.Winner, result.Reason
	r.DrawBy, r.TakebackBy = rules.NoSeat, rules.NoSeat
	r.UpdatedAt, r.FinishedAt, r.DeadlineAt, r.RemindAt, r.HouseAt = at, at, 0, 0, 0
}

// MustBeOffered refuses to accept an offer that the opponent has not made.
func (r *GameRow) MustBeOffered(is bool, kind models.OfferKind) error {
	if is {
		return nil
	}
	return models.Fail(models.CodeConflict, "no_offer", "kind", kind, "action", models.AcceptOffer, "game", r.ID)
}

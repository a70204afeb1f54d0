package models

import (
	"context"

	"gorm.io/gorm"

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
	tx.noteHouse(row)
	if row.Status != Ongoing {
		row.PositionKeys = row.PositionKeys[:0]
		if err := tx.enterResult(row); err != nil {
			return err
		}
	}
	query, args := "UPDATE games SET ", []any(nil)
	if row.Ply != ply {
		query, args = query+setLastTurn, row.Last.values()
	}
	if row.Status != Ongoing {
		query += "status = ?, winner = ?, reason = ?, finished_at = ?, unrated_because = ?, absence = ?, "
		args = append(args, row.Status, row.Winner, row.Reason, row.FinishedAt, row.UnratedBecause, row.absence)
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

// Reasons that the platform adds to those of the rules.
const (
	ReasonResignation = "resignation"
	ReasonAgreement   = "agreement"
	ReasonTimeout     = "timeout"
	ReasonAborted     = "aborted" // before both had played: by a player, or out of time

	ReasonAdjudicated = "adjudicated" // won or drawn by decision of an operator
	ReasonAnnulled    = "annulled"    // ended without a result by an operator
	ReasonWithdrawn   = "withdrawn"   // the loser has withdrawn from the event of the game
)

// Unscored reports whether games that end for a reason have no result.
func Unscored(reason string) bool { return reason == ReasonAborted || reason == ReasonAnnulled }

// ResignGame resigns a game: the opponent wins.
// Errors: CodeNotFound, CodeForbidden for a game of others, CodeGameOver, CodeStale by the terms of the handle.
func (s *Store) ResignGame(ctx context.Context, player int64, game string) (*Game, error) {
	return s.changeGame(ctx, player, game, func(tx *Tx, row *gameRow, seat rules.Seat) error {
		if err := tx.store.terms.mayEnd(row); err != nil {
			return err
		}
		return tx.finishGame(row, rules.Won(seat.Other(), ReasonResignation))
	})
}

// AbortGame ends a game without a result if one side has not played yet.
// Errors: CodeNotFound, CodeForbidden for a game of others, CodeGameOver, CodeConflict if both
// have played, CodeStale by the terms of the handle.
func (s *Store) AbortGame(ctx context.Context, player int64, game string) (*Game, error) {
	return s.changeGame(ctx, player, game, func(tx *Tx, row *gameRow, _ rules.Seat) error {
		if err := tx.store.terms.mayEnd(row); err != nil {
			return err
		}
		if err := tx.mustAbort(row); err != nil {
			return err
		}
		return tx.finishGame(row, rules.Drawn(ReasonAborted))
	})
}

// mustAbort refuses to abort a game if both sides have played.
func (tx *Tx) mustAbort(row *gameRow) error {
	if row.EventID != "" {
		return fail(CodeConflict, "abort_event", "event", row.EventID)
	}
	may, err := mayAbort(tx.DB, row)
	if err == nil && !may {
		err = fail(CodeConflict, "abort_late")
	}
	return err
}

// mayAbort reports whether a game can still be aborted: at least one side has not played a turn.
func mayAbort(db *gorm.DB, row *gameRow) (bool, error) {
	var sides int64
	err := db.Raw("SELECT COUNT(DISTINCT seat) FROM game_turns WHERE game_id = ? AND ply > 0", row.ID).Scan(&sides).Error
	return sides < 2, err
}

// finish ends the row's game if there is a result.
func (r *gameRow) finish(at Millis, result rules.Result) {
	if !result.Over() {
		return
	}
	r.Status = Finished
	if Unscored(result.Reason) {
		r.Status = Aborted
	}
	r.Winner, r.Reason = result.Winner, result.Reason
	r.DrawBy, r.TakebackBy = rules.NoSeat, rules.NoSeat
	r.UpdatedAt, r.FinishedAt, r.DeadlineAt, r.RemindAt, r.HouseAt = at, at, 0, 0, 0
}

// finishGame finishes a game outside of a turn and notifies both players.
func (tx *Tx) finishGame(row *gameRow, result rules.Result) error {
	row.finish(tx.at, result)
	return tx.noticeEnd(row, rules.First, rules.Second)
}

// Ending is an irreversible way to end a game or to take turns back.
type Ending string

// The endings.
const (
	EndByResigning Ending = "resign"
	EndByAborting  Ending = "abort"
	EndByDraw      Ending = "draw"     // accept the opponent's draw offer
	EndByTakeback  Ending = "takeback" // accept the opponent's takeback offer
)

// AskToEnd returns a game that a player considers ending. It changes nothing, and fails if EndGame would.
// Errors: CodeNotFound, CodeForbidden for a game of others, CodeGameOver, CodeConflict if the game cannot end in this
// way, CodeStale by the terms of the handle.
func (s *Store) AskToEnd(ctx context.Context, player int64, game string, end Ending) (*Game, error) {
	tx := s.readTx(ctx)
	row, err := loadGame(tx.DB, game)
	if err != nil {
		return nil, err
	}
	seat, err := row.ownSeat(player)
	if err != nil {
		return nil, err
	}
	g := row.game(tx.at)
	if row.Status != Ongoing {
		return nil, gameOver(g)
	}
	if err := s.terms.mayEnd(row); err != nil {
		return nil, err
	}
	switch end {
	case EndByAborting:
		err = tx.mustAbort(row)
	case EndByDraw:
		err = row.mustBeOffered(row.DrawBy == seat.Other(), DrawOffer)
	case EndByTakeback:
		err = row.mustBeOffered(row.TakebackBy == seat.Other(), TakebackOffer)
	}
	return g, err
}

// mustBeOffered refuses to accept an offer that the opponent has not made.
func (r *gameRow) mustBeOffered(is bool, kind OfferKind) error {
	if is {
		return nil
	}
	return fail(CodeConflict, "no_offer", "kind", kind, "action", AcceptOffer, "game", r.ID)
}

// EndGame ends a game in the given way. For a takeback, ply is the ply that it returns to.
// Errors are those of AskToEnd.
func (s *Store) EndGame(ctx context.Context, player int64, game string, end Ending, ply int) (*Game, error) {
	switch end {
	case EndByAborting:
		return s.AbortGame(ctx, player, game)
	case EndByDraw:
		return s.NegotiateDraw(ctx, player, game, AcceptOffer)
	case EndByTakeback:
		return s.NegotiateTakeback(ctx, player, game, AcceptOffer, ply)
	}
	return s.ResignGame(ctx, player, game)
}

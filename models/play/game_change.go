package play

import (
	"context"

	"turnpost/models"
	"turnpost/models/core"
	"turnpost/models/notice"
	"turnpost/rules"
)

// changeGame runs a change of an ongoing game by one of its players, other than a turn.
func (s *Store) changeGame(
	ctx context.Context, player int64, id string, change func(tx *core.Tx, row *core.GameRow, seat rules.Seat) error,
) (*models.Game, error) {
	var game *models.Game
	err := s.Write(ctx, func(tx *core.Tx) error {
		row, seat, err := loadOwnGame(tx, player, id)
		if err != nil {
			return err
		}
		if err := change(tx, row, seat); err != nil {
			return err
		}
		if err := tx.UpdateGame(row, row.Ply); err != nil {
			return err
		}
		last, err := TurnAt(tx.DB, id, row.Ply)
		game = row.GameAfter(tx.At, last)
		tx.SetResult(game)
		return err
	})
	return game, err
}

// loadOwnGame loads an ongoing game for a change by one of its players.
func loadOwnGame(tx *core.Tx, player int64, id string) (*core.GameRow, rules.Seat, error) {
	row, err := LockGame(tx, id)
	if err != nil {
		return nil, rules.NoSeat, err
	}
	seat, err := row.OwnSeat(player)
	if err == nil && row.Status != models.Ongoing {
		err = models.GameOver(row.Game(tx.At))
	}
	return row, seat, err
}

// ResignGame resigns a game: the opponent wins.
// Errors: CodeNotFound, CodeForbidden for a game of others, CodeGameOver, CodeStale by the terms of the handle.
func (s *Store) ResignGame(ctx context.Context, player int64, game string) (*models.Game, error) {
	return s.changeGame(ctx, player, game, func(tx *core.Tx, row *core.GameRow, seat rules.Seat) error {
		if err := tx.Store.Guard.MayEnd(row); err != nil {
			return err
		}
		return FinishGame(tx, row, rules.Won(seat.Other(), models.ReasonResignation))
	})
}

// AbortGame ends a game without a result if one side has not played yet.
// Errors: CodeNotFound, CodeForbidden for a game of others, CodeGameOver, CodeConflict if both
// have played, CodeStale by the terms of the handle.
func (s *Store) AbortGame(ctx context.Context, player int64, game string) (*models.Game, error) {
	return s.changeGame(ctx, player, game, func(tx *core.Tx, row *core.GameRow, _ rules.Seat) error {
		if err := tx.Store.Guard.MayEnd(row); err != nil {
			return err
		}
		if err := mustAbort(tx, row); err != nil {
			return err
		}
		return FinishGame(tx, row, rules.Drawn(models.ReasonAborted))
	})
}

// mustAbort refuses to abort a game if both sides have played.
func mustAbort(tx *core.Tx, row *core.GameRow) error {
	if row.EventID != "" {
		return models.Fail(models.CodeConflict, "abort_event", "event", row.EventID)
	}
	may, err := core.MayAbort(tx.DB, row)
	if err == nil && !may {
		err = models.Fail(models.CodeConflict, "abort_late")
	}
	return err
}

// FinishGame finishes a game outside of a turn and notifies both players.
func FinishGame(tx *core.Tx, row *core.GameRow, result rules.Result) error {
	row.Finish(tx.At, result)
	return notice.End(tx, row, rules.First, rules.Second)
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
func (s *Store) AskToEnd(ctx context.Context, player int64, game string, end Ending) (*models.Game, error) {
	tx := s.ReadTx(ctx)
	row, err := LoadGame(tx.DB, game)
	if err != nil {
		return nil, err
	}
	seat, err := row.OwnSeat(player)
	if err != nil {
		return nil, err
	}
	g := row.Game(tx.At)
	if row.Status != models.Ongoing {
		return nil, models.GameOver(g)
	}
	if err := s.Guard.MayEnd(row); err != nil {
		return nil, err
	}
	switch end {
	case EndByAborting:
		err = mustAbort(tx, row)
	case EndByDraw:
		err = row.MustBeOffered(row.DrawBy == seat.Other(), models.DrawOffer)
	case EndByTakeback:
		err = row.MustBeOffered(row.TakebackBy == seat.Other(), models.TakebackOffer)
	}
	return g, err
}

// EndGame ends a game in the given way. For a takeback, ply is the ply that it returns to.
// Errors are those of AskToEnd.
func (s *Store) EndGame(ctx context.Context, player int64, game string, end Ending, ply int) (*models.Game, error) {
	switch end {
	case EndByAborting:
		return s.AbortGame(ctx, player, game)
	case EndByDraw:
		return s.NegotiateDraw(ctx, player, game, models.AcceptOffer)
	case EndByTakeback:
		return s.NegotiateTakeback(ctx, player, game, models.AcceptOffer, ply)
	}
	return s.ResignGame(ctx, player, game)
}

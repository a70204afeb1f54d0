package models

import (
	"context"
)

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

package models

import (
	"context"
	"fmt"
	"strings"

	"turnpost/rules"
)

// Resign ends a game: the opponent wins.
func (s *Store) Resign(ctx context.Context, player int64, game string) (*Game, error) {
	return s.changeGame(ctx, player, game, func(tx *Tx, row *gameRow, seat rules.Seat) error {
		return tx.endGame(row, rules.Won(seat.Other(), ReasonResignation))
	})
}

// What offers are of: the Detail of KindOffer, and with " accepted" or " declined"
// of KindOfferAnswer.
const (
	OfferDraw     = "draw"
	OfferTakeback = "takeback"
)

// Action is what a player does about an offer.
type Action string

// Actions.
const (
	Offer         Action = "offer"
	AcceptOffer   Action = "accept"
	DeclineOffer  Action = "decline"
	WithdrawOffer Action = "withdraw"
)

// Draw offers a draw, or answers the offer that stands. Offering while the
// opponent offers accepts.
func (s *Store) Draw(ctx context.Context, player int64, game string, action Action) (*Game, error) {
	return s.changeGame(ctx, player, game, func(tx *Tx, row *gameRow, seat rules.Seat) error {
		theirs, mine := row.DrawBy == seat.Other(), row.DrawBy == seat
		switch {
		case action == Offer && mine:
			return fail(CodeConflict, "you have offered a draw already; %s has not answered yet", row.name(seat.Other()))
		case action == Offer && !theirs:
			row.DrawBy = seat
			return tx.noticeOffer(row, KindOffer, seat.Other(), OfferDraw)
		case action == Offer, action == AcceptOffer && theirs:
			return tx.endGame(row, rules.Drawn(ReasonAgreement))
		case action == DeclineOffer && theirs:
			row.DrawBy = rules.NoSeat
			return tx.noticeOffer(row, KindOfferAnswer, seat.Other(), OfferDraw+" declined")
		case action == WithdrawOffer && mine:
			row.DrawBy = rules.NoSeat
			return tx.dropNotices("the offer was withdrawn", "game_id = ? AND kind = ? AND detail = ?", row.ID, KindOffer, OfferDraw)
		case action == AcceptOffer, action == DeclineOffer, action == WithdrawOffer:
			return fail(CodeConflict, "there is no draw offer to %s in game %s", action, row.ID)
		}
		return invalid("action", "%q: must be offer, accept, decline or withdraw", clip(string(action), 20))
	})
}

// changeGame changes an ongoing game by one of its players, outside of a turn.
func (s *Store) changeGame(ctx context.Context, player int64, id string, change func(tx *Tx, row *gameRow, seat rules.Seat) error) (*Game, error) {
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
		tx.answer(game)
		return err
	})
	return game, err
}

// loadOwnGame loads an ongoing game to change, by one of its players.
func (tx *Tx) loadOwnGame(player int64, id string) (*gameRow, rules.Seat, error) {
	row, err := loadGame(tx.DB, id, tx.forUpdate("g"))
	if err != nil {
		return nil, rules.NoSeat, err
	}
	seat := row.seat(player)
	switch {
	case seat == rules.NoSeat:
		err = fail(CodeForbidden, "you do not play in game %s", id)
	case row.Status != Ongoing:
		err = fail(CodeGameOver, "game %s is over: %s", id, row.Reason)
	}
	return row, seat, err
}

// endGame settles a game outside of a turn and tells both players.
func (tx *Tx) endGame(row *gameRow, result rules.Result) error {
	tx.settle(row, result)
	return tx.noticeEnd(row)
}

// noticeOffer tells a seat of an offer or its answer. Detail says which.
func (tx *Tx) noticeOffer(row *gameRow, kind Kind, to rules.Seat, detail string) error {
	return tx.notify(notice{
		Key:  fmt.Sprintf("%s.%s.%s.%d.%d", kind, strings.ReplaceAll(detail, " ", "-"), row.plyKey(), to, tx.at),
		Kind: kind, PlayerID: row.player(to), Email: row.email(to), GameID: row.ID, Ply: row.Ply, Detail: detail,
	})
}

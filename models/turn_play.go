package models

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"turnpost/models/db"
	"turnpost/rules"
)

// TurnInput is a turn that a player submits.
type TurnInput struct {
	Game      string
	Player    int64
	Ply       *int // the ply that the turn is meant for; nil: the current one
	Takebacks *int // the number of takebacks that the player knew of; nil: the current one
	Text      string
	Message   string // to the opponent, with the turn
	OfferDraw bool
	Plan      string // of the player after the turn, a line each; "" for none
	Via       Via
}

// maxMessage is the maximum length of a message in characters.
const maxMessage = 2000

// PlayTurn plays a turn in one transaction: position, turn, result, its new plan, the replies of plans, and all their
// notices are stored together or not at all. A plan with a turn that ends the game is ignored.
// Errors: CodeInvalid for a malformed field, CodeNotFound, CodeForbidden for a game of others or a
// message if either blocks the other, CodeGameOver, CodeStale, CodeNotYourTurn,
// CodeIllegalTurn, CodeUnreadableTurn. The message of a muted player is left out, which Game.Withheld reports.
func (s *Store) PlayTurn(ctx context.Context, in TurnInput) (*Game, error) {
	lines, err := in.read()
	if err != nil {
		return nil, err
	}
	game, err := s.playOnce(ctx, in, lines)
	if errors.Is(err, errTakesDay) {
		if err := s.FinishOverdue(ctx, in.Game); err != nil {
			return nil, err
		}
		game, err = s.playOnce(ctx, in, lines)
	}
	return game, err
}

// playOnce is PlayTurn without the vacation that may begin as the player's time runs out: errTakesDay.
func (s *Store) playOnce(ctx context.Context, in TurnInput, lines []planLine) (game *Game, err error) {
	err = s.writeTurn(ctx, in, func(tx *Tx) error {
		in := in
		withheld, err := tx.withhold(&in)
		if err != nil {
			return err
		}
		row, err := tx.loadGameToPlay(in.Game)
		if err != nil {
			return err
		}
		if err := tx.mayPlay(row, in); err != nil {
			return err
		}
		if game, err = tx.playTurn(row, in, lines); err != nil {
			return err
		}
		game.Withheld = withheld
		tx.setResult(game)
		return nil
	})
	return game, err
}

// TryTurn validates a turn and its plan like PlayTurn, and returns the game after the turn, before any plan replies. It
// changes nothing. Errors are those of PlayTurn.
func (s *Store) TryTurn(ctx context.Context, in TurnInput) (*Game, error) {
	lines, err := in.read()
	if err != nil {
		return nil, err
	}
	row, err := loadGame(s.read(ctx), in.Game)
	if err != nil {
		return nil, err
	}
	tx := s.readTx(ctx)
	withheld, err := tx.withhold(&in)
	if err != nil {
		return nil, err
	}
	if err := tx.mayPlay(row, in); err != nil && !errors.Is(err, errTakesDay) {
		return nil, err
	}
	played, err := s.applyText(row, in.Text)
	if err != nil {
		return nil, err
	}
	turn, result, err := tx.advanceRow(row, in, played)
	if err != nil {
		return nil, err
	}
	row.finish(tx.at, result)
	if len(lines) > 0 && row.Status == Ongoing {
		if _, err := s.planLines(row, turn.Seat, lines); err != nil {
			return nil, err
		}
	}
	game := row.gameAfter(tx.at, turn)
	game.Withheld = withheld
	return game, nil
}

// withhold removes the message of a muted player, whose turn is played without it, and reports whether it did.
func (tx *Tx) withhold(in *TurnInput) (bool, error) {
	if in.Message == "" {
		return false, nil
	}
	muted, err := tx.muted(in.Player)
	if muted {
		in.Message = ""
	}
	return muted, err
}

// read cleans the message and parses the lines of the plan.
func (in *TurnInput) read() (plan []planLine, err error) {
	if in.Message, err = cleanText("message", in.Message, maxMessage); err != nil || in.Plan == "" {
		return nil, err
	}
	return parsePlan(strings.Split(in.Plan, "\n"))
}

// playTurn plays a turn, stores its plan, and plays the replies of both players' plans, turn after turn. Then it
// notifies the player to move.
func (tx *Tx) playTurn(row *gameRow, in TurnInput, lines []planLine) (*Game, error) {
	played, err := tx.store.applyText(row, in.Text)
	if err != nil {
		return nil, err
	}
	before := row.Position
	turn, err := tx.storeTurn(row, in, played)
	if err != nil {
		return nil, err
	}
	if row.Status == Ongoing {
		plans, err := tx.plansAfter(row, turn.Seat, lines)
		if err != nil {
			return nil, err
		}
		if turn, err = tx.playPlanReplies(row, plans, before, turn); err != nil {
			return nil, err
		}
	}
	return row.gameAfter(tx.at, turn), tx.noticeTurn(row)
}

// mayPlay checks seat, state and ply.
func (tx *Tx) mayPlay(row *gameRow, in TurnInput) error {
	seat, err := row.ownSeat(in.Player)
	if err != nil {
		return err
	}
	if row.Status != Ongoing {
		return gameOver(row.game(tx.at))
	}
	if err := tx.checkPly(row, in.Ply, "other_ply"); err != nil {
		return err
	}
	if in.Takebacks != nil && *in.Takebacks != row.Takebacks {
		return tx.stale(row, "turns_taken_back", "game", row.ID)
	}
	if seat != row.ToMove {
		return fail(CodeNotYourTurn, "not_your_turn", "opponent", row.side(row.ToMove).Name, "game", row.ID)
	}
	if in.Message != "" {
		if err := tx.mayReach(row, seat); err != nil {
			return err
		}
	}
	overdue, err := tx.overdue(row)
	if err != nil || !overdue {
		return err
	}
	if row.extends(row.ToMove) {
		return errTakesDay
	}
	return fail(CodeGameOver, "time_out", "game", row.ID, "at", row.DeadlineAt.Time().Format(time.RFC3339))
}

// checkPly refuses a turn for another ply than the current one.
func (tx *Tx) checkPly(row *gameRow, ply *int, key string) error {
	if ply == nil || *ply == row.Ply {
		return nil
	}
	return tx.stale(row, key, "game", row.ID, "ply", row.Ply, "asked", *ply)
}

// stale returns the error with the current state of the game.
func (tx *Tx) stale(row *gameRow, key string, pairs ...any) error {
	last, err := turnAt(tx.DB, row.ID, row.Ply)
	if err != nil {
		return err
	}
	e := fail(CodeStale, key, pairs...)
	e.Game = row.gameAfter(tx.at, last)
	return e
}

// applyText plays a text on the stored position.
func (s *Store) applyText(row *gameRow, text string) (rules.Played, error) {
	position, err := s.position(row.Ruleset, row.Variant, row.Position)
	if err != nil {
		return rules.Played{}, fmt.Errorf("game %s: %w", row.ID, err)
	}
	played, err := position.Play(text)
	if err != nil {
		return rules.Played{}, refusal(row.Ruleset, err)
	}
	return played, nil
}

// refusal returns the *Error of a turn that the rules refuse.
func refusal(ruleset string, err error) error {
	refused, ok := rules.RefusalOf(err)
	if !ok {
		return err
	}
	e := fail(CodeIllegalTurn, "by_rules", "detail", refused.Sentence())
	if _, unreadable := errors.AsType[*rules.UnreadableTurn](err); unreadable {
		e.Code = CodeUnreadableTurn
	}
	e.Ruleset, e.Refusal, e.Reason = ruleset, refused, refused.Code
	return e
}

// storeTurn stores a legal turn and advances the row.
func (tx *Tx) storeTurn(row *gameRow, in TurnInput, played rules.Played) (*Turn, error) {
	before := row.Ply
	turn, result, err := tx.advanceRow(row, in, played)
	if err != nil {
		return nil, err
	}
	if err := tx.returned(row, turn.Seat); err != nil {
		return nil, err
	}
	if row.finish(tx.at, result); row.Status != Ongoing && tx.preloaded != nil {
		return nil, db.ErrNeedsOwnTx // other transactions lock the players' record rows without the game
	}
	if err := tx.insertTurn(row, turn); err != nil {
		return nil, err
	}
	if err := tx.updateGame(row, before); err != nil || turn.Message == "" {
		return turn, err
	}
	_, err = tx.addMessage(row, turn.Seat, turn.Message, "")
	return turn, err
}

// advanceRow advances the row to the position after a turn and determines the result.
func (tx *Tx) advanceRow(row *gameRow, in TurnInput, played rules.Played) (*Turn, rules.Result, error) {
	result, occurrence, err := tx.resultAfter(row, played.Next)
	if err != nil {
		return nil, result, err
	}
	mover := row.ToMove
	if s := row.side(mover); s.Turns >= 0 {
		s.Turns++
	}
	row.stopClock(tx.at)
	row.Ply++
	row.addKey(keyHash(played.Next.Key()))
	row.Position = played.Next.String()
	row.ToMove = played.Next.ToMove()
	row.ToMoveID = row.side(row.ToMove).ID
	row.startClock(tx.at)
	row.UpdatedAt = tx.at
	row.TakebackBy = rules.NoSeat
	if in.OfferDraw {
		row.DrawBy = mover
		row.Offers++
	} else if row.DrawBy == mover.Other() {
		row.DrawBy = rules.NoSeat // a turn declines the offer
	}
	turn := &Turn{
		Ply: row.Ply, Seat: mover, Text: played.Turn, Position: row.Position, Occurrence: occurrence,
		Events: played.Events, Message: in.Message, Via: in.Via, At: tx.now,
	}
	turn.Hash = turnHash(row.Hash, row.ID, turn)
	row.Hash = turn.Hash
	return turn, result, nil
}

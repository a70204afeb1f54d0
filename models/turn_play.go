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
	Ply       *int // the ply that the turn was thought for; nil: whatever is current
	Takebacks *int // the takebacks that the player knew of; nil: whatever is current
	Text      string
	Message   string // said to the opponent with the turn
	OfferDraw bool
	Plan      string // of the player after the turn, a line each; "" for none
	Via       Via
}

// maxMessage is the longest message in characters.
const maxMessage = 2000

// PlayTurn plays a turn in one transaction: position, turn, result, the plan that comes
// with it, the turns with which plans answer, and the notices of all that are stored together or
// not at all. A plan that comes with the turn that ends the game is ignored.
// Errors: CodeInvalid for a malformed field, CodeNotFound, CodeForbidden for a game of others or a
// message where either blocks the other, CodeGameOver, CodeStale, CodeNotYourTurn,
// CodeIllegalTurn, CodeUnreadableTurn.
func (s *Store) PlayTurn(ctx context.Context, in TurnInput) (*Game, error) {
	lines, err := in.read()
	if err != nil {
		return nil, err
	}
	var game *Game
	err = s.writeTurn(ctx, in, func(tx *Tx) error {
		row, err := tx.loadGameToPlay(in.Game)
		if err != nil {
			return err
		}
		if err := tx.mayPlay(row, in); err != nil {
			return err
		}
		game, err = tx.playTurn(row, in, lines)
		tx.setResult(game)
		return err
	})
	return game, err
}

// TryTurn checks a turn and its plan as PlayTurn would, and returns the game as it would
// stand before any plan answers, without changing anything. Errors are those of PlayTurn.
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
	if err := tx.mayPlay(row, in); err != nil {
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
	return row.gameAfter(tx.at, turn), nil
}

// read cleans the message and reads the lines of the plan.
func (in *TurnInput) read() (plan []planLine, err error) {
	if in.Message, err = cleanText("message", in.Message, maxMessage); err != nil || in.Plan == "" {
		return nil, err
	}
	return parsePlan(strings.Split(in.Plan, "\n"))
}

// playTurn plays a turn, stores the plan that comes with it, and plays what the
// plans of both players answer, turn after turn. Then it tells whoever is to move.
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
	return fail(CodeGameOver, "time_out", "game", row.ID, "at", row.DeadlineAt.Time().Format(time.RFC3339))
}

// checkPly refuses what was thought for another ply than the current one.
func (tx *Tx) checkPly(row *gameRow, ply *int, key string) error {
	if ply == nil || *ply == row.Ply {
		return nil
	}
	return tx.stale(row, key, "game", row.ID, "ply", row.Ply, "asked", *ply)
}

// stale is the error that shows how the game stands now.
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

// refusal makes the *Error of a turn that the rules refuse.
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

// storeTurn stores a turn that is legal and may be played. The row is advanced with it.
func (tx *Tx) storeTurn(row *gameRow, in TurnInput, played rules.Played) (*Turn, error) {
	before := row.Ply
	turn, result, err := tx.advanceRow(row, in, played)
	if err != nil {
		return nil, err
	}
	if row.finish(tx.at, result); row.Status != Ongoing && tx.preloaded != nil {
		return nil, db.ErrNeedsOwnTx // the players' records are rows that others lock without the game
	}
	if err := tx.updateGame(row, before); err != nil {
		return nil, err
	}
	if err := tx.insertTurn(row, turn, keyHash(played.Next)); err != nil || turn.Message == "" {
		return turn, err
	}
	_, err = tx.addMessage(row, turn.Seat, turn.Message, "")
	return turn, err
}

// advanceRow moves the row to the position after a turn and finds the result.
func (tx *Tx) advanceRow(row *gameRow, in TurnInput, played rules.Played) (*Turn, rules.Result, error) {
	result, occurrence, err := tx.resultAfter(row, played.Next)
	if err != nil {
		return nil, result, err
	}
	mover := row.ToMove
	row.stopClock(tx.at)
	row.Ply++
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
		row.DrawBy = rules.NoSeat // a turn is an answer: no
	}
	turn := &Turn{
		Ply: row.Ply, Seat: mover, Text: played.Turn, Position: row.Position, Occurrence: occurrence,
		Events: played.Events, Message: in.Message, Via: in.Via, At: tx.now,
	}
	turn.Hash = turnHash(row.Hash, row.ID, turn)
	row.Hash = turn.Hash
	return turn, result, nil
}

// resultAfter returns the result by the rules, repetition included, and how many times the position has occurred.
func (tx *Tx) resultAfter(row *gameRow, next rules.Position) (result rules.Result, occurrence int, err error) {
	result = next.Result()
	if result.Over() || next.Key() == "" {
		return result, 1, nil
	}
	if tx.preloaded != nil {
		return result, 1, tx.expectNew(row, next)
	}
	if occurrence, err = tx.occurrence(row, next); err == nil && occurrence >= rules.TimesToDraw {
		result = rules.Drawn(rules.ReasonRepetition)
	}
	return result, occurrence, err
}

// expectNew defers the question whether a position is new in its game, as nearly all are. Where it may not be, the turn
// is played again in its own transaction. In a batch on PostgreSQL this saves the round trip that occurrence waits for.
func (tx *Tx) expectNew(row *gameRow, next rules.Position) error {
	return tx.Defer(db.Deferred{
		Query: "SELECT 1 FROM turns WHERE game_id = ? AND key_hash = ?", Args: []any{row.ID, keyHash(next)},
		Take: func(*db.Columns) error { return nil },
		Done: func(n int64) error {
			if n > 0 {
				return db.ErrNeedsOwnTx
			}
			return nil
		},
	})
}

// occurrence counts how many times a position has occurred in its game, this time included. The stored hash of the key
// finds candidates; the key decides.
func (tx *Tx) occurrence(row *gameRow, next rules.Position) (int, error) {
	var candidates []string
	err := db.Query(tx.DB, func(c *db.Columns) error {
		candidates = append(candidates, c.Text())
		return nil
	}, "SELECT position FROM turns"+tx.By("turns_repetition")+" WHERE game_id = ? AND key_hash = ?", row.ID, keyHash(next))
	if err != nil {
		return 0, err
	}
	n, key := 1, next.Key()
	for _, text := range candidates {
		p, err := tx.store.position(row.Ruleset, row.Variant, text)
		if err != nil {
			return 0, err
		}
		if p.Key() == key {
			n++
		}
	}
	return n, nil
}

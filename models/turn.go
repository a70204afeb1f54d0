package models

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"strings"
	"time"

	"turnpost/rules"
)

// TurnInput is a turn that a player submits.
type TurnInput struct {
	Game      string
	Player    int64
	Ply       *int // the ply that the turn was thought for; nil: whatever is current
	Rewinds   *int // the takebacks that the player knew of; nil: whatever is current
	Text      string
	Message   string // said to the opponent with the turn
	OfferDraw bool
	Plan      string // of the player after the turn, a line each; "" for none
	Via       Via
}

// messageMost is the longest message in characters.
const messageMost = 2000

// PlayTurn plays a turn in one transaction: position, turn, result, the plan that comes
// with it, the turns with which plans answer, and the notices of all that are stored together or
// not at all. A plan that comes with the turn that ends the game is ignored.
func (s *Store) PlayTurn(ctx context.Context, in TurnInput) (*Game, error) {
	message, err := cleanText("message", in.Message, messageMost)
	if err != nil {
		return nil, err
	}
	in.Message = message
	lines, err := in.planLines()
	if err != nil {
		return nil, err
	}
	var game *Game
	err = s.write(ctx, func(tx *Tx) error {
		row, err := loadGame(tx.DB, in.Game, tx.forUpdate("g"))
		if err != nil {
			return err
		}
		if err := tx.mayPlay(row, in); err != nil {
			return err
		}
		game, err = tx.playOut(row, in, lines)
		tx.answer(game)
		return err
	})
	return game, err
}

// planLines reads the plan that comes with a turn.
func (in TurnInput) planLines() ([]planLine, error) {
	if in.Plan == "" {
		return nil, nil
	}
	return parsePlan(strings.Split(in.Plan, "\n"))
}

// TryTurn checks a turn and its plan as PlayTurn would, and returns the game as it would
// stand before any plan answers, without changing anything.
func (s *Store) TryTurn(ctx context.Context, in TurnInput) (*Game, error) {
	if _, err := cleanText("message", in.Message, messageMost); err != nil {
		return nil, err
	}
	lines, err := in.planLines()
	if err != nil {
		return nil, err
	}
	row, err := loadGame(s.read(ctx), in.Game, "")
	if err != nil {
		return nil, err
	}
	now := s.now().UTC().Truncate(time.Millisecond)
	tx := &Tx{DB: s.read(ctx), store: s, now: now, at: At(now)}
	if err := tx.mayPlay(row, in); err != nil {
		return nil, err
	}
	played, err := s.playOn(row, in.Text)
	if err != nil {
		return nil, err
	}
	turn, result, err := tx.advance(row, in, played)
	if err != nil {
		return nil, err
	}
	tx.settle(row, result)
	if len(lines) > 0 && row.Status == Ongoing {
		if _, err := s.planLines(row, turn.Seat, lines); err != nil {
			return nil, err
		}
	}
	return row.gameAfter(tx.at, turn), nil
}

// mayPlay checks seat, state and ply.
func (tx *Tx) mayPlay(row *gameRow, in TurnInput) error {
	seat := row.seat(in.Player)
	if seat == rules.NoSeat {
		return fail(CodeForbidden, "you do not play in game %s", row.ID)
	}
	if row.Status != Ongoing {
		return fail(CodeGameOver, "game %s is over: %s", row.ID, row.Reason)
	}
	if err := tx.checkPly(row, in.Ply, "look at the position and send the turn again"); err != nil {
		return err
	}
	if in.Rewinds != nil && *in.Rewinds != row.Rewinds {
		return tx.stale(row, "turns were taken back in game %s; look at the position and send the turn again", row.ID)
	}
	if seat != row.ToMove {
		return fail(CodeNotYourTurn, "%s is to move in game %s; it will be your turn after that", row.name(row.ToMove), row.ID)
	}
	overdue, err := tx.overdue(row)
	if err != nil || !overdue {
		return err
	}
	return fail(CodeGameOver, "your time in game %s ran out at %s", row.ID, row.DeadlineAt.Time().Format(time.RFC3339))
}

// checkPly refuses what was thought for another ply than the current one.
func (tx *Tx) checkPly(row *gameRow, ply *int, advice string) error {
	if ply == nil || *ply == row.Ply {
		return nil
	}
	return tx.stale(row, "game %s stands at ply %d, not %d; %s", row.ID, row.Ply, *ply, advice)
}

// stale is the error that shows how the game stands now.
func (tx *Tx) stale(row *gameRow, format string, args ...any) error {
	last, err := turnAt(tx.DB, row.ID, row.Ply)
	if err != nil {
		return err
	}
	e := fail(CodeStale, format, args...)
	e.Game = row.gameAfter(tx.at, last)
	return e
}

// play stores a turn that is legal and may be played. The row is advanced with it.
func (tx *Tx) play(row *gameRow, in TurnInput, played rules.Played) (*Turn, error) {
	before := row.Ply
	turn, result, err := tx.advance(row, in, played)
	if err != nil {
		return nil, err
	}
	tx.settle(row, result)
	if err := tx.updateGame(row, before); err != nil {
		return nil, err
	}
	return turn, tx.insertTurn(row, turn, keyHash(played.Next))
}

// playOn plays a text on the stored position.
func (s *Store) playOn(row *gameRow, text string) (rules.Played, error) {
	position, err := s.position(row.Ruleset, row.Variant, row.Position)
	if err != nil {
		return rules.Played{}, fmt.Errorf("game %s: %w", row.ID, err)
	}
	played, err := position.Play(text)
	if err != nil {
		return rules.Played{}, refusal(err)
	}
	return played, nil
}

// refusal makes the *Error of a turn that the rules refuse.
func refusal(err error) error {
	code, detail, ok := rules.Refusal(err)
	if !ok {
		return err
	}
	e := fail(CodeIllegalTurn, "%s", detail)
	if _, unreadable := errors.AsType[*rules.UnreadableTurn](err); unreadable {
		e.Code = CodeUnreadableTurn
	}
	e.Reason = code
	return e
}

// advance moves the row to the position after a turn and finds the result.
func (tx *Tx) advance(row *gameRow, in TurnInput, played rules.Played) (*Turn, rules.Result, error) {
	result, err := tx.resultAfter(row, played.Next)
	if err != nil {
		return nil, result, err
	}
	mover := row.ToMove
	row.stopClock(tx.at)
	row.Ply++
	row.Position = played.Next.String()
	row.ToMove = played.Next.ToMove()
	row.ToMoveID = row.player(row.ToMove)
	row.startClock(tx.at)
	row.UpdatedAt = tx.at
	row.BackBy = rules.NoSeat
	if in.OfferDraw {
		row.DrawBy = mover
	} else if row.DrawBy == mover.Other() {
		row.DrawBy = rules.NoSeat // a turn is an answer: no
	}
	turn := &Turn{
		Ply: row.Ply, Seat: mover, Text: played.Turn, Position: row.Position,
		Events: played.Events, Message: in.Message, Via: in.Via, At: tx.now,
	}
	turn.Hash = turnHash(row.Hash, row.ID, turn)
	row.Hash = turn.Hash
	return turn, result, nil
}

// resultAfter is the result by the rules, repetition included.
func (tx *Tx) resultAfter(row *gameRow, next rules.Position) (rules.Result, error) {
	result := next.Result()
	key := next.Key()
	if result.Over() || key == "" {
		return result, nil
	}
	var stood []string
	err := tx.Raw("SELECT position FROM turns WHERE game_id = ? AND key_hash = ?", row.ID, keyHash(next)).Scan(&stood).Error
	if err != nil || len(stood) < rules.TimesToDraw-1 {
		return result, err
	}
	times := 1
	for _, text := range stood { // the hash finds candidates, the key decides
		p, err := tx.store.position(row.Ruleset, row.Variant, text)
		if err != nil {
			return result, err
		}
		if p.Key() == key {
			times++
		}
	}
	if times >= rules.TimesToDraw {
		return rules.Drawn(rules.ReasonRepetition), nil
	}
	return result, nil
}

// settle ends the row's game where there is a result.
func (tx *Tx) settle(row *gameRow, result rules.Result) {
	if !result.Over() {
		return
	}
	row.Status = Finished
	if isAbort(result.Reason) {
		row.Status = Aborted
	}
	row.Winner, row.Reason = result.Winner, result.Reason
	row.DrawBy, row.BackBy = rules.NoSeat, rules.NoSeat
	row.UpdatedAt, row.FinishedAt, row.DeadlineAt, row.RemindAt = tx.at, tx.at, 0, 0
}

// updateGame stores the row where the game still stands at the ply it was loaded at.
// With the game, its plans are over.
func (tx *Tx) updateGame(row *gameRow, ply int) error {
	done := tx.Exec(`
		UPDATE games SET status = ?, position = ?, ply = ?, to_move = ?, to_move_id = ?, winner = ?, reason = ?,
		       left_first = ?, left_second = ?, deadline_at = ?, remind_at = ?,
		       draw_by = ?, back_by = ?, back_to = ?, rewinds = ?, hash = ?, updated_at = ?, finished_at = ?
		WHERE id = ? AND ply = ? AND status = 'ongoing'`,
		row.Status, row.Position, row.Ply, row.ToMove, row.ToMoveID, row.Winner, row.Reason,
		row.LeftFirst, row.LeftSecond, row.DeadlineAt, row.RemindAt,
		row.DrawBy, row.BackBy, row.BackTo, row.Rewinds, row.Hash, row.UpdatedAt, row.FinishedAt,
		row.ID, ply)
	if done.Error == nil && done.RowsAffected != 1 {
		return fail(CodeStale, "game %s has changed meanwhile; look at the position and send the turn again", row.ID)
	}
	if done.Error != nil || row.Status == Ongoing {
		return done.Error
	}
	return tx.Exec("DELETE FROM plans WHERE game_id = ?", row.ID).Error
}

func (tx *Tx) insertTurn(row *gameRow, turn *Turn, hash int64) error {
	events, err := json.Marshal(turn.Events)
	if err != nil {
		return err
	}
	return tx.Exec("INSERT INTO turns (game_id, ply, seat, turn, position, key_hash, events, message, via, at, hash) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
		row.ID, turn.Ply, turn.Seat, turn.Text, turn.Position, hash, string(events), turn.Message, turn.Via, At(turn.At), turn.Hash).Error
}

// keyHash indexes a position for repetition.
func keyHash(p rules.Position) int64 {
	h := fnv.New64a()
	_, _ = h.Write([]byte(p.Key())) // never fails
	return int64(h.Sum64())
}

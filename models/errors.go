package models

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"turnpost/models/db"
	"turnpost/models/pace"
	"turnpost/models/visible"
	"turnpost/rules"
	"turnpost/rules/phrase"
)

// Code is the stable name of an error. Every adapter maps it once: HTTP to a
// status, mail to a reply.
type Code string

// The codes.
const (
	CodeInvalid        Code = "invalid"                // a value is malformed; Field names it
	CodeUnauthorized   Code = "unauthorized"           // no token, or an unknown or revoked one
	CodeTokenExpired   Code = "token_expired"          // the token has expired
	CodeTokenReadOnly  Code = "token_read_only"        // the token may only read
	CodeBadCode        Code = "bad_code"               // a sign-in code is wrong, used or expired
	CodeForbidden      Code = "forbidden"              // the caller is known but lacks the right
	CodeNotFound       Code = "not_found"              // it does not exist
	CodeNameTaken      Code = "name_taken"             // another player has this name
	CodeNotYourTurn    Code = "not_your_turn"          // the other side is to move
	CodeStale          Code = "stale"                  // the given ply is not the current one; Game is the current state
	CodeGameOver       Code = "game_over"              // the game is finished
	CodeConflict       Code = "conflict"               // its state forbids it
	CodeIllegalTurn    Code = "illegal_turn"           // the rules forbid the turn; Reason is their code
	CodeUnreadableTurn Code = "unreadable_turn"        // the text is not a turn; Reason is "syntax"
	CodeBadPosition    Code = "bad_position"           // the text is not a position of the game
	CodeKeyReused      Code = "idempotency_key_reused" // the key was used for a different request
	CodeTooMany        Code = "too_many"               // a limit; RetryAfter seconds
	CodeNotEligible    Code = "not_eligible"           // the player does not meet a limit of a challenge; Field names it
	CodeHouseOff       Code = "house_off"              // the house begins no games
)

// Error describes a mistake of the caller, for readers in any language.
type Error struct {
	Code       Code
	Message    phrase.Message // the message; its words depend on the reader's language
	Field      string         // the invalid input; "" for none
	Ruleset    string         // whose rules refuse, for CodeIllegalTurn, CodeUnreadableTurn and CodeBadPosition
	Refusal    rules.Refusal  // by the rules, for CodeIllegalTurn and CodeUnreadableTurn
	Reason     string         // code of the rules for CodeIllegalTurn and CodeUnreadableTurn
	Index      int            // which of several turns or lines is wrong, from 0; -1 for a single one
	Game       *Game          // the current state, for CodeStale and for CodeGameOver of a game with a result
	RetryAfter int            // seconds, for CodeTooMany
}

// Error returns the code, the field and the key of the message with its arguments, for logs.
func (e *Error) Error() string {
	if e.Field != "" {
		return fmt.Sprintf("%s: %s: %s", e.Code, e.Field, e.Message)
	}
	return fmt.Sprintf("%s: %s", e.Code, e.Message)
}

// CodeOf returns the code of an *Error in err's chain, or "".
func CodeOf(err error) Code {
	if e, ok := errors.AsType[*Error](err); ok {
		return e.Code
	}
	return ""
}

// Unavailable reports whether an error of the store is temporary: the disk is full, or the database is unreachable or
// busy. The caller should try again later.
func Unavailable(err error) bool { return db.Unavailable(err) }

// fail returns an error with a message by its key and pairs of names and values.
func fail(code Code, key string, pairs ...any) *Error {
	return &Error{Code: code, Message: phrase.New("error."+key, pairs...), Index: -1}
}

// invalid returns the error of an input.
func invalid(field, key string, pairs ...any) *Error {
	e := fail(CodeInvalid, key, pairs...)
	e.Field = field
	return e
}

// tooMany returns the error of a limit that ends after a wait.
func tooMany(wait time.Duration, key string, pairs ...any) *Error {
	e := fail(CodeTooMany, key, pairs...)
	e.RetryAfter = int(wait.Seconds()) + 1
	return e
}

// cleanText returns the stored form of a player's text: see visible.Clean.
func cleanText(field, text string, limit int) (string, error) {
	text = visible.Clean(text)
	if n := len([]rune(text)); n > limit {
		return "", invalid(field, "long_text", "n", n, "max", limit)
	}
	return text, nil
}

// damageError is the error of a stored game with a value that no game can have, which somebody has written by hand. It
// is refused before such a value becomes an index, or a time that takes years to count to.
type damageError struct {
	game, column string
	value        any
}

func (e *damageError) Error() string {
	return fmt.Sprintf("game %s is damaged: %s is %v", e.game, e.column, e.value)
}

// latestDeadline is the last deadline that a game can have: JSON has no later times.
var latestDeadline = ToMillis(time.Date(9999, time.December, 31, 0, 0, 0, 0, time.UTC))

// damage returns the first value that no game can have; nil if there is none.
func (r *gameRow) damage() *damageError {
	ongoing := r.Status == Ongoing
	damaged := func(column string, value any) *damageError { return &damageError{r.ID, column, value} }
	switch {
	case r.wrong != nil:
		return damaged(r.wrong.Column, r.wrong.Value)
	case !isSeat(r.ToMove) && (ongoing || r.ToMove != rules.NoSeat):
		return damaged("to_move", r.ToMove)
	case !isSeat(r.Winner) && r.Winner != rules.NoSeat:
		return damaged("winner", r.Winner)
	case !isSeat(r.DrawBy) && r.DrawBy != rules.NoSeat:
		return damaged("draw_by", r.DrawBy)
	case !isSeat(r.TakebackBy) && r.TakebackBy != rules.NoSeat:
		return damaged("takeback_by", r.TakebackBy)
	case r.Ply < 0 || r.Ply >= turnsOfGame:
		return damaged("ply", r.Ply)
	case ongoing && (r.DeadlineAt < 0 || r.DeadlineAt > latestDeadline):
		return damaged("deadline_at", r.DeadlineAt)
	}
	if _, ok := pace.Parse(r.Pace); !ok && ongoing { // a turn would leave the next one no time
		return damaged("pace", r.Pace)
	}
	return nil
}

func isSeat(seat rules.Seat) bool { return seat == rules.First || seat == rules.Second }

// damage returns the first value that no game with its last turn can have; nil if there is none.
func (v *viewedGame) damage() *damageError {
	if damage := v.row.damage(); damage != nil {
		return damage
	}
	if v.last != nil && !isSeat(v.last.Seat) {
		return &damageError{v.row.ID, "the seat of the last turn", v.last.Seat}
	}
	return nil
}

// refuse makes the query of a damaged game fail.
func (e *damageError) refuse(c *db.Columns) {
	if e != nil {
		c.Refuse(e)
	}
}

// withoutDamaged returns the games of a new list that are not damaged, and logs the others. If no other game is left,
// the error is that of the first.
func (s *Store) withoutDamaged(ctx context.Context, list []*viewedGame) ([]*viewedGame, error) {
	whole := list[:0]
	var first *damageError
	for _, v := range list {
		damage := v.damage()
		if damage == nil {
			whole = append(whole, v)
			continue
		}
		first = cmp.Or(first, damage)
		s.log.ErrorContext(ctx, "a list leaves a game out", "error", damage)
	}
	if first != nil && len(whole) == 0 {
		return nil, first
	}
	return whole, nil
}

func isDamage(err error) bool {
	_, is := errors.AsType[*damageError](err)
	return is
}

package models

import (
	"errors"
	"fmt"
	"time"

	"turnpost/models/db"
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
	CodeTokenExpired   Code = "token_expired"          // the token was good, and is no more
	CodeTokenReadOnly  Code = "token_read_only"        // the token may read, and not do this
	CodeBadCode        Code = "bad_code"               // a sign-in code is wrong, used or expired
	CodeForbidden      Code = "forbidden"              // known who, but not theirs to do
	CodeNotFound       Code = "not_found"              // no such thing
	CodeNameTaken      Code = "name_taken"             // another player has this name
	CodeNotYourTurn    Code = "not_your_turn"          // the other side is to move
	CodeStale          Code = "stale"                  // the named ply is not the current one; Game is the state
	CodeGameOver       Code = "game_over"              // the game is finished
	CodeConflict       Code = "conflict"               // the thing is in another state already
	CodeIllegalTurn    Code = "illegal_turn"           // the rules forbid the turn; Reason is their code
	CodeUnreadableTurn Code = "unreadable_turn"        // the text is no turn; Reason is "syntax"
	CodeBadPosition    Code = "bad_position"           // the text is no position of the game
	CodeKeyReused      Code = "idempotency_key_reused" // the key came with another request before
	CodeTooMany        Code = "too_many"               // a limit; RetryAfter seconds
)

// Error says what the caller did wrong, for the caller to read in any language.
type Error struct {
	Code       Code
	Message    phrase.Message // what to say; its words stand with the reader's language
	Field      string         // the input that is wrong, "" where none is
	Ruleset    string         // whose rules refuse, for CodeIllegalTurn, CodeUnreadableTurn and CodeBadPosition
	Refusal    rules.Refusal  // by the rules, for CodeIllegalTurn and CodeUnreadableTurn
	Reason     string         // code of the rules for CodeIllegalTurn and CodeUnreadableTurn
	Index      int            // which of several turns or lines is wrong, from 0; -1 where there is one
	Game       *Game          // the current state for CodeStale and for CodeGameOver of a game that has a result
	RetryAfter int            // seconds for CodeTooMany
}

// Error is for logs: the code, the field and what the message is made of.
func (e *Error) Error() string {
	if e.Field != "" {
		return fmt.Sprintf("%s: %s: %s", e.Code, e.Field, e.Message)
	}
	return fmt.Sprintf("%s: %s", e.Code, e.Message)
}

// CodeOf is the code of an *Error in err's chain, "" where there is none.
func CodeOf(err error) Code {
	if e, ok := errors.AsType[*Error](err); ok {
		return e.Code
	}
	return ""
}

// Unavailable reports whether an error of the store passes by itself or by the operator's hand: the disk is full,
// the database is away or busy. The caller should try again later.
func Unavailable(err error) bool { return db.Unavailable(err) }

// fail makes an error with a message by its key and pairs of names and values.
func fail(code Code, key string, pairs ...any) *Error {
	return &Error{Code: code, Message: phrase.New("error."+key, pairs...), Index: -1}
}

// invalid makes the error of an input.
func invalid(field, key string, pairs ...any) *Error {
	e := fail(CodeInvalid, key, pairs...)
	e.Field = field
	return e
}

// tooMany makes the error of a limit that ends at some time.
func tooMany(wait time.Duration, key string, pairs ...any) *Error {
	e := fail(CodeTooMany, key, pairs...)
	e.RetryAfter = int(wait.Seconds()) + 1
	return e
}

package models

import (
	"errors"
	"fmt"
)

// Code is the stable name of an error. Every mouth maps it once: HTTP to a
// status, mail to a reply.
type Code string

// The codes.
const (
	CodeInvalid        Code = "invalid"                // a value is malformed; Field names it
	CodeUnauthorized   Code = "unauthorized"           // no token, or an unknown or revoked one
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

// Error says what the caller did wrong, for the caller to read.
type Error struct {
	Code       Code
	Message    string // a sentence, safe to show
	Field      string // the input that is wrong, "" where none is
	Reason     string // code of the rules for CodeIllegalTurn and CodeUnreadableTurn
	Index      int    // which of several turns or lines is wrong, from 0; -1 where there is one
	Game       *Game  // the current state for CodeStale
	RetryAfter int    // seconds for CodeTooMany
}

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

// messageOf is the sentence of an *Error in err's chain.
func messageOf(err error) string {
	if e, ok := errors.AsType[*Error](err); ok {
		return e.Message
	}
	return ""
}

func fail(code Code, format string, args ...any) *Error {
	return &Error{Code: code, Message: fmt.Sprintf(format, args...), Index: -1}
}

func invalid(field, format string, args ...any) *Error {
	e := fail(CodeInvalid, format, args...)
	e.Field = field
	return e
}

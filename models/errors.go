package models

import (
	"errors"
	"fmt"
	"time"

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

// Fail returns an error with a message by its key and pairs of names and values.
func Fail(code Code, key string, pairs ...any) *Error {
	return &Error{Code: code, Message: phrase.New("error."+key, pairs...), Index: -1}
}

// Invalid returns the error of an input.
func Invalid(field, key string, pairs ...any) *Error {
	e := Fail(CodeInvalid, key, pairs...)
	e.Field = field
	return e
}

// TooMany returns the error of a limit that ends after a wait.
func TooMany(wait time.Duration, key string, pairs ...any) *Error {
	e := Fail(CodeTooMany, key, pairs...)
	e.RetryAfter = int(wait.Seconds()) + 1
	return e
}

// CleanText returns the stored form of a player's text: see visible.Clean.
func CleanText(field, text string, limit int) (string, error) {
	text = visible.Clean(text)
	if n := len([]rune(text)); n > limit {
		return "", Invalid(field, "long_text", "n", n, "max", limit)
	}
	return text, nil
}

// DamageError is the error of a stored game with a value that no game can have, which somebody has written by hand. It
// is refused before such a value becomes an index, or a time that takes years to count to.
type DamageError struct {
	Game, Column string
	Value        any
}

// Error implements error.
func (e *DamageError) Error() string {
	return fmt.Sprintf("game %s is damaged: %s is %v", e.Game, e.Column, e.Value)
}

// LatestDeadline is the last deadline that a game can have: JSON has no later times.
var LatestDeadline = ToMillis(time.Date(9999, time.December, 31, 0, 0, 0, 0, time.UTC))

// IsSeat reports whether a stored number is a seat.
func IsSeat(seat rules.Seat) bool { return seat == rules.First || seat == rules.Second }

// IsDamage reports whether an error is about a damaged game.
func IsDamage(err error) bool {
	_, is := errors.AsType[*DamageError](err)
	return is
}

// Replayed is the error of a use case that has already happened under its key.
type Replayed struct{ Record []byte }

// Error implements error.
func (e *Replayed) Error() string { return "done before" }

// ErrLeaseLost means that another worker holds the notice by now, or it is settled.
var ErrLeaseLost = errors.New("the lease on the notice is lost")

// Seen is the state of a game that a player saw when they decided.
type Seen struct {
	Ply, Takebacks int
	Offers         int // number made in the game so far
}

// Seen returns the current state of the game.
func (g *Game) Seen() Seen { return Seen{g.Ply, g.Takebacks, g.Offers} }

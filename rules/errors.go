package rules

import (
	"errors"
	"fmt"
)

// Codes of refused turns that every ruleset shares.
const (
	CodeSyntax       = "syntax"
	CodeNoSuchSquare = "no_such_square"
	CodeGameOver     = "game_over"
)

// UnreadableTurn says that a text is no turn at all in a game's notation: it
// was not understood, so no rule was applied.
type UnreadableTurn struct {
	Detail string // one sentence on what was read and how to write a turn
}

func (e *UnreadableTurn) Error() string { return CodeSyntax + ": " + e.Detail }

// IllegalTurn says that a text was understood and the rules forbid it.
type IllegalTurn struct {
	Code   string // stable, listed in Info.Faults
	Detail string // a sentence that names the squares and the rule
}

func (e *IllegalTurn) Error() string { return e.Code + ": " + e.Detail }

// BadPosition says that a text is no position of a game.
type BadPosition struct {
	Detail string // a sentence that names the fault
}

func (e *BadPosition) Error() string { return "bad position: " + e.Detail }

// Unreadable makes an *UnreadableTurn.
func Unreadable(format string, args ...any) error {
	return &UnreadableTurn{Detail: fmt.Sprintf(format, args...)}
}

// Illegal makes an *IllegalTurn.
func Illegal(code, format string, args ...any) error {
	return &IllegalTurn{Code: code, Detail: fmt.Sprintf(format, args...)}
}

// Bad makes a *BadPosition.
func Bad(format string, args ...any) error {
	return &BadPosition{Detail: fmt.Sprintf(format, args...)}
}

// Refusal takes the code and the sentence out of an error of Play or Next. It
// is false for errors that are not about the turn.
func Refusal(err error) (code, detail string, ok bool) {
	if unreadable, is := errors.AsType[*UnreadableTurn](err); is {
		return CodeSyntax, unreadable.Detail, true
	}
	if illegal, is := errors.AsType[*IllegalTurn](err); is {
		return illegal.Code, illegal.Detail, true
	}
	return "", "", false
}

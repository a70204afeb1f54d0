package rules

import (
	"errors"
	"strings"
	"unicode"

	"turnpost/rules/phrase"
)

// Codes of refused turns that all rulesets share.
const (
	CodeSyntax       = "syntax"
	CodeNoSuchSquare = "no_such_square"
	CodeGameOver     = "game_over"
)

// Refusal explains why a turn cannot be played. The phrases of its ruleset turn it into a sentence in the reader's
// language:
//
//	ruleset.Phrases().In(lang).Say(refusal.Sentence())
type Refusal struct {
	Code    string         // stable, listed in Info.Faults
	Message phrase.Message // names the squares and the rule
	Read    string         // the parsed text, if it differs visibly from the typed text; else ""
	Command string         // the command that was probably meant ("resign"), or ""
	Options []string       // legal steps of the piece that was named, in canonical text; at most MaxOptions
	More    int            // number of further legal steps of that piece
}

// Sentence returns the message and, if it differs from the typed text, the parsed text. The message of an unreadable
// turn already quotes it.
func (r Refusal) Sentence() phrase.Message {
	if r.Read == "" || r.Code == CodeSyntax {
		return r.Message
	}
	return phrase.New("refusal.read", "sentence", r.Message, "read", r.Read)
}

// Possible returns the sentence that lists the options, or the zero Message if there are none.
func (r Refusal) Possible() phrase.Message {
	switch {
	case len(r.Options) == 0:
		return phrase.Message{}
	case r.More == 0:
		return phrase.New("refusal.options", "options", r.Options)
	}
	return phrase.New("refusal.options.more", "options", strings.Join(r.Options, ", "), "more", r.More)
}

// Error returns the code and the message, for logs.
func (r Refusal) Error() string { return r.Code + ": " + r.Message.String() }

// UnreadableTurn means that a text is not a turn in the game's notation, so that no rule was applied. Its code is
// always CodeSyntax.
type UnreadableTurn struct{ Refusal }

// IllegalTurn means that a text was parsed and the rules forbid the turn.
type IllegalTurn struct{ Refusal }

// BadPosition means that a text is not a valid position of a game.
type BadPosition struct {
	Message phrase.Message // names the fault
}

func (e *BadPosition) Error() string { return "bad position: " + e.Message.String() }

// Unreadable returns an *UnreadableTurn for the key of a phrase with the names and values of its arguments.
func Unreadable(key string, args ...any) error {
	return &UnreadableTurn{Refusal{Code: CodeSyntax, Message: phrase.New(key, args...)}}
}

// Illegal returns an *IllegalTurn.
func Illegal(code, key string, args ...any) error {
	return &IllegalTurn{Refusal{Code: code, Message: phrase.New(key, args...)}}
}

// Bad returns a *BadPosition.
func Bad(key string, args ...any) error {
	return &BadPosition{Message: phrase.New(key, args...)}
}

// RefusalOf returns the refusal in an error of Play or Next. It reports false for errors that do not concern the
// turn.
func RefusalOf(err error) (Refusal, bool) {
	if unreadable, is := errors.AsType[*UnreadableTurn](err); is {
		return unreadable.Refusal, true
	}
	if illegal, is := errors.AsType[*IllegalTurn](err); is {
		return illegal.Refusal, true
	}
	return Refusal{}, false
}

// maxExcerpt is the maximum length of a quotation in characters.
const maxExcerpt = 40

// Excerpt shortens a text for quotation and removes characters that a terminal or a mail would not display.
func Excerpt(text string) string {
	letters := []rune(strings.Map(func(r rune) rune {
		if r == unicode.ReplacementChar || !unicode.IsPrint(r) {
			return '?'
		}
		return r
	}, text))
	if len(letters) <= maxExcerpt {
		return string(letters)
	}
	return string(letters[:maxExcerpt-1]) + "…"
}

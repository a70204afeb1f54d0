package rules

import (
	"errors"
	"strings"
	"unicode"

	"turnpost/rules/phrase"
)

// Codes of refused turns that every ruleset shares.
const (
	CodeSyntax       = "syntax"
	CodeNoSuchSquare = "no_such_square"
	CodeGameOver     = "game_over"
)

// Refusal says why a turn cannot be played. It becomes a sentence by the phrases
// of its ruleset, in the language of whoever reads it:
//
//	ruleset.Phrases().In(lang).Say(refusal.Sentence())
type Refusal struct {
	Code    string         // stable, listed in Info.Faults
	Message phrase.Message // names the squares and the rule
	Read    string         // what was read, where that looks other than what was typed; else ""
	Command string         // the command that was probably meant ("resign"), "" for none
	Options []string       // what the piece that was named can do instead: canonical steps, at most MaxOptions
	More    int            // how many more it can do
}

// Sentence is the message, and what was read where that differs from what was typed. The
// message of an unreadable turn quotes it already.
func (r Refusal) Sentence() phrase.Message {
	if r.Read == "" || r.Code == CodeSyntax {
		return r.Message
	}
	return phrase.New("refusal.read", "sentence", r.Message, "read", r.Read)
}

// Possible says the options; it is zero where there are none.
func (r Refusal) Possible() phrase.Message {
	switch {
	case len(r.Options) == 0:
		return phrase.Message{}
	case r.More == 0:
		return phrase.New("refusal.options", "options", r.Options)
	}
	return phrase.New("refusal.options.more", "options", strings.Join(r.Options, ", "), "more", r.More)
}

// Error is the code with the message, for logs.
func (r Refusal) Error() string { return r.Code + ": " + r.Message.String() }

// UnreadableTurn says that a text is no turn at all in a game's notation: it
// was not understood, so no rule was applied. Its code is always CodeSyntax.
type UnreadableTurn struct{ Refusal }

// IllegalTurn says that a text was understood and the rules forbid it.
type IllegalTurn struct{ Refusal }

// BadPosition says that a text is no position of a game.
type BadPosition struct {
	Message phrase.Message // names the fault
}

func (e *BadPosition) Error() string { return "bad position: " + e.Message.String() }

// Unreadable makes an *UnreadableTurn of a phrase's key with the names and values of
// its arguments.
func Unreadable(key string, args ...any) error {
	return &UnreadableTurn{Refusal{Code: CodeSyntax, Message: phrase.New(key, args...)}}
}

// Illegal makes an *IllegalTurn.
func Illegal(code, key string, args ...any) error {
	return &IllegalTurn{Refusal{Code: code, Message: phrase.New(key, args...)}}
}

// Bad makes a *BadPosition.
func Bad(key string, args ...any) error {
	return &BadPosition{Message: phrase.New(key, args...)}
}

// RefusalOf finds the refusal in an error of Play or Next. It is false for errors that
// are not about the turn.
func RefusalOf(err error) (Refusal, bool) {
	if unreadable, is := errors.AsType[*UnreadableTurn](err); is {
		return unreadable.Refusal, true
	}
	if illegal, is := errors.AsType[*IllegalTurn](err); is {
		return illegal.Refusal, true
	}
	return Refusal{}, false
}

// maxExcerpt bounds what a sentence quotes of a text, in characters.
const maxExcerpt = 40

// Excerpt shortens a text that a sentence quotes, and takes out what a terminal or a
// mail would not show as a sign.
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

// Package rules decides which turns are legal. It defines the types that all rulesets share (positions, turns, events,
// results, diagrams); each game is a package below it. Everything in it is pure: no clock, no randomness, no files.
//
// Text is the boundary: positions and turns are strings in this API, and each game has its own types for moves.
package rules

import (
	"slices"
	"strings"
	"unicode"

	"turnpost/rules/phrase"
)

// Ruleset is one game with its variants. It is immutable and safe for concurrent use. A game provides a Definition; New
// makes the Ruleset of it.
//
// Languages are BCP 47 tags. English replaces a language in which the game is not whole: see Lacks.
type Ruleset interface {
	// Info describes the game to people and to other packages. The result is shared and must not be modified.
	Info(lang string) Info
	// Phrases returns all phrases of the game. A refusal or a bad position becomes a sentence by
	// Phrases().In(lang).Say(message).
	Phrases() *phrase.Tables
	// Lacks lists what the game lacks in a language, a line each; nothing if it is whole.
	Lacks(lang string) []string
	// Start returns the initial position of a variant. An unknown variant is an error.
	Start(variant string) (Position, error)
	// Parse parses a position text; it is the inverse of Position.String. A text that breaks the notation or an
	// invariant of the game is a *BadPosition that names the fault.
	Parse(variant, text string) (Position, error)
	// Fold normalizes a typed turn as Play does, for the comparison of texts.
	Fold(typed string) string
	// Describe describes the events of one turn in one or more sentences. names are the players by seat; they are
	// inserted verbatim, so the caller must escape the result.
	Describe(lang string, events []Event, names [2]string) string
	// House returns a new Thinker for the game; nil if the house does not play it.
	House() Thinker
}

// Position is a complete state of one game. It is immutable, and its text identifies it.
type Position interface {
	// String returns the canonical, complete text, for storage, tests and logs.
	String() string
	// Key identifies the position for repetition. It leaves out what only counts upward, such as a turn number. It is
	// "" if nothing can repeat.
	Key() string
	// ToMove returns the seat to move; in a finished position, the seat that would be next.
	ToMove() Seat
	// Play validates one whole typed turn and plays it. The error is an *UnreadableTurn or an *IllegalTurn. The
	// receiver never changes.
	Play(turn string) (Played, error)
	// Next lists the continuations of a partial turn. See Options.
	Next(prefix string) (Options, error)
	// Result returns the outcome by the rules of the game. It does not include repetition, which one position cannot
	// show; History adds it.
	Result() Result
	// Diagram describes the board for drawing, without marks of a turn, with words in a language.
	Diagram(lang string) Diagram
}

// Played is a legal turn after it was played.
type Played struct {
	Next   Position // the position after the turn
	Turn   string   // the turn in canonical text
	Events []Event  // the effects of the turn, in order
}

// Options lists the continuations of a partial turn.
//
// The prefix of Position.Next contains any number of complete steps, optionally followed by the beginning of
// another one. A last word that is a complete legal step counts as played. Steps are the complete steps that may
// come next and from which a whole legal turn follows. If the prefix ends with an incomplete step, they are the
// steps that start with it and replace it. In games where a turn is one step, the steps are the legal turns
// themselves and nothing follows a complete one. A prefix that no legal turn starts with is an *UnreadableTurn or
// an *IllegalTurn.
type Options struct {
	MayEnd bool   `json:"may_end"` // the prefix is a legal whole turn
	Steps  []Step `json:"steps"`   // in a fixed order, without duplicates; never nil
}

// Step is one step of a turn, for composing a turn by clicks on the board. Places and Kind together distinguish it from
// every other step of the same Options.
type Step struct {
	Text   string   `json:"text"`   // canonical, without spaces
	Places []string `json:"places"` // touched places in order, named as in the diagram; empty, not nil, for a pass
	Kind   string   `json:"kind"`   // StepMove or another kind of the ruleset
}

// Kinds of steps that several rulesets share. A ruleset may add others; each has a
// phrase step.KIND.
const (
	StepMove  = "move"  // a piece moves
	StepCarry = "carry" // a piece moves with the ball
	StepLeave = "leave" // a piece moves and leaves the ball behind
	StepShoot = "shoot" // a piece stays and the ball flies
	StepKick  = "kick"  // a piece runs onto the ball, which moves on
	StepPlace = "place" // balls come from the stock
	StepEmpty = "empty" // a bowl is emptied
)

// Texts returns the texts of the steps.
func (o Options) Texts() []string {
	texts := make([]string, len(o.Steps))
	for i, step := range o.Steps {
		texts[i] = step.Text
	}
	return texts
}

// Info describes a ruleset.
type Info struct {
	ID       string    // stable, lower case: "hnefatafl"
	Name     string    // "Hnefatafl"
	Version  int       // raised if the same turns lead to different positions; stored games keep theirs
	Summary  string    // one sentence about the game
	Sides    [2]Side   // by seat
	Variants []Variant // the first is the default
	// Suggested is the ID of the variant that a form lists first; "" for the default.
	Suggested string
	Notation  string // the notation of turns: plain text, a few lines of at most 72 columns
	// PositionText explains the position texts of this game: Markdown.
	PositionText string
	Rules        string    // the complete rules, Markdown; see PictureKeys for the lines that refer to Examples
	Credit       string    // the author of the game and the source of the rules, Markdown
	Faults       []Fault   // every code of an unreadable or illegal turn
	Reasons      []Reason  // every reason for the end of a game
	Examples     []Example // shown on the rules page and carried out by a test
}

// Side is one of the two sides of a game.
type Side struct {
	ID   string // stable, lower case: "attackers"
	Name string // display name: "Attackers"
	// Player replaces a player's name in the description of a turn if nobody plays the side: singular, such as
	// "Attack".
	Player string
}

// Variant is a form of a ruleset, such as a board size.
type Variant struct {
	ID      string // stable: "11x11"
	Name    string // with the game's name, suitable for a Subject line: "Hnefatafl 11×11"
	Summary string // one sentence
	Length  string // duration of a game and balance of the sides in a sentence or two; "" if unknown
}

// Fault is a code of an illegal turn and the rule behind it.
type Fault struct {
	Code    string
	Meaning string // one sentence
}

// Reason is a reason for the end of a game, with a phrase.
type Reason struct {
	Code   string // "escape"
	Phrase string // follows the result: "the king reached a corner"
}

// Offered returns the variants in the order of a form: Suggested first.
func (i Info) Offered() []Variant {
	offered := slices.Clone(i.Variants)
	slices.SortStableFunc(offered, func(a, b Variant) int {
		switch i.Suggested {
		case a.ID:
			return -1
		case b.ID:
			return 1
		}
		return 0
	})
	return offered
}

// Seat returns the seat of a side by its ID.
func (i Info) Seat(side string) (Seat, bool) {
	for seat, s := range i.Sides {
		if s.ID == side {
			return Seat(seat), true
		}
	}
	return NoSeat, false
}

// SideID returns the ID of the side in a seat; "" for NoSeat.
func (i Info) SideID(seat Seat) string {
	if seat != First && seat != Second {
		return ""
	}
	return i.Sides[seat].ID
}

// ReasonPhrase returns the phrase for a reason, or the code if there is none.
func (i Info) ReasonPhrase(code string) string {
	for _, r := range i.Reasons {
		if r.Code == code {
			return r.Phrase
		}
	}
	return code
}

// Find returns the ruleset with an ID, or with a name in any language. Case, spaces and hyphens are ignored. It reports
// false if there is none.
func Find(all []Ruleset, name string) (Ruleset, bool) {
	folded := foldName(name)
	if folded == "" {
		return nil, false
	}
	for _, r := range all {
		if foldName(r.Info(phrase.English).ID) == folded {
			return r, true
		}
	}
	for _, r := range all {
		for _, lang := range r.Phrases().Languages() {
			if foldName(r.Info(lang).Name) == folded {
				return r, true
			}
		}
	}
	return nil, false
}

// Variant returns the variant with an ID or a name, compared as by Find; "" is the default variant.
func (i Info) Variant(name string) (Variant, bool) {
	folded := foldName(name)
	for n, v := range i.Variants {
		if v.ID == name || (name == "" && n == 0) {
			return v, true
		}
	}
	for _, v := range i.Variants {
		if folded != "" && (foldName(v.ID) == folded || foldName(v.Name) == folded) {
			return v, true
		}
	}
	return Variant{}, false
}

// foldName folds a name like a turn, to lower case, and keeps only letters and digits.
func foldName(name string) string {
	return strings.Map(func(r rune) rune {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			return -1
		}
		return unicode.ToLower(r)
	}, foldRunes(name))
}

// Package rules says what is legal. It holds the words that every ruleset
// shares (positions, turns, events, results, diagrams); each game is a package
// of its own below it. Everything here is pure: no clock, no chance, no files.
//
// Text is the boundary: positions and turns go in and out as strings, the moves
// stay typed inside each game.
package rules

import (
	"slices"

	"turnpost/rules/phrase"
)

// Ruleset is one game with its variants. It holds no mutable state and may be shared
// between goroutines. A game writes a Definition; New makes the Ruleset of it.
//
// Languages are BCP 47 tags; one that there are no words in is taken as English.
type Ruleset interface {
	// Info describes the game to people and to other packages. It was made once, and is
	// not to be changed.
	Info(lang string) Info
	// Phrases has every word of the game: a refusal or a bad position becomes a sentence
	// by Phrases().In(lang).Say(message).
	Phrases() *phrase.Tables
	// Start is the position that a game of this variant begins with. An
	// unknown variant is an error.
	Start(variant string) (Position, error)
	// Parse reads a position text; it is the inverse of Position.String. A
	// text that breaks the notation or an invariant of the game is a
	// *BadPosition that names the fault.
	Parse(variant, text string) (Position, error)
	// Fold reads what a person typed as a turn as Play reads it, for comparing texts.
	Fold(typed string) string
	// Describe says in plain words what the events of one turn did, as one or more
	// sentences. names are the players by seat; they are used verbatim, so that
	// escaping is the caller's.
	Describe(lang string, events []Event, names [2]string) string
}

// Position is a complete state of one game: immutable, comparable by its text.
type Position interface {
	// String is the canonical, complete text: what is stored, tested and logged.
	String() string
	// Key is what counts for repetition: the position without what only
	// counts upward, such as a turn number. It is "" where nothing can repeat.
	Key() string
	// ToMove is the seat whose turn it is; in a finished position the seat
	// that would be next.
	ToMove() Seat
	// Play checks one whole turn as it was typed and plays it. The error is an
	// *UnreadableTurn or an *IllegalTurn; the position itself never changes.
	Play(turn string) (Played, error)
	// Next lists what may follow this beginning of a turn. See Options.
	Next(prefix string) (Options, error)
	// Result tells whether the game is over by its own rules. Repetition is
	// not seen from one position; History adds it.
	Result() Result
	// Diagram describes the board for drawing, without marks of a turn, its words in a
	// language.
	Diagram(lang string) Diagram
}

// Played is one legal turn, carried out.
type Played struct {
	Next   Position // the position after the turn
	Turn   string   // the turn in canonical text
	Events []Event  // what happened, in the order in which it happened
}

// Options lists how a turn may go on.
//
// The prefix of Position.Next is what the turn has so far: any number of
// complete steps, then perhaps the beginning of one more. A last word that is a
// complete legal step by itself counts as played. Steps are the complete steps
// that may come next and from which a whole legal turn follows; where the prefix ends
// with an unfinished step, they are those that begin with it and stand in its place. In
// games where a turn is one step, the steps are the legal turns themselves and
// nothing follows a complete one. A prefix that no legal turn begins with is an
// *UnreadableTurn or an *IllegalTurn.
type Options struct {
	MayEnd bool   `json:"may_end"` // the prefix is itself a legal whole turn
	Steps  []Step `json:"steps"`   // in a fixed order, without doubles; never nil
}

// Step is one step of a turn, for whoever builds a turn by clicks on the board. Places and
// Kind together distinguish it from every other step of the same Options.
type Step struct {
	Text   string   `json:"text"`   // canonical, without spaces
	Places []string `json:"places"` // that it touches, in order, as the diagram names them; empty, not nil, for a pass
	Kind   string   `json:"kind"`   // what it does, a word of the ruleset: see StepMove and the others
}

// Kinds of steps that several rulesets share. A ruleset may add its own; each has a
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

// Texts are the steps as they are written.
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
	Version  int       // raised when the same turns would lead elsewhere; games remember theirs
	Summary  string    // one sentence on what the game is
	Sides    [2]Side   // by seat
	Variants []Variant // the first is the default
	// Suggested is the ID of the variant that a form for people puts first, "" for the default.
	Suggested string
	Notation  string // how to write a turn: plain text, a few lines of at most 72 columns
	// PositionText says how to read the position texts of this game: Markdown.
	PositionText string
	Rules        string    // the whole rules, Markdown
	Credit       string    // who made the game and which source the rules follow, Markdown
	Faults       []Fault   // every code of an unreadable or illegal turn
	Reasons      []Reason  // every reason for which a game of this ruleset ends
	Examples     []Example // worked turns, shown on the rules page and played by a test
}

// Side is one of the two parties of a game.
type Side struct {
	ID   string // stable, lower case: "attackers"
	Name string // what people call it: "Attackers"
	// Player is the name to describe a turn with where nobody plays the side: singular, so
	// that it takes the place of a player's name, such as "Attack".
	Player string
}

// Variant is a form of a ruleset: another board, another length.
type Variant struct {
	ID      string // stable: "11x11"
	Name    string // with the game's name, enough for a Subject line: "Hnefatafl 11×11"
	Summary string // one sentence
	Length  string // how long a game lasts and which side has it easier, a sentence or two; "" where that is not known
}

// Fault is a code of an illegal turn with the rule behind it.
type Fault struct {
	Code    string
	Meaning string // one sentence
}

// Reason is a way to end a game, with a phrase for people.
type Reason struct {
	Code   string // "escape"
	Phrase string // fits after the result: "the king reached a corner"
}

// Example is one turn worth looking at.
type Example struct {
	Variant  string
	Position string // "" for the start
	Turn     string // what is typed
	Text     string // one or two sentences on what it shows
	Fault    string // the code that it is refused with, "" for a legal turn
}

// Offered are the variants in the order in which a form for people shows them.
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

// Seat finds the seat of a side by its ID.
func (i Info) Seat(side string) (Seat, bool) {
	for seat, s := range i.Sides {
		if s.ID == side {
			return Seat(seat), true
		}
	}
	return NoSeat, false
}

// SideID is the ID of the side in a seat, "" for NoSeat.
func (i Info) SideID(seat Seat) string {
	if seat != First && seat != Second {
		return ""
	}
	return i.Sides[seat].ID
}

// ReasonPhrase is the phrase for a reason, or the code itself where the
// ruleset has none.
func (i Info) ReasonPhrase(code string) string {
	for _, r := range i.Reasons {
		if r.Code == code {
			return r.Phrase
		}
	}
	return code
}

package rules

import (
	"errors"
	"slices"
	"strings"
	"sync"

	"turnpost/rules/phrase"
)

// Definition contains everything that distinguishes one game: names, words and functions for its positions. New makes a
// Ruleset of it.
type Definition struct {
	ID       string    // stable, lower case: "hnefatafl"
	Version  int       // see Info
	Sides    [2]string // IDs of the sides, by seat
	Variants []string  // IDs of the variants; the first is the default
	// Suggested is the variant that a form lists first, if that is not the default.
	Suggested string
	Faults    []string  // every code of a refused turn, in the order of the checks
	Reasons   []string  // every reason for the end of a game
	Examples  []Example // Text is the key of a phrase
	Notation  Notation
	// Words has the phrases that Info needs: name, summary, notation, position (the format of position texts), credit,
	// side.ID, variant.ID, variant.ID.summary, optionally variant.ID.length, fault.CODE, reason.CODE, the texts of
	// the examples, piece.KIND, step.KIND; and those that refusals, descriptions and diagrams of the game name.
	Words Words
	// Start and Parse are called with existing variants, never with "".
	Start func(variant string) (Position, error)
	Parse func(variant, text string) (Position, error)
	// Describe describes the events of one turn, one message a sentence.
	Describe func(events []Event, names [2]string) []phrase.Message
	// House returns a new Thinker; nil if the house does not play this game.
	House func() Thinker
}

// ruleset implements Ruleset for a Definition. It holds what all games have in common: finding variants, normalizing
// typed text, and translation.
type ruleset struct {
	Definition
	infos map[string]func() Info // by language, computed on first use
}

// New returns the ruleset of a game.
func New(d Definition) Ruleset {
	r := &ruleset{Definition: d, infos: map[string]func() Info{}}
	for _, lang := range d.Words.languages() {
		r.infos[lang] = sync.OnceValue(func() Info { return d.Words.info(&d, lang) })
	}
	return r
}

func (r *ruleset) Info(lang string) Info { return r.infos[r.Words.In(lang).Lang()]() }

func (r *ruleset) Phrases() *phrase.Tables { return r.Words.Tables }

func (r *ruleset) Lacks(lang string) []string {
	faults := r.Words.Lacks(lang)
	for i, fault := range faults {
		faults[i] = r.ID + ": " + fault
	}
	return faults
}

func (r *ruleset) Fold(typed string) string { return r.Notation.Fold(typed) }

func (r *ruleset) Describe(lang string, events []Event, names [2]string) string {
	say := r.Words.In(lang)
	sentences := r.Definition.Describe(events, names)
	texts := make([]string, len(sentences))
	for i, m := range sentences {
		texts[i] = say.Say(m)
	}
	return strings.Join(texts, " ")
}

func (r *ruleset) Start(variant string) (Position, error) {
	variant, err := r.variant(variant)
	if err != nil {
		return nil, err
	}
	return r.reading(r.Definition.Start(variant))
}

func (r *ruleset) Parse(variant, text string) (Position, error) {
	variant, err := r.variant(variant)
	if err != nil {
		return nil, err
	}
	return r.reading(r.Definition.Parse(variant, text))
}

func (r *ruleset) House() Thinker {
	if r.Definition.House == nil {
		return nil
	}
	return r.Definition.House()
}

func (r *ruleset) variant(id string) (string, error) {
	if id == "" {
		return r.Variants[0], nil
	}
	if !slices.Contains(r.Variants, id) {
		return "", Bad("position.variant", "variant", Excerpt(id))
	}
	return id, nil
}

func (r *ruleset) reading(p Position, err error) (Position, error) {
	if err != nil {
		return nil, err
	}
	return lenientPosition{p, &r.Notation}, nil
}

// lenientPosition is a position that folds typed text before the game parses it and adds hints to the refusals.
type lenientPosition struct {
	Position
	notation *Notation
}

// Unwrap returns the position as the game's package made it, for the tests of that package, such as counting. It
// parses turns without folding.
func Unwrap(p Position) Position {
	if r, is := p.(lenientPosition); is {
		return r.Position
	}
	return p
}

func (r lenientPosition) Play(typed string) (Played, error) {
	text := r.notation.Fold(typed)
	played, err := r.Position.Play(text)
	if err != nil {
		return Played{}, r.teach(err, typed, text, true)
	}
	played.Next = lenientPosition{played.Next, r.notation}
	return played, nil
}

func (r lenientPosition) Next(typed string) (Options, error) {
	text := r.notation.Fold(typed)
	options, err := r.Position.Next(text)
	if err != nil {
		return Options{}, r.teach(err, typed, text, false)
	}
	return options, nil
}

// teach adds hints to a refusal that do not depend on the game.
func (r lenientPosition) teach(err error, typed, text string, options bool) error {
	var refusal *Refusal
	if unreadable, is := errors.AsType[*UnreadableTurn](err); is {
		refusal = &unreadable.Refusal
		quoted := Excerpt(strings.Join(strings.Fields(typed), " "))
		if refusal.Command = CommandOf(text); refusal.Command != "" {
			refusal.Message = phrase.New("turn.command", "turn", quoted, "command", refusal.Command)
		} else if m := foreignLetter(typed, quoted); !m.IsZero() {
			refusal.Message = m
		}
	} else if illegal, is := errors.AsType[*IllegalTurn](err); is {
		refusal = &illegal.Refusal
	} else {
		return err
	}
	if strings.Join(strings.Fields(typed), " ") != text && text != "" && isASCII(text) && refusal.Code != CodeGameOver {
		refusal.Read = Excerpt(text)
	}
	if options && refusal.Code != CodeGameOver && refusal.Command == "" {
		refusal.Options, refusal.More = r.options(text)
	}
	return err
}

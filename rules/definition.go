package rules

import (
	"errors"
	"slices"
	"strings"
	"sync"

	"turnpost/rules/phrase"
)

// Definition is what a game brings: its names, its words and how a position begins.
// New makes the ruleset of it.
type Definition struct {
	ID       string    // stable, lower case: "hnefatafl"
	Version  int       // see Info
	Sides    [2]string // their IDs, by seat
	Variants []string  // their IDs; the first is the default
	// Suggested is the variant that a form for people puts first, where it is not the default.
	Suggested string
	Faults    []string  // every code of a refused turn, in the order in which faults are looked for
	Reasons   []string  // every reason for which a game ends
	Examples  []Example // Text is the key of a phrase
	Notation  Notation
	// Words has the phrases that Info needs: name, summary, notation, position (how to
	// read a position text), credit, side.ID, variant.ID, variant.ID.summary, perhaps variant.ID.length,
	// fault.CODE, reason.CODE, the texts of the examples, piece.KIND, step.KIND; and all that the
	// refusals, descriptions and diagrams of the game name.
	Words Words
	// Start and Parse are asked for variants that exist, never for "".
	Start func(variant string) (Position, error)
	Parse func(variant, text string) (Position, error)
	// Describe says what the events of one turn did, a message for each sentence.
	Describe func(events []Event, names [2]string) []phrase.Message
}

// ruleset is a Definition at work. What all games do alike is done here: finding
// variants, reading what people type, saying things in a language.
type ruleset struct {
	Definition
	infos map[string]func() Info // by language, made when they are first asked for
}

// New makes the ruleset of a game.
func New(d Definition) Ruleset {
	r := &ruleset{Definition: d, infos: map[string]func() Info{}}
	for _, lang := range d.Words.languages() {
		r.infos[lang] = sync.OnceValue(func() Info { return d.Words.info(&d, lang) })
	}
	return r
}

func (r *ruleset) Info(lang string) Info { return r.infos[r.Words.In(lang).Lang()]() }

func (r *ruleset) Phrases() *phrase.Tables { return r.Words.Tables }

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
	return reading{p, &r.Notation}, nil
}

// reading is a position that folds what people type before the game reads it, and
// that teaches more where a turn is refused.
type reading struct {
	Position
	notation *Notation
}

// Unwrap is the position as its game made it, for what goes on inside the game's
// package, such as counting. It reads turns without folding.
func Unwrap(p Position) Position {
	if r, is := p.(reading); is {
		return r.Position
	}
	return p
}

func (r reading) Play(typed string) (Played, error) {
	text := r.notation.Fold(typed)
	played, err := r.Position.Play(text)
	if err != nil {
		return Played{}, r.teach(err, typed, text, true)
	}
	played.Next = reading{played.Next, r.notation}
	return played, nil
}

func (r reading) Next(typed string) (Options, error) {
	text := r.notation.Fold(typed)
	options, err := r.Position.Next(text)
	if err != nil {
		return Options{}, r.teach(err, typed, text, false)
	}
	return options, nil
}

// teach adds to a refusal what can be known without knowing the game.
func (r reading) teach(err error, typed, text string, options bool) error {
	var refusal *Refusal
	if unreadable, is := errors.AsType[*UnreadableTurn](err); is {
		refusal = &unreadable.Refusal
		if m := foreignLetter(text); !m.IsZero() {
			refusal.Message = m
		} else if refusal.Command = CommandOf(text); refusal.Command != "" {
			refusal.Message = phrase.New("turn.command", "turn", Excerpt(text), "command", refusal.Command)
		}
	} else if illegal, is := errors.AsType[*IllegalTurn](err); is {
		refusal = &illegal.Refusal
	} else {
		return err
	}
	if strings.Join(strings.Fields(typed), " ") != text && text != "" && refusal.Code != CodeGameOver {
		refusal.Read = Excerpt(text)
	}
	if options && refusal.Code != CodeGameOver && refusal.Command == "" {
		refusal.Options, refusal.More = r.options(text)
	}
	return err
}

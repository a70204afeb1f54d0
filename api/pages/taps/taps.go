// Package taps builds a turn from taps on places of a board: one step of the rules after another. It knows no game: the
// rules return the possible steps, and places and kinds distinguish them.
package taps

import (
	"slices"
	"strings"

	"turnpost/models"
	"turnpost/rules"
)

// maxTyped is the maximum length of a partial turn in bytes; the rest is ignored.
const maxTyped = 400

// Build is a turn that is being composed step by step.
type Build struct {
	Typed   string        // the input
	Text    string        // the steps so far, in canonical text
	Steps   []rules.Step  // the steps so far; empty if the turn is known only as a whole
	At      []string      // chosen places of the next step
	Options rules.Options // the possible continuations
	Whole   *models.Game  // the game after the turn; nil while it is incomplete
}

// Rules answers for one position.
type Rules interface {
	// Next returns the steps that may follow the beginning of a turn.
	Next(prefix string) (rules.Options, error)
	// Try returns the game after a turn.
	Try(turn string) (*models.Game, error)
}

// New parses the input, with the places that were tapped after it. If it does not start a legal turn, New returns the
// error together with the legal part.
func New(r Rules, typed string, at []string) (*Build, error) {
	b := &Build{Typed: strings.TrimSpace(typed), At: at}
	if len(b.Typed) > maxTyped {
		b.Typed = strings.ToValidUTF8(b.Typed[:maxTyped], "")
	}
	rest, err := b.walk(r, b.Typed)
	if err != nil || rest == "" {
		b.dropUnknownPlaces()
		return b, err
	}
	// Not in the notation of the rules' steps: parse it as a whole.
	if whole, err := r.Try(b.Typed); err == nil {
		if rest, err = b.walk(r, whole.LastTurn.Text); err != nil || rest != "" {
			b.Text, b.Steps, b.Options, b.Whole = whole.LastTurn.Text, nil, rules.Options{MayEnd: true}, whole
		}
		b.dropUnknownPlaces()
		return b, nil
	} else if options, nextErr := r.Next(b.Typed); nextErr == nil && len(options.Steps) > 0 {
		return b, b.begin(r, options)
	} else {
		b.At = nil
		return b, err
	}
}

// walk parses the steps at the start of a turn; rest is the remainder that is not a step.
func (b *Build) walk(r Rules, turn string) (rest string, err error) {
	b.Text, b.Steps, b.Whole = "", nil, nil
	if b.Options, err = r.Next(""); err != nil {
		return "", err
	}
	words := strings.Fields(turn)
	for len(words) > 0 {
		i := slices.IndexFunc(b.Options.Steps, func(s rules.Step) bool { return strings.EqualFold(s.Text, words[0]) })
		if i < 0 {
			return strings.Join(words, " "), nil
		}
		b.Steps = append(b.Steps, b.Options.Steps[i])
		b.Text = Join(b.Text, b.Options.Steps[i].Text)
		words = words[1:]
		if b.Options, err = r.Next(b.Text); err != nil {
			return "", err
		}
	}
	if b.Options.MayEnd && b.Text != "" {
		b.Whole, err = r.Try(b.Text)
	}
	return "", err
}

// begin handles a text that does not end with a step of the rules: it ends with the beginning of one of the next steps,
// whose common places are then chosen, or has steps in another notation.
func (b *Build) begin(r Rules, next rules.Options) (err error) {
	at := commonPlaces(next.Steps)
	switch {
	case !slices.ContainsFunc(b.Options.Steps, func(s rules.Step) bool { return s.Text == next.Steps[0].Text }):
		b.Text, b.Steps, b.Options, at = b.Typed, nil, next, nil
	case len(at) == 0:
		b.Options = next
	default:
		_, err = b.walk(r, b.Text)
	}
	b.At = at
	return err
}

// dropUnknownPlaces clears the chosen places if no step starts with them.
func (b *Build) dropUnknownPlaces() {
	if len(b.At) > 0 && len(b.Matching(b.At)) == 0 {
		b.At = nil
	}
}

// Join returns a turn with one more step.
func Join(turn, step string) string {
	if turn == "" {
		return step
	}
	return turn + " " + step
}

// Back returns the turn without its last step; ok is false if there is none.
func (b *Build) Back() (turn string, ok bool) {
	if len(b.Steps) == 0 {
		return "", b.Text != ""
	}
	for _, s := range b.Steps[:len(b.Steps)-1] {
		turn = Join(turn, s.Text)
	}
	return turn, true
}

// Matching returns the possible steps that start with the given places.
func (b *Build) Matching(at []string) []rules.Step {
	if len(at) == 0 {
		return b.Options.Steps
	}
	var list []rules.Step
	for _, s := range b.Options.Steps {
		if len(s.Places) >= len(at) && slices.Equal(s.Places[:len(at)], at) {
			list = append(list, s)
		}
	}
	return list
}

// Tap is the result of choosing one more place: a step, or more chosen places.
type Tap struct {
	Place string
	Turn  string   // the partial turn after the tap
	At    []string // the chosen places after the tap; empty if it completes a step
	Steps []rules.Step
}

// Taps returns the places that can follow the chosen ones, in the order of the steps. A place with a single step
// completes it; a place with several steps chooses all places that these have in common.
func (b *Build) Taps(at []string) []Tap {
	var list []Tap
	steps := b.Matching(at)
	for n, s := range steps {
		if len(s.Places) == len(at) {
			continue // chosen from the list
		}
		place := s.Places[len(at)]
		i := slices.IndexFunc(list, func(c Tap) bool { return c.Place == place })
		if i < 0 {
			list = append(list, Tap{Place: place, Steps: steps[n : n+1 : n+1]})
			continue
		}
		c := &list[i]
		if from := n - len(c.Steps); &steps[from] == &c.Steps[0] { // they follow one another, as most do
			c.Steps = steps[from : n+1 : n+1]
		} else {
			c.Steps = append(c.Steps, s)
		}
	}
	for i := range list {
		c := &list[i]
		if len(c.Steps) == 1 {
			c.Turn = Join(b.Text, c.Steps[0].Text)
			continue
		}
		c.Turn, c.At = b.Text, commonPlaces(c.Steps)
	}
	return list
}

// commonPlaces returns the longest common prefix of the steps' places.
func commonPlaces(steps []rules.Step) []string {
	way := steps[0].Places
	for _, s := range steps[1:] {
		n := 0
		for n < min(len(way), len(s.Places)) && way[n] == s.Places[n] {
			n++
		}
		way = way[:n]
	}
	return way
}

package rules

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// Example is an instructive picture for the rules page: a worked turn, a refused turn, or, with Targets, the places to
// which a piece may go.
type Example struct {
	// Key identifies the example within its ruleset, in addresses and in the text of the rules. New derives it from
	// Text: "jump" for the phrase example.jump.
	Key      string
	Variant  string // "" for the default
	Position string // "" for the start position
	Turn     string // as typed; "" with Targets
	Text     string // explanation in one or two sentences
	Fault    string // the code of its refusal; "" for a legal turn
	// Targets is the place of the piece whose steps the example shows, as Position.Next lists them.
	Targets string
	Kind    string // with Targets: the kind of the steps; "" for all kinds
}

// Worked is an example after it was carried out.
type Worked struct {
	Example
	Variant Variant
	Before  Position
	Played  Played   // Next is nil unless the example is a legal turn
	Refusal *Refusal // of a refused turn
	Steps   []Step   // with Targets: the steps that start at the place, at least one
}

// Legal reports whether the example is a legal turn.
func (w Worked) Legal() bool { return w.Played.Next != nil }

// exampleKey is the prefix of the phrases of examples.
const exampleKey = "example."

// Work carries out an example. The error says how it differs from its documented result.
func (e Example) Work(r Ruleset, lang string) (Worked, error) {
	w := Worked{Example: e}
	var known bool
	if w.Variant, known = r.Info(lang).Variant(e.Variant); !known {
		return w, fmt.Errorf("example %s: there is no variant %q", e.Key, e.Variant)
	}
	var err error
	if e.Position == "" {
		w.Before, err = r.Start(w.Variant.ID)
	} else {
		w.Before, err = r.Parse(w.Variant.ID, e.Position)
	}
	switch {
	case err != nil:
	case e.Targets != "":
		err = w.list()
	default:
		err = w.play()
	}
	if err != nil {
		return w, fmt.Errorf("example %s: %w", e.Key, err)
	}
	return w, nil
}

func (w *Worked) play() error {
	played, err := w.Before.Play(w.Turn)
	refusal, refused := RefusalOf(err)
	switch {
	case refused && refusal.Code == w.Fault:
		w.Refusal = &refusal
	case err != nil:
		return err
	case w.Fault != "":
		return fmt.Errorf("%q is legal, want %s", w.Turn, w.Fault)
	default:
		w.Played = played
	}
	return nil
}

func (w *Worked) list() error {
	options, err := w.Before.Next("")
	if err != nil {
		return err
	}
	for _, step := range options.Steps {
		if len(step.Places) > 0 && step.Places[0] == w.Targets && (w.Kind == "" || w.Kind == step.Kind) {
			w.Steps = append(w.Steps, step)
		}
	}
	if len(w.Steps) == 0 {
		return errors.New("no step starts at " + w.Targets)
	}
	return nil
}

// Ends returns the places where a step puts pieces or balls: every place when balls are sown, else the last one. It is
// empty for a pass.
func (s Step) Ends() []string {
	if s.Kind == StepPlace || s.Kind == StepEmpty || len(s.Places) == 0 {
		return s.Places
	}
	return s.Places[len(s.Places)-1:]
}

var (
	pictureLine = regexp.MustCompile(`^(!\[\]\([a-z0-9_]+\) ?)+$`)
	pictureKey  = regexp.MustCompile(`\(([a-z0-9_]+)\)`)
)

// PictureKeys returns the keys of the examples to which a line of a rules text refers. Such a line contains only
// Markdown images whose addresses are keys of examples, such as "![](jump) ![](blocked)"; each form of the rules page
// shows it in its own way.
func PictureKeys(line string) []string {
	line = strings.TrimSpace(line)
	if !pictureLine.MatchString(line) {
		return nil
	}
	var keys []string
	for _, match := range pictureKey.FindAllStringSubmatch(line, -1) {
		keys = append(keys, match[1])
	}
	return keys
}

// Example returns the example with a key.
func (i Info) Example(key string) (Example, bool) {
	at := slices.IndexFunc(i.Examples, func(e Example) bool { return e.Key == key })
	if at < 0 {
		return Example{}, false
	}
	return i.Examples[at], true
}

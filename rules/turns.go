package rules

import (
	"slices"
	"strings"
)

// Turns lists whole legal turns that begin with a prefix, at most limit of them, as canonical text in the order of
// Next: a turn that may end or go on comes before its continuations. The list begins behind a turn of an earlier list,
// or at the first one if after is "". The result more reports whether turns follow. Different turns may lead to the
// same position.
//
// A prefix of no legal turn is an *UnreadableTurn or an *IllegalTurn; known is false if after is not such a turn.
func Turns(p Position, prefix, after string, limit int) (turns []string, more, known bool, err error) {
	w := turnWalk{position: p, limit: limit, turns: []string{}}
	options, err := p.Next(prefix)
	if err != nil || !options.MayEnd && len(options.Steps) == 0 {
		return w.turns, false, after == "", err
	}
	base, err := w.canonical(prefix, options)
	if err != nil {
		return nil, false, false, err
	}
	if after != "" {
		rest, within := strings.CutPrefix(after, base)
		if !within {
			return nil, false, false, nil
		}
		w.skip, w.skipping = strings.Fields(rest), true
	}
	err = w.walk(base, options)
	return w.turns, w.more, !w.skipping, err
}

// turnWalk collects turns depth first.
type turnWalk struct {
	position Position
	limit    int
	turns    []string
	more     bool // the limit is reached and another turn was found
	// While skipping, skip is the rest of the path to the turn behind which the list begins.
	skipping bool
	skip     []string
}

// canonical returns the complete steps of a typed prefix as canonical text. The options are those after the prefix;
// they replace its last word if it is the beginning of a step.
func (w *turnWalk) canonical(prefix string, options Options) (string, error) {
	if strings.TrimSpace(prefix) == "" {
		return "", nil
	}
	typed, steps := Complete(w.position.Next, prefix, options), 0
	for next := options; !next.MayEnd; steps++ {
		typed += " " + next.Steps[0].Text
		var err error
		if next, err = w.position.Next(typed); err != nil {
			return "", err
		}
	}
	played, err := w.position.Play(typed)
	if err != nil {
		return "", err
	}
	words := strings.Fields(played.Turn)
	return strings.Join(words[:len(words)-steps], " "), nil
}

// Complete returns the complete steps of a typed prefix: it leaves out a last, incomplete step, which the options after
// the prefix replace. next is Position.Next.
func Complete(next func(prefix string) (Options, error), prefix string, options Options) string {
	if options.MayEnd || len(options.Steps) == 0 {
		return prefix
	}
	// The beginning of a step may be several words, such as "d1 - d" for "d1-d4".
	words := strings.Fields(prefix)
	for n := len(words); n > 0; n-- {
		whole := strings.Join(words[:n], " ")
		if _, err := next(whole + " " + options.Steps[0].Text); err == nil {
			return whole
		}
	}
	return ""
}

// walk appends the turns that begin with a prefix, of which options lists the continuations.
func (w *turnWalk) walk(prefix string, options Options) error {
	first := 0
	switch {
	case w.skipping && len(w.skip) == 0: // the turn that the earlier list ended with
		if w.skipping = !options.MayEnd; w.skipping {
			return nil
		}
	case w.skipping:
		if first = slices.IndexFunc(options.Steps, func(s Step) bool { return s.Text == w.skip[0] }); first < 0 {
			return nil
		}
		w.skip = w.skip[1:]
	case options.MayEnd && len(w.turns) == w.limit:
		w.more = true
	case options.MayEnd:
		w.turns = append(w.turns, prefix)
	}
	for _, step := range options.Steps[first:] {
		if w.more {
			break
		}
		turn := strings.TrimSpace(prefix + " " + step.Text)
		next, err := w.position.Next(turn)
		if err == nil {
			err = w.walk(turn, next)
		}
		if err != nil || w.skipping { // the path leads nowhere
			return err
		}
	}
	return nil
}

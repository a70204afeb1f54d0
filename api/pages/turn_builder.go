package pages

import (
	"slices"
	"strings"

	"turnpost/models"
	"turnpost/rules"
)

// maxTyped is the longest beginning of a turn that is looked at, in bytes.
const maxTyped = 400

// build is a turn that is being put together, step by step. It knows no game: what may
// follow is what the rules say, and the places and kinds of steps tell them apart.
type build struct {
	Typed   string        // as it came
	Text    string        // the steps so far, in canonical text
	Steps   []rules.Step  // the steps so far; none where the turn is known as a whole only
	At      []string      // places of the next step that are chosen already
	Options rules.Options // what may follow
	Whole   *models.Game  // the game after the turn, nil where it is none yet
}

// turnRules are the rules of one position, as the store asks them.
type turnRules interface {
	next(prefix string) (rules.Options, error)
	try(turn string) (*models.Game, error)
}

// newBuild reads what is chosen so far. What begins no legal turn is an error, with the
// beginning of the turn in the build.
func newBuild(r turnRules, typed string, at []string) (*build, error) {
	b := &build{Typed: strings.TrimSpace(typed), At: at}
	if len(b.Typed) > maxTyped {
		b.Typed = strings.ToValidUTF8(b.Typed[:maxTyped], "")
	}
	rest, err := b.walk(r, b.Typed)
	if err != nil || rest == "" {
		b.settleAt()
		return b, err
	}
	// Not written as the rules write it: read it whole.
	if whole, err := r.try(b.Typed); err == nil {
		if rest, err = b.walk(r, whole.LastTurn.Text); err != nil || rest != "" {
			b.Text, b.Steps, b.Options, b.Whole = whole.LastTurn.Text, nil, rules.Options{MayEnd: true}, whole
		}
		b.settleAt()
		return b, nil
	} else if options, nextErr := r.next(b.Typed); nextErr == nil && len(options.Steps) > 0 {
		b.Options, b.At = options, nil
		return b, nil
	} else {
		b.At = nil
		return b, err
	}
}

// walk takes steps off the beginning of a turn. rest is what is no step.
func (b *build) walk(r turnRules, turn string) (rest string, err error) {
	b.Text, b.Steps, b.Whole = "", nil, nil
	if b.Options, err = r.next(""); err != nil {
		return "", err
	}
	words := strings.Fields(turn)
	for len(words) > 0 {
		i := slices.IndexFunc(b.Options.Steps, func(s rules.Step) bool { return strings.EqualFold(s.Text, words[0]) })
		if i < 0 {
			return strings.Join(words, " "), nil
		}
		b.Steps = append(b.Steps, b.Options.Steps[i])
		b.Text = joined(b.Text, b.Options.Steps[i].Text)
		words = words[1:]
		if b.Options, err = r.next(b.Text); err != nil {
			return "", err
		}
	}
	if b.Options.MayEnd && b.Text != "" {
		b.Whole, err = r.try(b.Text)
	}
	return "", err
}

// settleAt forgets chosen places that no step has.
func (b *build) settleAt() {
	if len(b.matching(b.At)) == 0 {
		b.At = nil
	}
}

// joined is a turn with one more step.
func joined(turn, step string) string {
	if turn == "" {
		return step
	}
	return turn + " " + step
}

// back is the turn without its last step; ok is false where there is none.
func (b *build) back() (turn string, ok bool) {
	if len(b.Steps) == 0 {
		return "", b.Text != ""
	}
	for _, s := range b.Steps[:len(b.Steps)-1] {
		turn = joined(turn, s.Text)
	}
	return turn, true
}

// matching are the steps that may follow and begin with places.
func (b *build) matching(at []string) []rules.Step {
	var list []rules.Step
	for _, s := range b.Options.Steps {
		if len(s.Places) >= len(at) && slices.Equal(s.Places[:len(at)], at) {
			list = append(list, s)
		}
	}
	return list
}

// click is what choosing one more place leads to: a step, or more chosen places.
type click struct {
	Place string
	Turn  string   // the beginning of the turn after it
	At    []string // chosen places after it; none where it completes a step
	Steps []rules.Step
}

// clicks are the places that may be chosen after those in at, in the order of the steps. A
// place with one step completes it; one with several leads as far as these have the same way.
func (b *build) clicks(at []string) []click {
	var list []click
	for _, s := range b.matching(at) {
		if len(s.Places) == len(at) {
			continue // chosen by its kind
		}
		place := s.Places[len(at)]
		i := slices.IndexFunc(list, func(c click) bool { return c.Place == place })
		if i < 0 {
			i = len(list)
			list = append(list, click{Place: place})
		}
		list[i].Steps = append(list[i].Steps, s)
	}
	for i := range list {
		c := &list[i]
		if len(c.Steps) == 1 {
			c.Turn = joined(b.Text, c.Steps[0].Text)
			continue
		}
		c.Turn, c.At = b.Text, sameWay(c.Steps)
	}
	return list
}

// sameWay is the beginning that the places of several steps share.
func sameWay(steps []rules.Step) []string {
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

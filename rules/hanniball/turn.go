package hanniball

import (
	"errors"
	"strings"

	"turnpost/rules"
)

const (
	maxSteps      = 4
	maxFirstSteps = 2 // in turn 1, White's first
)

// turn is a turn in progress: the steps so far and the resulting state.
type turn struct {
	start *position
	now   state
	steps [maxSteps]step
	taken int
}

func (p *position) begin() turn { return turn{start: p, now: p.state} }

func (t *turn) mover() rules.Seat { return t.start.ToMove() }

func (t *turn) limit() int {
	if t.start.number == 1 {
		return maxFirstSteps
	}
	return maxSteps
}

// take parses one step, validates it and plays it.
func (t *turn) take(word string) error {
	st, err := readStep(word)
	if err != nil {
		return err
	}
	if t.now.inGoal() {
		return t.closed()
	}
	if code := t.now.fault(st, t.mover()); code != "" {
		return t.explain(code, st)
	}
	if err := t.closed(); err != nil {
		return err
	}
	t.steps[t.taken] = st
	t.taken++
	t.now = t.now.after(st)
	return nil
}

// explain converts the fault code of a step to an error. On a square without a piece, it says what may be mistaken for
// one: the Ball alone, or the piece that an earlier step of the turn has moved away.
func (t *turn) explain(code string, st step) error {
	switch {
	case code == noPiece && t.now.ball == st.from:
		return rules.Illegal(code, "turn.ball_alone", "from", st.from)
	case code == noPiece && t.start.board[st.from] != empty:
		return rules.Illegal(code, "turn.gone", "from", st.from, "turn", t.text())
	}
	return t.now.explain(code, st)
}

// closed returns the reason why no further step may follow, or nil.
func (t *turn) closed() error {
	switch {
	case t.now.inGoal():
		return rules.Illegal(rules.CodeGameOver, "turn.goal", "ball", t.now.ball)
	case t.taken < t.limit():
		return nil
	case t.limit() == maxFirstSteps:
		return rules.Illegal(tooManySteps, "turn.too_many_first", "most", maxFirstSteps)
	}
	return rules.Illegal(tooManySteps, "turn.too_many", "most", maxSteps)
}

// changes reports whether the turn so far changes the position, as a whole turn must.
func (t *turn) changes() bool { return t.now != t.start.state }

func (t *turn) text() string {
	b := make([]byte, 0, maxSteps*len("a10-a11 "))
	for i, st := range t.steps[:t.taken] {
		if i > 0 {
			b = append(b, ' ')
		}
		b = st.append(b)
	}
	return string(b)
}

// unchanged returns the refusal of a turn that changes nothing.
func (t *turn) unchanged() error {
	return rules.Illegal(noChange, "turn.no_change", "turn", t.text())
}

// Play validates and plays a turn of 1 to 4 steps.
func (p *position) Play(text string) (rules.Played, error) {
	if err := p.over(); err != nil {
		return rules.Played{}, err
	}
	word, rest := cutWord(text)
	if word == "" {
		return rules.Played{}, rules.Unreadable("turn.empty")
	}
	t := p.begin()
	for ; word != ""; word, rest = cutWord(rest) {
		if err := t.take(word); err != nil {
			return rules.Played{}, err
		}
	}
	if !t.changes() {
		return rules.Played{}, t.unchanged()
	}
	next := &position{state: t.now, number: p.number + 1}
	return rules.Played{Next: next, Turn: t.text(), Events: t.events(next.Result())}, nil
}

// Next lists the steps that may follow a partial turn. The last word may be a prefix of a step, with or without its
// piece letter.
func (p *position) Next(prefix string) (rules.Options, error) {
	if err := p.over(); err != nil {
		return rules.Options{}, err
	}
	t := p.begin()
	for word, rest := cutWord(prefix); word != ""; {
		err := t.take(word)
		last := word
		if word, rest = cutWord(rest); err != nil {
			if word != "" {
				return rules.Options{}, err
			}
			return t.finish(last, err)
		}
	}
	options := rules.Options{MayEnd: t.changes(), Steps: t.list("")}
	if !options.MayEnd && len(options.Steps) == 0 {
		return rules.Options{}, t.unchanged()
	}
	return options, nil
}

// finish lists the steps that start with the last word of a prefix. fault is the reason why the word alone is not a
// legal step.
func (t *turn) finish(word string, fault error) (rules.Options, error) {
	if err := t.closed(); err != nil {
		return rules.Options{}, err
	}
	begin := strings.ToLower(word)
	if steps := t.list(begin); len(steps) > 0 {
		return rules.Options{Steps: steps}, nil
	}
	if _, illegal := errors.AsType[*rules.IllegalTurn](fault); illegal {
		return rules.Options{}, fault
	}
	for st := range t.now.steps(t.mover()) {
		if t.begins(st, st.String(), begin) { // but leads back to the start of the turn
			t.steps[t.taken] = st
			t.taken++
			return rules.Options{}, t.unchanged()
		}
	}
	return rules.Options{}, rules.Unreadable("turn.beginning", "step", rules.Excerpt(word))
}

// begins reports whether a step's text, with or without its piece letter, starts with begin.
func (t *turn) begins(st step, text, begin string) bool {
	if strings.HasPrefix(text, begin) {
		return true
	}
	return begin[0] == t.now.board[st.from].kind().letter()|0x20 && strings.HasPrefix(text, begin[1:])
}

// list returns every step that may come next, starts with begin, and can be part of a legal whole turn: the last
// possible step must not undo the turn.
func (t *turn) list(begin string) []rules.Step {
	if t.taken == t.limit() || t.now.inGoal() {
		return []rules.Step{}
	}
	out := make([]rules.Step, 0, 64)
	last := t.taken == t.limit()-1
	var places []string // shared by the steps' slices
	for st := range t.now.steps(t.mover()) {
		text := st.String()
		if !t.begins(st, text, begin) || (last && t.now.after(st) == t.start.state) {
			continue
		}
		if cap(places)-len(places) < 3 {
			places = make([]string, 0, 3*64)
		}
		from := len(places)
		places = append(places, st.from.String(), st.to.String())
		if st.bounce != nowhere {
			places = append(places, st.bounce.String())
		}
		out = append(out, rules.Step{Text: text, Places: places[from:len(places):len(places)], Kind: t.now.kindOf(st)})
	}
	return out
}

// kindOf returns the kind of a step for Options.
func (s *state) kindOf(st step) string {
	switch {
	case st.kind == shoot:
		return rules.StepShoot
	case st.kind == leave:
		return rules.StepLeave
	case s.ball == st.from:
		return rules.StepCarry
	}
	return rules.StepMove
}

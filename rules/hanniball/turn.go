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

// turn is a turn under way: the steps taken so far and where they lead.
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

// take reads one step, checks it and takes it.
func (t *turn) take(word string) error {
	st, err := readStep(word)
	if err != nil {
		return err
	}
	if code := t.now.fault(st, t.mover()); code != "" {
		return t.now.explain(code, st)
	}
	if err := t.closed(); err != nil {
		return err
	}
	t.steps[t.taken] = st
	t.taken++
	t.now = t.now.after(st)
	return nil
}

// closed is the reason why no further step may follow, or nil.
func (t *turn) closed() error {
	switch {
	case t.taken == t.limit() && t.limit() == maxFirstSteps:
		return rules.Illegal(tooManySteps, manyFirstSteps, maxFirstSteps)
	case t.taken == t.limit():
		return rules.Illegal(tooManySteps, manySteps, maxSteps)
	case t.now.inGoal():
		return rules.Illegal(rules.CodeGameOver, overInTurn, t.now.ball)
	}
	return nil
}

// changes tells whether the turn so far may stand as a whole turn.
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

// Play checks a turn of 1 to 4 steps and plays it.
func (p *position) Play(text string) (rules.Played, error) {
	word, rest := cutWord(text)
	if word == "" {
		return rules.Played{}, rules.Unreadable(syntaxEmpty)
	}
	if err := p.over(); err != nil {
		return rules.Played{}, err
	}
	t := p.begin()
	for ; word != ""; word, rest = cutWord(rest) {
		if err := t.take(word); err != nil {
			return rules.Played{}, err
		}
	}
	if !t.changes() {
		return rules.Played{}, rules.Illegal(noChange, nothingChanged, t.text())
	}
	next := &position{state: t.now, number: p.number + 1}
	return rules.Played{Next: next, Turn: t.text(), Events: t.events(next.Result())}, nil
}

// Next lists the steps that may follow a beginning of a turn. The last word may
// be the beginning of a step, with or without its piece letter.
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
	return rules.Options{MayEnd: t.changes(), Steps: t.list("")}, nil
}

// finish lists the steps that begin with the last word of a prefix. fault is
// what keeps the word itself from being a legal step.
func (t *turn) finish(word string, fault error) (rules.Options, error) {
	if err := t.closed(); err != nil {
		return rules.Options{}, err
	}
	if steps := t.list(strings.ToLower(word)); len(steps) > 0 {
		return rules.Options{Steps: steps}, nil
	}
	if _, illegal := errors.AsType[*rules.IllegalTurn](fault); illegal {
		return rules.Options{}, fault
	}
	return rules.Options{}, rules.Unreadable(syntaxBeginning, clip(word))
}

// list is the canonical text of every step that may come next and that begins
// so, its piece letter being written or not.
func (t *turn) list(begin string) []string {
	out := []string{}
	if t.closed() != nil {
		return out
	}
	for st := range t.now.steps(t.mover()) {
		text := st.String()
		letter := t.now.board[st.from].kind().letter() | 0x20
		if strings.HasPrefix(text, begin) || (begin[0] == letter && strings.HasPrefix(text, begin[1:])) {
			out = append(out, text)
		}
	}
	return out
}

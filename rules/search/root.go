package search

import (
	"slices"
	"strings"

	"turnpost/rules"
)

// New returns a Thinker for a game. It takes about 2.2 MB from its first turn on.
func New[P, M any](game Game[P, M]) Thinker { return &thinker[P, M]{game: game} }

// thinker implements Thinker.
type thinker[P, M any] struct {
	game     Game[P, M]
	searcher *searcher[P, M] // nil before the first turn
	options  []option[M]     // the result of the last search
	last     question        // of Lost, if that was the last search: Turn does not search again
}

// question is what a search was asked.
type question struct {
	position string
	level    rules.Level
	seed     uint64
	nodes    int
	seen     int
}

func ask(p rules.Position, t rules.Thought) question {
	return question{p.String(), t.Level, t.Seed, t.Nodes, len(t.Seen)}
}

// option is a move at the root.
type option[M any] struct {
	move  M
	value int // of the last complete search, with noise
	noise int
}

func (t *thinker[P, M]) Turn(p rules.Position, thought rules.Thought) (string, error) {
	root, ok := t.game.Read(p)
	if !ok || p.Result().Over() {
		return "", rules.Bad("position.house")
	}
	if t.last != ask(p, thought) {
		t.think(&root, thought, false)
	}
	for _, o := range t.options {
		if played, err := p.Play(t.game.Text(&root, o.move)); err == nil {
			return played.Turn, nil
		}
	}
	return anyTurn(p)
}

// anyTurn returns a legal turn that Next lists. It serves positions of a game whose Moves are incomplete.
func anyTurn(p rules.Position) (string, error) {
	turn := ""
	for {
		options, err := p.Next(turn)
		switch {
		case err != nil || !options.MayEnd && len(options.Steps) == 0:
			return "", rules.Bad("position.house")
		case options.MayEnd:
			return turn, nil
		}
		turn = strings.TrimSpace(turn + " " + options.Steps[0].Text)
	}
}

// think orders t.options, the best move first. A move without alternative is valued only if forced is set.
func (t *thinker[P, M]) think(root *P, thought rules.Thought, forced bool) {
	if t.searcher == nil {
		t.searcher = &searcher[P, M]{game: &t.game}
	}
	t.last = question{}
	s := t.searcher
	level := t.game.Level(root, thought.Level)
	s.begin(root, level, thought)
	luck := chance(thought.Seed)
	s.blind = luck.below(100) < level.Overlook
	t.list(&luck)
	if len(t.options) == 0 || len(t.options) == 1 && !forced {
		return
	}
	for depth := 1; depth <= maxPly && (level.Depth == 0 || depth <= level.Depth); depth++ {
		if level.Noise > 0 || depth == 1 {
			t.searchAll(depth)
		} else {
			t.searchBest(depth)
		}
		if depth == 1 {
			t.shuffle(&luck)
		}
		if best := t.options[0].value; s.stopped || best > MaxValue || best < MinValue {
			return
		}
	}
}

// list lists the moves of the root with their noise.
func (t *thinker[P, M]) list(luck *chance) {
	f := &t.searcher.frames[0]
	f.moves, _ = t.game.Moves(&f.position, t.searcher.level.Width, f.moves[:0])
	t.options = t.options[:0]
	noise := t.searcher.level.Noise
	for _, m := range f.moves {
		t.options = append(t.options, option[M]{move: m, value: Loss, noise: luck.below(2*noise+1) - noise})
	}
}

// searchAll gives every move its exact value at a depth. A search that the limit stops counts only if it is the first
// one, which has nothing better to fall back on.
func (t *thinker[P, M]) searchAll(depth int) {
	s := t.searcher
	options := slices.Clone(t.options)
	for i := range options {
		o := &options[i]
		if !s.play(0, o.move) {
			break
		}
		value := s.child(0, depth-1, Loss, Win)
		if s.stopped {
			break
		}
		o.value = value
		if value >= MinValue && value <= MaxValue {
			o.value = max(MinValue, min(value+o.noise, MaxValue))
		}
	}
	if s.stopped && depth > 1 {
		return
	}
	t.options = options
	t.sort()
}

// searchBest moves the best move at a depth to the front. If the limit stops it, the best so far is there: the former
// best one was searched first.
func (t *thinker[P, M]) searchBest(depth int) {
	s := t.searcher
	best := Loss - 1
	for n := range t.options {
		if !s.play(0, t.options[n].move) {
			return
		}
		var value int
		if n == 0 {
			value = s.child(0, depth-1, Loss, Win)
		} else {
			value = s.child(0, depth-1, best, best+1)
			if value > best && !s.stopped {
				value = s.child(0, depth-1, best, Win)
			}
		}
		if s.stopped {
			return
		}
		t.options[n].value = value
		if value > best {
			best = value
			o := t.options[n]
			copy(t.options[1:n+1], t.options[:n])
			t.options[0] = o
		}
	}
}

// shuffle decides by chance between moves of the same value, which the later searches try in this order.
func (t *thinker[P, M]) shuffle(luck *chance) {
	for i := len(t.options) - 1; i > 0; i-- {
		k := luck.below(i + 1)
		t.options[i], t.options[k] = t.options[k], t.options[i]
	}
	t.sort()
}

func (t *thinker[P, M]) sort() {
	slices.SortStableFunc(t.options, func(a, b option[M]) int { return b.value - a.value })
}

package search

import "turnpost/rules"

// Thinker is what New returns: it finds turns, judges positions, and shows to tests what its game says of them.
type Thinker interface {
	rules.Judge
	// Look returns what the game says of a position; false if Game.Read does not take it.
	Look(p rules.Position) (Look, bool)
	// Seen returns the hash of an earlier position of the game by its key, as Game.Seen does; false without it.
	Seen(root rules.Position, key string) (uint64, bool)
	// Minimax returns the value of a position for its mover, two moves ahead: by a plain search without a table, a window
	// or an order, and by that of a Thinker. ok is false where fewer than two moves are listed.
	Minimax(p rules.Position) (plain, searched int, ok bool)
	// Greedy returns a Thinker that looks one move ahead, without chance, and takes what Game.Value, multiplied by sign,
	// says is best.
	Greedy(sign int) rules.Thinker
	// Levels returns the parameters of the levels in a position.
	Levels(p rules.Position) (map[rules.Level]Level, bool)
}

// Look is what a game says of a position to the search.
type Look struct {
	Hash  uint64
	Mover rules.Seat
	Over  bool
	Value int    // by Game.Over or Game.Value, for the Mover
	Sure  bool   // by Game.Sure
	Moves []Move // of an unfinished position, for the level Hard
}

// Move is a listed move with what the game says of the position that Game.After makes of it.
type Move struct {
	Text  string
	After uint64 // its Hash
	Mover rules.Seat
	Over  bool
	Value int // if it is over
}

func (t *thinker[P, M]) Look(p rules.Position) (Look, bool) {
	root, ok := t.game.Read(p)
	if !ok {
		return Look{}, false
	}
	g := &t.game
	look := Look{Hash: g.Hash(&root), Mover: g.Mover(&root)}
	if look.Value, look.Over = g.Over(&root); look.Over {
		return look, true
	}
	look.Value = g.Value(&root)
	look.Sure = g.Sure != nil && g.Sure(&root)
	moves, _ := g.Moves(&root, g.Level(&root, rules.Hard).Width, nil)
	for _, m := range moves {
		var next P
		g.After(&root, m, &next)
		move := Move{Text: g.Text(&root, m), After: g.Hash(&next), Mover: g.Mover(&next)}
		move.Value, move.Over = g.Over(&next)
		look.Moves = append(look.Moves, move)
	}
	return look, true
}

func (t *thinker[P, M]) Seen(p rules.Position, key string) (uint64, bool) {
	root, ok := t.game.Read(p)
	if !ok || t.game.Seen == nil {
		return 0, false
	}
	return t.game.Seen(&root, key)
}

func (t *thinker[P, M]) Levels(p rules.Position) (map[rules.Level]Level, bool) {
	root, ok := t.game.Read(p)
	levels := map[rules.Level]Level{}
	for _, level := range rules.Levels() {
		if ok {
			levels[level] = t.game.Level(&root, level)
		}
	}
	return levels, ok
}

// minimaxDepth is how many moves ahead Minimax looks.
const minimaxDepth = 2

func (t *thinker[P, M]) Minimax(p rules.Position) (plain, searched int, ok bool) {
	root, ok := t.game.Read(p)
	if !ok || p.Result().Over() {
		return 0, 0, false
	}
	game := t.game
	width := game.Level(&root, rules.Medium).Width
	game.Level = func(*P, rules.Level) Level { return Level{Depth: minimaxDepth, Width: width} }
	other := &thinker[P, M]{game: game}
	other.think(&root, rules.Thought{}, false)
	if len(other.options) < 2 {
		return 0, 0, false
	}
	return other.plain(&root, minimaxDepth, 0, width), other.options[0].value, true
}

// plain returns the value of a position for its mover by trying everything.
func (t *thinker[P, M]) plain(p *P, depth, ply, width int) int {
	g := &t.game
	if value, over := g.Over(p); over {
		return faded(value, ply)
	}
	if ply > 0 && g.Sure != nil && g.Sure(p) {
		return Win - ply - 1
	}
	if depth == 0 {
		return g.Value(p)
	}
	moves, _ := g.Moves(p, width, nil)
	if len(moves) == 0 {
		return g.Value(p)
	}
	best := Loss
	for _, m := range moves {
		var next P
		g.After(p, m, &next)
		value := t.plain(&next, depth-1, ply+1, width)
		if g.Mover(p) != g.Mover(&next) {
			value = -value
		}
		best = max(best, value)
	}
	return best
}

func (t *thinker[P, M]) Greedy(sign int) rules.Thinker {
	game := t.game
	width := func(p *P) int { return t.game.Level(p, rules.Easy).Width }
	game.Level = func(p *P, _ rules.Level) Level { return Level{Depth: 1, Width: width(p)} }
	game.Value = func(p *P) int { return sign * t.game.Value(p) }
	game.Sure = nil
	return New(game)
}

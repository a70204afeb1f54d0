package tictactoe

import (
	"turnpost/rules"
	"turnpost/rules/search"
)

// levels are the parameters of the search. The weak ones look one move ahead and decide by chance; the last searches to
// the end of the game.
var levels = map[rules.Level]search.Level{
	rules.Easy: {Depth: 1, Noise: 1}, rules.Medium: {Depth: 2, Noise: 1}, rules.Hard: {Depth: size * size},
}

// house returns an opponent. A position has no value before the end, so the search needs only the rules.
func house() rules.Thinker {
	return search.New(search.Game[position, rules.Square]{
		Read:  func(p rules.Position) (position, bool) { typed, is := rules.Unwrap(p).(position); return typed, is },
		Level: func(_ *position, level rules.Level) search.Level { return levels[level] },
		Mover: func(p *position) rules.Seat { return p.toMove },
		Over: func(p *position) (int, bool) {
			result := p.Result()
			if result.Over() && result.Winner != rules.NoSeat {
				return search.Loss, true // only the last mover can have won
			}
			return search.Draw, result.Over()
		},
		Value: func(*position) int { return 0 },
		Moves: func(p *position, _ int, list []rules.Square) ([]rules.Square, int) {
			for i := range size * size {
				if p.board[i/size][i%size] == 0 {
					list = append(list, rules.Square{File: i / size, Rank: i % size})
				}
			}
			return list, 0
		},
		After: func(p *position, at rules.Square, next *position) {
			*next = *p
			next.board[at.File][at.Rank] = letters[p.toMove]
			next.toMove = p.toMove.Other()
		},
		Hash: func(p *position) uint64 {
			hash := uint64(p.toMove) + 1
			for i := range size * size {
				hash = search.Mix(hash + uint64(p.board[i/size][i%size]))
			}
			return hash
		},
		Text: func(_ *position, at rules.Square) string { return at.String() },
	})
}

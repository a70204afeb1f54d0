// Package search finds turns for the house: an alpha-beta search over the typed positions and moves of a game.
//
// Decisions:
//   - The search is limited by the number of positions, never by time, and all chance comes from Thought.Seed.
//     Therefore a position and a Thought always give the same turn, on every machine.
//   - Iterative deepening, null windows (principal variation search), a transposition table, killer moves and the
//     history heuristic serve all games. Late-move reduction helps only some of them: Level.Reduce.
//   - A position that repeats one of the line or of the game counts as a draw, although a game needs three
//     occurrences: a position that may occur twice may occur three times.
//   - Tree search by random games (UCT) with the same evaluations was stronger in no game.
package search

import "turnpost/rules"

// Game is what the search needs of a game with positions P and moves M. A move is a whole turn of one side. The
// functions are pure; pointers are only valid during a call.
type Game[P, M any] struct {
	// Read returns the typed position; false if it is not one of this game. See rules.Unwrap.
	Read func(rules.Position) (P, bool)
	// Level returns the parameters of a level for searches from a position.
	Level func(*P, rules.Level) Level
	// Mover returns the seat to move. It may be the same before and after a move.
	Mover func(*P) rules.Seat
	// Over returns the value of a finished position for its Mover: Loss, Draw, Win or a difference of points between
	// MinValue and MaxValue. over is false if the game goes on.
	Over func(*P) (value int, over bool)
	// Value estimates an unfinished position for its Mover, between MinValue and MaxValue.
	Value func(*P) int
	// Moves appends the legal moves of an unfinished position to list: all, or the best for a Level.Width. The first
	// loud ones, such as captures, are searched before all others and never reduced. The order of the others matters
	// less, since the search learns it.
	Moves func(p *P, width int, list []M) (moves []M, loud int)
	// After stores the position after a move in next, which does not overlap p.
	After func(p *P, m M, next *P)
	// Hash identifies a position with its Mover, without what only counts upward. All bits depend on all of it: see
	// Mix.
	Hash func(*P) uint64
	// Text returns the text of a move for rules.Position.Play.
	Text func(p *P, m M) string

	// The other functions are optional.

	// Sure reports whether the mover of an unfinished position wins by one move. It may miss wins. Without it, wins
	// are found only by searching.
	Sure func(*P) bool
	// Slot numbers moves for the history heuristic: equal moves in different positions have one number. Collisions
	// only cost speed. Without it, Moves alone orders.
	Slot func(M) uint16
	// Seen returns the Hash of the position with a rules.Position.Key; false if it is unreadable. Without it,
	// positions of the game cannot repeat.
	Seen func(root *P, key string) (uint64, bool)
	// Decides reports whether the mover loses the game where the search sees a Loss, for the decision to resign. Without
	// it, that is always so; in a game of several points it is so if the other side needs only one.
	Decides func(*P) bool
	// Cost is the number of units of Thought.Nodes that one visited position takes, so that a unit takes about the
	// same time in all games, 0.2 µs; 0 means 1.
	Cost int
}

// Values. A game that is won or lost after n moves counts n less than Win or Loss.
const (
	Win      = 30_000
	Loss     = -Win
	Draw     = 0
	MaxValue = Win - 2*maxPly // the highest value of a position that is not won
	MinValue = -MaxValue
)

// Level says how a level of a game searches.
type Level struct {
	Depth int // moves to look ahead; 0 for as many as Nodes allow
	Nodes int // units of nodes, see Game.Cost; 0 for no limit, which needs a Depth
	// Noise is the largest amount by which chance raises or lowers the value of a turn. With noise, each turn is
	// searched with an open window, so that Depth must be small.
	Noise int
	// Overlook is the percentage of turns at which the search does not see that the opponent's reply wins by Sure.
	Overlook int
	// Width is passed to Moves.
	Width int
	// Reduce is the number of moves at a position after which quiet ones are searched less deeply first; 0 for never.
	Reduce int
}

package bohnduell

import (
	"cmp"
	"slices"

	"turnpost/rules"
	"turnpost/rules/search"
)

// house is the opponent that the server provides. The hard level plays perfectly as soon as the solver comes to the end
// of the game: always in the standard game, which takes 0.6 million positions (0.06 s) from the start, and in the long
// one from about 21 balls in both stocks on. Before, and on the other levels, it searches with an evaluation.
//
// The first turns often decide the standard game, so easy and medium have much noise: with 30 for
// medium, hard wins 78 % against it, and 72 % with 15.
type house struct {
	search.Thinker
	solver solver
}

func newHouse() rules.Thinker {
	return &house{Thinker: search.New(search.Game[position, int]{
		Read:  readTyped,
		Level: func(_ *position, level rules.Level) search.Level { return levels[level] },
		Mover: func(p *position) rules.Seat { return p.toMove },
		Over:  (*position).finalValue,
		Value: (*position).value,
		Moves: func(p *position, _ int, list []int) ([]int, int) { return p.turns(list), 0 },
		After: func(p *position, n int, next *position) { *next, _ = p.after(allTurns[n]) },
		Hash:  (*position).hash,
		Text:  func(_ *position, n int) string { return allTurns[n].String() },
	})}
}

var levels = map[rules.Level]search.Level{
	rules.Easy:   {Depth: 1, Noise: 60},
	rules.Medium: {Depth: 3, Noise: 30},
	rules.Hard:   {Nodes: 700_000},
}

// maxSolved is the number of positions that the solver visits for a turn, about 0.2 s.
const maxSolved = 2_500_000

// maxStocks is the number of balls in both stocks up to which the solver is used. With more in the long game, it rarely
// comes to an end.
const maxStocks = 26

func (h *house) Turn(p rules.Position, thought rules.Thought) (string, error) {
	typed, ok := readTyped(p)
	if ok && thought.Level == rules.Hard && typed.sides[0].stock+typed.sides[1].stock <= maxStocks && !typed.over() {
		limit := maxSolved
		if thought.Nodes > 0 {
			limit = min(limit, thought.Nodes)
		}
		turns := typed.turns(nil)
		slices.SortFunc(turns, func(a, b int) int {
			return cmp.Compare(search.Mix(thought.Seed+uint64(a)), search.Mix(thought.Seed+uint64(b)))
		})
		if best, _, ok := h.solver.best(&typed, turns, limit); ok {
			return allTurns[best].String(), nil
		}
	}
	return h.Thinker.Turn(p, thought)
}

// Lost reports false: the lead counts beside the result, so that there is always something to play for.
func (h *house) Lost(rules.Position, rules.Thought) (bool, error) { return false, nil }

func readTyped(p rules.Position) (position, bool) {
	typed, is := rules.Unwrap(p).(position)
	return typed, is
}

// turns appends the numbers of the legal turns in allTurns.
func (p *position) turns(list []int) []int {
	for n, t := range allTurns {
		if p.legal(t) {
			list = append(list, n)
		}
	}
	return list
}

// The weights of the evaluation. Balls in a large bowl count most.
const (
	largeWorth   = 20
	stockWorth   = 4
	readyWorth   = 10 // a bowl that can be emptied
	stuckWorth   = -2 // a ball in a bowl that holds too many
	exposedWorth = -5 // a ball that the other side can steal
	wonWorth     = 20_000
)

// finalValue returns the value of a finished position: the winner's lead counts little beside winning.
func (p *position) finalValue() (value int, over bool) {
	if !p.over() {
		return 0, false
	}
	lead := p.sides[p.toMove].large - p.sides[p.toMove.Other()].large
	return largeWorth*lead + wonWorth*cmp.Compare(lead, 0), true
}

// value estimates a position for the side to move.
func (p *position) value() int {
	mine, theirs := &p.sides[p.toMove], &p.sides[p.toMove.Other()]
	return mine.value(theirs) - theirs.value(mine)
}

func (s *side) value(other *side) int {
	v := largeWorth*s.large + stockWorth*s.stock
	for i, balls := range s.small {
		k := i + 1
		switch {
		case balls == k:
			v += readyWorth
		case balls > k:
			v += stuckWorth * balls
		}
		if across := opposite(k); other.small[across-1] == 0 && other.stock >= (turn{place, across}).needs() {
			v += exposedWorth * balls
		}
	}
	return v
}

// hash identifies a position with the large bowls.
func (p *position) hash() uint64 {
	hash := uint64(p.toMove)
	for seat := range p.sides {
		s := &p.sides[seat]
		hash = hash*0x9e3779b97f4a7c15 + uint64(s.stock)
		for _, balls := range s.small {
			hash = hash*0x9e3779b97f4a7c15 + uint64(balls)
		}
		hash = hash*0x9e3779b97f4a7c15 + uint64(s.large)
	}
	return search.Mix(hash)
}

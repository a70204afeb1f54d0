package search

import (
	"slices"
	"testing"

	"turnpost/rules"
	"turnpost/rules/rulestest/sample"
)

// tree is a game with random values, in which a side may move twice, lines end early, and different orders of moves
// lead to the same position.
type tree struct {
	sum   uint64 // of what the moves add
	ply   int
	mover rules.Seat
}

const treeDepth = 6

func (p *tree) moves(list []int) []int {
	for m := range 2 + int(Mix(p.sum+uint64(p.ply))%4) {
		list = append(list, m)
	}
	return list
}

func (p *tree) after(m int, next *tree) {
	*next = tree{p.sum + Mix(uint64(m)), p.ply + 1, p.mover}
	if Mix(p.sum^uint64(m))%4 > 0 {
		next.mover = p.mover.Other()
	}
}

func (p *tree) over() (int, bool) {
	switch {
	case p.ply == treeDepth || p.ply == 0:
		return 0, false
	case Mix(p.sum+1)%16 == 0:
		return Loss, true
	case Mix(p.sum+1)%16 == 1:
		return int(Mix(p.sum+2) % 100), true
	}
	return 0, false
}

func (p *tree) value() int { return int(Mix(p.sum+uint64(p.mover)+3)%201) - 100 }

// plain returns the value by trying everything.
func (p *tree) plain(ply, depth int) int {
	if value, over := p.over(); over {
		return faded(value, ply)
	}
	if depth == 0 {
		return p.value()
	}
	best := Loss
	for _, m := range p.moves(nil) {
		var next tree
		p.after(m, &next)
		value := next.plain(ply+1, depth-1)
		if next.mover != p.mover {
			value = -value
		}
		best = max(best, value)
	}
	return best
}

// treeGame returns the game with a counter of its visited positions.
func treeGame(level *Level, visited *int) Game[tree, int] {
	return Game[tree, int]{
		Level: func(*tree, rules.Level) Level { return *level },
		Mover: func(p *tree) rules.Seat { return p.mover },
		Over:  (*tree).over,
		Value: (*tree).value,
		Moves: func(p *tree, _ int, list []int) ([]int, int) { return p.moves(list), 1 },
		After: func(p *tree, m int, next *tree) { *visited++; p.after(m, next) },
		Hash:  func(p *tree) uint64 { return Mix(Mix(p.sum) + uint64(p.ply*2) + uint64(p.mover)) },
		Slot:  func(m int) uint16 { return uint16(m) },
	}
}

// The search finds the values that trying everything finds, by visiting fewer positions.
func TestSearchIsExact(t *testing.T) {
	pruned, all := 0, 0
	var level Level
	th := &thinker[tree, int]{game: treeGame(&level, &pruned)}
	seeds := uint64(300)
	if sample.Short() {
		seeds = 60
	}
	for seed := range seeds {
		root := tree{sum: Mix(seed)}
		for depth := 1; depth <= treeDepth; depth++ {
			level.Depth = depth
			th.think(&root, rules.Thought{Seed: seed}, false)
			want := root.plain(0, depth)
			if got := th.options[0].value; got != want {
				t.Fatalf("seed %d, depth %d: %d, want %d", seed, depth, got, want)
			}
			all += countTree(root, depth)
		}
	}
	if pruned > all {
		t.Errorf("%d positions visited, %d without any pruning", pruned, all)
	}
}

func countTree(p tree, depth int) int {
	if _, over := p.over(); over || depth == 0 {
		return 0
	}
	count := 0
	for _, m := range p.moves(nil) {
		var next tree
		p.after(m, &next)
		count += 1 + countTree(next, depth-1)
	}
	return count
}

// A level's limit and that of the thought bound the visited positions; a dear position counts more.
func TestNodesBoundTheSearch(t *testing.T) {
	for _, tc := range []struct {
		name                           string
		level, thought, cost, mostOnes int
	}{
		{"by the level", 50, 0, 0, 50},
		{"by the thought", 50, 20, 0, 20},
		{"by the lower one", 20, 50, 1, 20},
		{"with a cost", 100, 0, 10, 10},
		{"at least one", 5, 0, 10, 1},
	} {
		t.Run(tc.name, func(t *testing.T) {
			visited := 0
			game := treeGame(&Level{Depth: treeDepth, Nodes: tc.level}, &visited)
			game.Cost = tc.cost
			th := &thinker[tree, int]{game: game}
			th.think(&tree{sum: 9}, rules.Thought{Nodes: tc.thought}, false)
			if visited != tc.mostOnes {
				t.Errorf("%d positions visited, want %d", visited, tc.mostOnes)
			}
		})
	}
}

// Noise changes the choice of a turn, but never between winning and not winning.
func TestNoise(t *testing.T) {
	visited := 0
	chosen := map[int]bool{}
	th := &thinker[tree, int]{game: treeGame(&Level{Depth: 1, Noise: 150}, &visited)}
	for seed := range uint64(200) {
		root := tree{sum: 11}
		th.think(&root, rules.Thought{Seed: seed}, false)
		chosen[th.options[0].move] = true
	}
	if len(chosen) < 2 {
		t.Errorf("noise always chooses %v", chosen)
	}
	for seed := range uint64(500) {
		root := tree{sum: Mix(seed)}
		th.think(&root, rules.Thought{Seed: seed}, false)
		if root.plain(0, 1) > MaxValue && th.options[0].value <= MaxValue {
			t.Errorf("seed %d: noise misses a win", seed)
		}
	}
}

// walk is a game on a line of squares from which nobody can escape: a step to either side. Square 3 is good for the
// side that reaches it.
type walk struct {
	at    int
	mover rules.Seat
}

var walkGame = Game[walk, int]{
	Level: func(*walk, rules.Level) Level { return Level{Depth: 4} },
	Mover: func(p *walk) rules.Seat { return p.mover },
	Over:  func(*walk) (int, bool) { return 0, false },
	Value: func(p *walk) int {
		if p.mover == rules.First {
			return p.at
		}
		return -p.at
	},
	Moves: func(_ *walk, _ int, list []int) ([]int, int) { return append(list, 1, -1), 0 },
	After: func(p *walk, m int, next *walk) { *next = walk{p.at + m, p.mover.Other()} },
	Hash:  func(p *walk) uint64 { return Mix(uint64(p.at*2) + uint64(p.mover)) },
	Seen: func(_ *walk, key string) (uint64, bool) {
		if key == "" {
			return 0, false
		}
		return Mix(uint64(len(key)*2) + uint64(rules.Second)), true
	},
}

// A position of the game counts as a draw: who stands well does not go there, who stands badly does.
func TestRepetition(t *testing.T) {
	for _, tc := range []struct {
		at   int
		seen []string
		want int
	}{
		{5, nil, 1},
		{5, []string{"", "123456"}, -1},
		{-7, nil, 1},
	} {
		th := &thinker[walk, int]{game: walkGame}
		th.think(&walk{at: tc.at}, rules.Thought{Seen: tc.seen}, false)
		if got := th.options[0].move; got != tc.want {
			t.Errorf("from %d, seen %q: %d, want %d", tc.at, tc.seen, got, tc.want)
		}
	}
}

// Overlook makes the search blind to a reply that wins by Sure, in its share of the turns.
func TestOverlook(t *testing.T) {
	game := walkGame
	game.Sure = func(p *walk) bool { return p.mover == rules.Second && p.at == 6 }
	for _, tc := range []struct{ overlook, least, most int }{{0, 0, 0}, {50, 60, 140}, {100, 200, 200}} {
		game.Level = func(*walk, rules.Level) Level { return Level{Depth: 1, Overlook: tc.overlook} }
		blunders := 0
		th := &thinker[walk, int]{game: game}
		for seed := range uint64(200) {
			th.think(&walk{at: 5}, rules.Thought{Seed: seed}, false)
			if th.options[0].move == 1 {
				blunders++
			}
		}
		if blunders < tc.least || blunders > tc.most {
			t.Errorf("overlook %d: %d of 200 turns allow a win", tc.overlook, blunders)
		}
	}
}

// Entries of earlier searches count as empty, also when the ages begin again.
func TestTableForgets(t *testing.T) {
	var table table
	table.begin()
	table.store(entry{hash: 5, depth: 3, value: 7})
	if e, ok := table.find(5); !ok || e.value != 7 {
		t.Errorf("found %+v, %v", e, ok)
	}
	for range 1 << 16 {
		table.begin()
		if e, ok := table.find(5); ok {
			t.Fatalf("age %d: found %+v of an earlier search", table.age, e)
		}
	}
	table.store(entry{hash: 5, depth: 3, value: 7, bound: exact})
	table.store(entry{hash: 5, depth: 2, value: 8, bound: atLeast})
	if e, _ := table.find(5); e.value != 7 {
		t.Errorf("a less deep bound replaced %+v", e)
	}
}

func TestChanceIsSpread(t *testing.T) {
	luck := chance(1)
	counts := make([]int, 10)
	for range 10_000 {
		counts[luck.below(10)]++
	}
	if slices.Min(counts) < 900 || slices.Max(counts) > 1100 {
		t.Errorf("10,000 numbers below 10: %v", counts)
	}
}

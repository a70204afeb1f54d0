package sevensages

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"turnpost/rules"
	"turnpost/rules/phrase"
	"turnpost/rules/rulestest"
)

// TestCanonicalWay checks that the canonical path has the fewest pivots and, among those, is the alphabetically
// smallest list of squares, with ranks compared as numbers.
func TestCanonicalWay(t *testing.T) {
	checkTurns(t, []turnCase{
		{"the short form", "w", "h5", "h12", "h8", "h5-h8~c11", "h5-h8~h11~c11"},
		{"a way with a pivot too many", "w", "h5", "h12 d11", "h8", "h5-h8~h11~h9~h11~e11~e5", "h5-h8~h11~e11~e5"},
		{"a longer way round", "w", "h5", "h12", "h8", "h5-h8~h11~n11~g11", "h5-h8~h11~g11"},
		{
			"the rank as a number: g8 before g10", "w", "d9", "h9 g11 g7 b10 b8", "e9", "d9-e9~g9~g10~c10~c9",
			"d9-e9~g9~g8~c8~c9",
		},
	})
}

// TestWaysByEnumeration compares the canonical paths with all paths of up to four
// pivots, found by trying every turn at every pivot.
func TestWaysByEnumeration(t *testing.T) {
	for _, g := range rulestest.Games(t, ID, variantStandard) {
		for i := 0; i < len(g.Turns); i += 12 {
			p := parsed(t, g.Turns[i].Position)
			if p.Result().Over() {
				continue
			}
			e := newEnumeration(p)
			for kick, ways := range e.kicks() {
				checkWays(t, p, kick, ways)
			}
		}
	}
}

// checkWays plays every path and checks that the smallest one to its end is returned.
func checkWays(t *testing.T, p rules.Position, kick string, ways [][]rules.Square) {
	t.Helper()
	slices.SortFunc(ways, compareWays)
	best := map[rules.Square]string{}
	for _, way := range ways {
		full := kick
		for _, s := range way {
			full += "~" + s.String()
		}
		end := way[len(way)-1]
		if best[end] == "" {
			best[end] = full
		}
		for _, typed := range []string{full, kick + "~" + end.String()} {
			if got := answer(p, typed); got != best[end] {
				t.Fatalf("%s: %q gives %s, want %s", p, typed, got, best[end])
			}
		}
	}
	options, err := p.Next(kick)
	if err != nil {
		t.Fatal(err)
	}
	listed := slices.DeleteFunc(options.Texts(), func(turn string) bool { return strings.Count(turn, "~") > maxPivots+1 })
	if want := slices.Sorted(maps.Values(best)); !slices.Equal(slices.Sorted(slices.Values(listed)), want) {
		t.Fatalf("%s: Next(%q) lists %v, want %v", p, kick, listed, want)
	}
}

func compareWays(a, b []rules.Square) int {
	if len(a) != len(b) {
		return len(a) - len(b)
	}
	for i := range a {
		if a[i].File != b[i].File {
			return a[i].File - b[i].File
		}
		if a[i].Rank != b[i].Rank {
			return a[i].Rank - b[i].Rank
		}
	}
	return 0
}

// maxPivots keeps the enumeration short.
const maxPivots = 4

// enumeration follows squares on a drawn board, without using positions.
type enumeration struct {
	stones map[rules.Square]rules.Seat
	closed map[rules.Square]bool // outside or the mover's own goal area
	goal   map[rules.Square]bool
	ball   rules.Square
	mover  rules.Seat
	ways   [][]rules.Square
}

func newEnumeration(p rules.Position) *enumeration {
	d := p.Diagram(phrase.English)
	e := &enumeration{
		stones: map[rules.Square]rules.Seat{}, closed: map[rules.Square]bool{}, goal: map[rules.Square]bool{},
		mover: p.ToMove(),
	}
	e.ball, _ = rules.ParseSquare(d.Ball)
	for _, piece := range d.Pieces {
		s, _ := rules.ParseSquare(piece.Square)
		e.stones[s] = piece.Seat
	}
	for _, region := range d.Regions {
		for _, name := range region.Squares {
			s, _ := rules.ParseSquare(name)
			if region.Seat == e.mover.Other() {
				e.goal[s] = true
			} else {
				e.closed[s] = true
			}
		}
	}
	return e
}

// kicks finds the paths of every kick, by "from-ball".
func (e *enumeration) kicks() map[string][][]rules.Square {
	found := map[string][][]rules.Square{}
	for _, by := range offsets {
		from := step(e.ball, rules.Square{File: -by.File, Rank: -by.Rank})
		for e.isOn(from) && !e.holds(from) {
			from = step(from, rules.Square{File: -by.File, Rank: -by.Rank})
		}
		if seat, ok := e.stones[from]; !ok || seat != e.mover {
			continue
		}
		e.ways = nil
		delete(e.stones, from)
		e.stones[e.ball] = e.mover
		if run, free := e.run(e.ball, by); len(run) > 0 && !free {
			e.turn(run[len(run)-1], by, nil)
		}
		e.stones[from] = e.mover
		delete(e.stones, e.ball)
		if len(e.ways) > 0 {
			found[from.String()+"-"+e.ball.String()] = e.ways
		}
	}
	return found
}

// turn tries the three turns at a pivot.
func (e *enumeration) turn(pivot, by rules.Square, before []rules.Square) {
	way := append(slices.Clone(before), pivot)
	for _, by := range []rules.Square{
		{File: by.Rank, Rank: -by.File},
		{File: -by.Rank, Rank: by.File},
		{File: -by.File, Rank: -by.Rank},
	} {
		run, free := e.run(pivot, by)
		for _, s := range run {
			e.ways = append(e.ways, append(slices.Clone(way), s))
		}
		if len(run) > 0 && !free && len(way) < maxPivots {
			e.turn(run[len(run)-1], by, way)
		}
	}
}

// run returns the squares over which the ball can run; free is true if no stone ends them.
func (e *enumeration) run(from, by rules.Square) (run []rules.Square, free bool) {
	for s := step(from, by); ; s = step(s, by) {
		switch {
		case e.holds(s):
			return run, false
		case !e.isOn(s) || e.closed[s]:
			return run, true
		case e.goal[s]:
			return append(run, s), true
		}
		run = append(run, s)
	}
}

func (e *enumeration) holds(s rules.Square) bool { _, ok := e.stones[s]; return ok }

func (e *enumeration) isOn(s rules.Square) bool {
	return s.File >= 0 && s.File < 15 && s.Rank >= 0 && s.Rank < 15
}

func step(s, by rules.Square) rules.Square {
	return rules.Square{File: s.File + by.File, Rank: s.Rank + by.Rank}
}

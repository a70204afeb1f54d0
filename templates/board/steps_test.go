package board

import (
	"slices"
	"testing"

	"turnpost/rules"
)

// drawn keeps the numbers and heads of arrows that are drawn on a board of 4×4.
type drawn struct {
	canvas
	numbers []string
	heads   int
}

func (d *drawn) rect(_, _, _, _, _ float64, _ colour) {}
func (d *drawn) line(_, _, _, _, _ float64, _ colour) {}
func (d *drawn) disc(_, _, _ float64, _ colour)       {}
func (d *drawn) polygon(_ colour, _ ...float64)       { d.heads++ }
func (d *drawn) text(_, _ float64, _ font, _ anchor, s string, _ colour) {
	d.numbers = append(d.numbers, s)
}

func TestSteps(t *testing.T) {
	move := func(from, to string) rules.Arrow { return rules.Arrow{Way: []string{from, to}} }
	ball := func(way ...string) rules.Arrow { return rules.Arrow{Ball: true, Way: way} }
	cases := []struct {
		name    string
		steps   []rules.Arrow
		numbers []string
		heads   int
	}{
		{"nothing", nil, nil, 0},
		{"a move needs no arrow", []rules.Arrow{move("a1", "b1")}, nil, 0},
		{"a ball's way has one", []rules.Arrow{ball("a1", "b1", "b3")}, nil, 1},
		{"a kick tells its order itself", []rules.Arrow{move("a1", "a2"), ball("a2", "a4", "d4")}, nil, 1},
		{"two moves", []rules.Arrow{move("a1", "a2"), move("a2", "b4")}, []string{"1", "2"}, 2},
		{"a shot, then a move", []rules.Arrow{ball("a1", "a4"), move("a4", "b4")}, []string{"1", "2"}, 2},
		{"another piece shoots", []rules.Arrow{move("a1", "a2"), ball("c1", "c4")}, []string{"1", "2"}, 2},
		{"there and back", []rules.Arrow{move("a1", "a2"), move("a2", "a1"), move("a1", "a2")}, []string{"1", "2", "3"}, 3},
		{"places off the board", []rules.Arrow{move("a1", "z9"), move("a1", "a1"), move("a1", "b1")}, []string{"2"}, 1},
	}
	for _, c := range cases {
		b := newGridBoard(rules.Diagram{Files: 4, Ranks: 4, Marks: rules.Marks{Arrows: c.steps}}, Style{})
		got := &drawn{}
		b.drawSteps(got)
		if !slices.Equal(got.numbers, c.numbers) || got.heads != c.heads {
			t.Errorf("%s: numbers %v, %d heads; want %v, %d", c.name, got.numbers, got.heads, c.numbers, c.heads)
		}
	}
}

// Numbers of steps do not overlap, even where the arrows do.
func TestNumbersStayApart(t *testing.T) {
	d := rules.Diagram{Files: 4, Ranks: 4}
	for range 3 {
		d.Marks.Arrows = append(d.Marks.Arrows,
			rules.Arrow{Way: []string{"b2", "c2"}}, rules.Arrow{Way: []string{"c2", "b2"}})
	}
	s := newStepDrawer(newGridBoard(d, Style{}), &drawn{})
	for i, step := range s.steps {
		s.drawNumber(i+1, step, s.drawWay(step))
	}
	for i, p := range s.badges {
		for _, q := range s.badges[:i] {
			if p.distance(q) < 2*badgeRadius {
				t.Errorf("two numbers are %.1f apart", p.distance(q))
			}
		}
	}
}

// No number hides the mark of a piece that was jumped over.
func TestNumbersBesideCaptures(t *testing.T) {
	d := rules.Diagram{Files: 5, Ranks: 5, Marks: rules.Marks{Captured: []string{"b2", "d4"}}}
	for _, way := range [][]string{{"a1", "c3"}, {"c3", "e5"}} {
		d.Marks.Arrows = append(d.Marks.Arrows, rules.Arrow{Way: way})
	}
	s := newStepDrawer(newGridBoard(d, Style{}), &drawn{})
	for i, step := range s.steps {
		s.drawNumber(i+1, step, s.drawWay(step))
	}
	for i, captured := range d.Marks.Captured {
		at, _ := rules.ParseSquare(captured)
		at.Rank = d.Ranks - 1 - at.Rank
		if apart := s.badges[i].distance(s.centre(at)); apart < 2*badgeRadius {
			t.Errorf("the number %d is %.1f from the mark on %s", i+1, apart, captured)
		}
	}
}

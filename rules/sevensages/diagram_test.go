package sevensages

import (
	"reflect"
	"slices"
	"testing"

	"turnpost/rules"
	"turnpost/rules/phrase"
)

func TestDiagram(t *testing.T) {
	p := parsed(t, setup+" b 3-1")
	d := p.Diagram(phrase.English)
	if d.Files != 15 || d.Ranks != 15 || d.Ball != "h8" || len(d.Pieces) != 14 {
		t.Errorf("%d×%d, ball %s, %d pieces", d.Files, d.Ranks, d.Ball, len(d.Pieces))
	}
	want := []rules.Counter{
		{Seat: rules.First, Label: "points", Value: 3},
		{Seat: rules.Second, Label: "points", Value: 1},
	}
	if !slices.Equal(d.Counters, want) {
		t.Errorf("counters %+v", d.Counters)
	}
	areas := map[rules.Seat][]string{
		rules.First:  {"f1", "g1", "h1", "i1", "j1"},
		rules.Second: {"f15", "g15", "h15", "i15", "j15"},
	}
	for _, r := range d.Regions {
		switch r.Kind {
		case rules.RegionArea:
			if !slices.Equal(r.Squares, areas[r.Seat]) {
				t.Errorf("goal area of seat %d: %v", r.Seat, r.Squares)
			}
		case rules.RegionOutside:
			// 56 squares of the edge minus ten of the goal areas, plus four.
			if len(r.Squares) != 50 || r.ASCII != " " {
				t.Errorf("%d squares outside, drawn %q", len(r.Squares), r.ASCII)
			}
			for _, name := range []string{"a1", "e1", "k1", "o8", "b2", "n2", "b14", "n14"} {
				if !slices.Contains(r.Squares, name) {
					t.Errorf("%s is not outside", name)
				}
			}
		}
	}
	d.Pieces[0].Square, d.Regions[0].Squares[0] = "x", "x"
	if again := p.Diagram(phrase.English); again.Pieces[0].Square == "x" || again.Regions[0].Squares[0] == "x" {
		t.Error("two diagrams share their lists")
	}
}

// TestMarks checks that a kick is marked on the board after it, but after a point, when the setup is restored, on the
// board before, for every place of the stone and the ball.
func TestMarks(t *testing.T) {
	for _, c := range []struct {
		position, turn string
		point          bool
	}{
		{"12sss/14s/14s/11s2s/15/15/15/7o7/15/15/3SS10/S14/S14/S14/S6S7 w 0-2", "e5-h8~g15", true},
		{"12sss/14s/14s/11s2s/15/15/15/7o7/15/15/3SS10/S14/S14/S14/S6S7 w 4-2", "e5-h8~g15", true},
		{"12sss/14s/14s/11s2s/15/15/15/7o7/15/15/3SS10/S14/S14/S14/S6S7 w 0-2", "e5-h8~k11~j12", false},
		{"12sss/14s/14s/11s2s/15/15/15/7o7/15/15/3SS10/S14/S14/S14/S6S7 w 0-2", "e5-e6", false},
	} {
		before := parsed(t, c.position)
		played, err := before.Play(c.turn)
		if err != nil {
			t.Fatal(err)
		}
		after := played.Next.Diagram(phrase.English).Mark(played.Events).Marks
		if after.IsZero() != c.point {
			t.Errorf("%s: %+v on the board after it", c.turn, after)
		}
		m := before.Diagram(phrase.English).MarkBefore(played.Events).Marks
		if !c.point && !reflect.DeepEqual(m, after) {
			t.Errorf("%s: %+v on the board before it, %+v after", c.turn, m, after)
		}
		if c.point && (!slices.Equal(m.From, []string{"e5"}) || !slices.Equal(m.To, []string{"h8"}) ||
			len(m.Ways()) != 1 || !slices.Equal(m.Ways()[0], []string{"h8", "k11", "g15"})) {
			t.Errorf("%s: %+v on the board before it", c.turn, m)
		}
	}
}

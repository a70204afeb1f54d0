package board

import (
	"image"
	"strings"
	"testing"

	"turnpost/rules"
)

// Every place of every sample lies inside the picture, apart from all others, and
// where the picture shows it: half a turn carries each place to its opposite.
func TestLayout(t *testing.T) {
	for _, s := range samples {
		d := s.diagram(t)
		style := s.style()
		l := NewLayout(d, style)
		style.Flip = true
		turned := NewLayout(d, style)
		if len(l.Places) != len(turned.Places) || len(l.Places) < 12 {
			t.Errorf("%s: %d places, turned %d", s.name, len(l.Places), len(turned.Places))
		}
		board := union(l)
		for name, at := range l.Places {
			if !at.In(image.Rect(0, 0, l.Width, l.Height)) || at.Empty() {
				t.Errorf("%s: %s lies at %v of %d×%d", s.name, name, at, l.Width, l.Height)
			}
			for other, there := range l.Places {
				if other != name && at.Overlaps(there) {
					t.Errorf("%s: %s and %s overlap", s.name, name, other)
				}
			}
			if got := turned.Places[name]; got.Min != opposite(board, at).Min || got.Max != opposite(board, at).Max {
				t.Errorf("%s: %s lies at %v and turned at %v", s.name, name, at, got)
			}
		}
	}
}

func union(l Layout) (all image.Rectangle) {
	for _, at := range l.Places {
		all = all.Union(at)
	}
	return all
}

// opposite is a rectangle turned by half within a larger one.
func opposite(in, at image.Rectangle) image.Rectangle {
	sum := in.Min.Add(in.Max)
	return image.Rectangle{Min: sum.Sub(at.Max), Max: sum.Sub(at.Min)}
}

func TestLayoutOfSquares(t *testing.T) {
	d := rules.Diagram{
		Files: 2, Ranks: 2,
		Regions: []rules.Region{{Kind: rules.RegionVoid, Squares: []string{"b2"}}},
	}
	l := NewLayout(d, Style{})
	a1, b1 := l.Places["a1"], l.Places["b1"]
	if len(l.Places) != 3 || a1.Dx() != squareSide || a1.Min.Y <= l.Places["a2"].Min.Y || b1.Min.X <= a1.Min.X {
		t.Errorf("%v", l.Places)
	}
}

func TestAreas(t *testing.T) {
	d := rules.Diagram{Files: 2, Ranks: 2}
	svg := SVG(d, Style{},
		Area{Place: "b1", Href: `/g/1?turn=a1-b1&x="<`, Name: `b1 "<&`, Class: "place", Mark: MarkMayFollow},
		Area{Place: "a1", Href: "/g/1?", Name: "a1, selected", Mark: MarkSelected},
		Area{Place: "a2", Href: "/g/1"},
		Area{Place: "z9", Href: "/nowhere"})
	checkXML(t, svg)
	got := string(svg)
	for _, want := range []string{
		`<svg xmlns="http://www.w3.org/2000/svg"`, `role="group"`,
		`<a class="place" href="/g/1?turn=a1-b1&amp;x=&#34;&lt;" aria-label="b1 &#34;&lt;&amp;">`,
		`<a href="/g/1?" aria-label="a1, selected" aria-current="true">`,
	} {
		if !strings.Contains(got, want) {
			t.Errorf("no %s in\n%s", want, got)
		}
	}
	if strings.Contains(got, "nowhere") {
		t.Error("a place that is not on the board has a link")
	}
	if strings.Index(got, `href="/g/1"`) > strings.Index(got, `class="place"`) {
		t.Error("a2, above, comes after b1")
	}
	if strings.Contains(string(SVG(d, Style{}, Area{Place: "a1", Mark: MarkSelected})), `role="group"`) {
		t.Error("a picture without links has the role of a group")
	}
}

// What stands on a place that may follow stays in sight: a ring surrounds a piece or a free ball.
func TestMarksHideNothing(t *testing.T) {
	follow := Area{Place: "b1", Mark: MarkMayFollow}
	dot := `r="6.5"`
	for name, c := range map[string]struct {
		d    rules.Diagram
		dots int
	}{
		"free":  {rules.Diagram{Files: 2, Ranks: 2}, 1},
		"ball":  {rules.Diagram{Files: 2, Ranks: 2, Ball: "b1"}, 0},
		"piece": {rules.Diagram{Files: 2, Ranks: 2, Pieces: []rules.Piece{{Square: "b1"}}}, 0},
	} {
		if got := strings.Count(string(SVG(c.d, Style{}, follow)), dot); got != c.dots {
			t.Errorf("%s: %d dots instead of %d", name, got, c.dots)
		}
	}
}

package board

import (
	"strings"
	"testing"

	"turnpost/rules"
)

// A page says how its last turn went: who moved, what was captured and where the ball ran, by the places' corners.
func TestAPageSaysHowTheTurnWent(t *testing.T) {
	grid := rules.Diagram{
		Files: 3, Ranks: 3,
		Pieces: []rules.Piece{{Square: "b3", Seat: rules.First, Shape: rules.ShapeDisc, Ball: true}},
	}
	grid = grid.MarkBefore([]rules.Event{
		{Kind: rules.EventCaptured, At: "c3"},
		{Kind: rules.EventMoved, From: "a1", To: "a2"},
		{Kind: rules.EventShot, Way: []string{"c1", "c2", "b2"}},
		{Kind: rules.EventCarried, From: "b2", To: "b3"},
	})
	bowls := rules.Diagram{Colours: [2]rules.Colour{rules.ColourGreen, rules.ColourRed}, Bowls: []rules.Bowl{
		{Name: "a", Column: 0, Seat: rules.First},
		{Name: "b", Column: 1},
		{Name: "c", Column: 2},
		{Name: "d", Column: 2, Row: 1},
	}}
	bowls = bowls.Mark([]rules.Event{{Kind: rules.EventSown, From: "a", To: "c", Count: 2}, {From: "d", To: "a"}})
	for _, c := range []struct {
		d    rules.Diagram
		want string
	}{
		{grid, `data-steps="x 112 24;p 24 112 24 68;b 112 112 112 68 68 68;c 68 68 68 24"`},
		{bowls, `data-steps="sgreen 72 `},
	} {
		if svg := string(SVG(c.d, Style{Page: true})); !strings.Contains(svg, c.want) {
			_, steps, _ := strings.Cut(svg, "data-steps=")
			t.Errorf("the steps are %.120s, not %s", steps, c.want)
		}
	}
	svg := string(SVG(grid, Style{Page: true}))
	for _, part := range []string{`class="piece" x="69" y="25"`, `class="ball" x="69" y="25"`, `<g class="ways">`} {
		if strings.Count(svg, part) != 1 {
			t.Errorf("%s is not there once", part)
		}
	}
	if alone := string(SVG(grid, Style{})); strings.Contains(alone, "data-steps") ||
		strings.Contains(alone, `class="piece"`) {
		t.Error("a picture that stands alone has parts to move")
	}
}

// A way of fewer than two places, or one that leaves the board, moves nothing.
func TestStepsOfWaysThatLeadNowhere(t *testing.T) {
	ways := []rules.Arrow{{}, {Way: []string{"a1"}}, {Ball: true, Way: []string{"a1", "z9"}}, {Way: []string{"z9", "a1"}}}
	for _, d := range []rules.Diagram{
		{Files: 2, Ranks: 2},
		{Bowls: []rules.Bowl{{Name: "a1"}, {Name: "b1", Column: 1}}},
	} {
		d.Marks = rules.Marks{Captured: []string{"z9"}, Arrows: ways}
		if _, steps, moves := strings.Cut(string(SVG(d, Style{Page: true})), "data-steps="); moves {
			t.Errorf("the steps are %.80s", steps)
		}
	}
}

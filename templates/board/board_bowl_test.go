package board

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"turnpost/rules"
)

// counter counts the balls and numbers that are drawn.
type counter struct {
	canvas
	discs int
	texts []string
}

func (c *counter) rect(_, _, _, _, _ float64, _ colour) {}
func (c *counter) line(_, _, _, _, _ float64, _ colour) {}
func (c *counter) disc(_, _, _ float64, k colour)       { c.discs += map[colour]int{green: 1, red: 1}[k] }

func (c *counter) text(_, _ float64, _ font, _ anchor, s string, _ colour) {
	c.texts = append(c.texts, s)
}

// A bowl shows as many balls as it says, or none but the number, and none of them
// outside of it.
func TestBowlsAreTrue(t *testing.T) {
	for _, kind := range []rules.BowlKind{rules.BowlSmall, rules.BowlLarge, rules.BowlStock} {
		most := 0
		for balls := range 100 {
			style := Style{colours: [2]rules.Colour{rules.ColourGreen, rules.ColourRed}}
			s := newBowlStamp(&bowl{Bowl: rules.Bowl{Kind: kind, Seat: rules.Seat(balls % 2), Balls: balls}}, style)
			c := &counter{}
			s.draw(c, 0, 0)
			if !slices.Equal(c.texts, []string{strconv.Itoa(balls)}) {
				t.Errorf("%d balls in a %s bowl: %q", balls, kind, c.texts)
			}
			if c.discs != balls && c.discs != 0 {
				t.Errorf("%d balls in a %s bowl are drawn as %d", balls, kind, c.discs)
			}
			if c.discs > most && c.discs != most+1 {
				t.Errorf("%s: %d balls are drawn, %d were not", kind, balls, balls-1)
			}
			most = max(most, c.discs)
		}
		if most < 20 || most > 60 {
			t.Errorf("at most %d balls are drawn in a %s bowl", most, kind)
		}
	}
}

// Empty bowls of both sides look the same and share one definition.
func TestWhatIsDrawnAlikeIsDefinedOnce(t *testing.T) {
	d := rules.Diagram{Colours: [2]rules.Colour{rules.ColourGreen, rules.ColourRed}, Bowls: []rules.Bowl{
		{Name: "g1", Kind: rules.BowlSmall}, {Name: "r1", Kind: rules.BowlSmall, Seat: rules.Second, Row: 1},
	}}
	svg, seen := string(SVG(d, Style{})), map[string]bool{}
	for _, part := range strings.Split(svg, ` id="`)[1:] {
		id, _, _ := strings.Cut(part, `"`)
		if seen[id] {
			t.Errorf("two elements have the id %s", id)
		}
		seen[id] = true
	}
	if strings.Count(svg, "<use href=\"#board-s") != 2 {
		t.Errorf("both bowls are not drawn by name:\n%s", svg)
	}
}

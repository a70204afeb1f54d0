package rulestest

import (
	"cmp"
	"fmt"
	"strings"
	"testing"

	"turnpost/rules"
	"turnpost/rules/phrase"
)

// drawn returns a position as a failed check shows it: the board as plain text, the side to move and the text.
func drawn(p rules.Position) string {
	d := p.Diagram(phrase.English)
	var b strings.Builder
	if d.Files > 0 {
		drawSquares(&b, d)
	} else {
		drawBowls(&b, d)
	}
	for _, c := range d.Counters {
		fmt.Fprintf(&b, "    seat %d, %s: %d\n", c.Seat, c.Label, c.Value)
	}
	fmt.Fprintf(&b, "    seat %d is to move: %s", p.ToMove(), p)
	return b.String()
}

func drawSquares(b *strings.Builder, d rules.Diagram) {
	on := map[string]string{}
	for _, r := range d.Regions {
		for _, square := range r.Squares {
			if on[square] = r.ASCII; r.Kind == rules.RegionVoid {
				on[square] = cmp.Or(r.ASCII, " ")
			}
		}
	}
	if d.Ball != "" {
		on[d.Ball] = "*"
	}
	for _, p := range d.Pieces {
		on[p.Square] = p.ASCII
	}
	for rank := d.Ranks - 1; rank >= 0; rank-- {
		fmt.Fprintf(b, "    %2d", rank+1)
		for file := range d.Files {
			symbol := on[rules.Square{File: file, Rank: rank}.String()]
			if symbol == "" {
				symbol = "."
			}
			b.WriteString(" " + symbol)
		}
		b.WriteByte('\n')
	}
	b.WriteString("      ")
	for file := range d.Files {
		b.WriteString(" " + string(rune('a'+file)))
	}
	b.WriteByte('\n')
}

func drawBowls(b *strings.Builder, d rules.Diagram) {
	row := -1
	for _, bowl := range d.Bowls {
		if bowl.Row != row {
			row = bowl.Row
			b.WriteString("\n   ")
		}
		fmt.Fprintf(b, " %s:%d", bowl.Name, bowl.Balls)
	}
	b.WriteByte('\n')
}

// turnCase is a turn with the place where it was found.
type turnCase struct {
	from   string // "testdata/GAME-VARIANT.games.jsonl, game 0, turn 5"
	before rules.Position
	played rules.Played
}

// fault reports a fault of a turn: the words, and those expected.
func (c turnCase) fault(t testing.TB, said, want string) {
	t.Helper()
	t.Errorf("%s\nthe turn %q leads from\n%s\nto\n%s\nsaid: %s\nwant: %s",
		c.from, c.played.Turn, drawn(c.before), drawn(c.played.Next), said, want)
}

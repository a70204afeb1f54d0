package board

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"turnpost/rules"
)

// findLine finds the line of a text that begins with a label.
func findLine(t *testing.T, text, label string) string {
	t.Helper()
	for l := range strings.Lines(text) {
		if strings.HasPrefix(strings.TrimSpace(l), label) {
			return strings.TrimRight(l, "\n")
		}
	}
	t.Fatalf("no line %q in\n%s", label, text)
	return ""
}

// A piece that carried the ball one square to the left: brackets, ball and the
// next bracket find room side by side.
func TestTextMarksTheLastTurn(t *testing.T) {
	piece := func(square, symbol string, ball bool) rules.Piece {
		return rules.Piece{Square: square, ASCII: symbol, Unicode: symbol, Ball: ball}
	}
	d := rules.Diagram{Files: 4, Ranks: 3, Pieces: []rules.Piece{piece("a3", "H", true), piece("b2", "h", false)}}
	d = d.Mark([]rules.Event{{Kind: rules.EventMoved, From: "b3", To: "a3"}, {Kind: rules.EventCaptured, At: "d1"}})
	got := Text(d, Style{})
	want := "" +
		" 3 [H*](.)  .   .\n" +
		" 2  .   h   .   .\n" +
		" 1  .   .   .   x\n" +
		"    a   b   c   d\n"
	if got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

func TestTextWithoutBallIsNarrow(t *testing.T) {
	d := rules.Diagram{Files: 3, Ranks: 1, Marks: rules.Marks{From: []string{"a1"}, To: []string{"b1", "a1"}}}
	if got, want := Text(d, Style{}), " 1 [.][.] .\n    a  b  c\n"; got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

func TestTextFitsMail(t *testing.T) {
	wide := turnSample{name: "widest", caption: strings.Repeat("long ", 40) + strings.Repeat("x", 100)}
	diagrams := map[string]rules.Diagram{
		wide.name: {Files: 99, Ranks: 200, Legend: []rules.Legend{{ASCII: "symbol", Text: wide.caption}}},
	}
	for _, s := range samples {
		diagrams[s.name] = s.diagram(t)
	}
	for name, d := range diagrams {
		for _, unicode := range []bool{false, true} {
			text := Text(d, Style{Unicode: unicode, Legend: true, Caption: wide.caption})
			checkText(t, name, text)
		}
	}
}

func checkText(t *testing.T, name, text string) {
	t.Helper()
	if !strings.HasSuffix(text, "\n") && text != "" {
		t.Errorf("%s does not end with a newline", name)
	}
	for l := range strings.Lines(text) {
		l = strings.TrimSuffix(l, "\n")
		if utf8.RuneCountInString(l) > MaxColumns {
			t.Errorf("%s: a line of %d columns: %q", name, utf8.RuneCountInString(l), l)
		}
		if strings.TrimRight(l, " ") != l {
			t.Errorf("%s: trailing blanks: %q", name, l)
		}
	}
}

func TestASCIIFormIsASCII(t *testing.T) {
	for _, s := range samples {
		style := s.style()
		style.Legend = true
		for _, r := range Text(s.diagram(t), style) {
			if r >= utf8.RuneSelf {
				t.Errorf("%s: %q is not ASCII", s.name, r)
			}
		}
	}
}

func TestCaptionCannotControlATerminal(t *testing.T) {
	d := rules.Diagram{Files: 1, Ranks: 1}
	text := Text(d, Style{Unicode: true, Caption: "a\x1b[2Jb\u202ec"})
	if got := findLine(t, text, "a["); got != "a[2Jbc" {
		t.Errorf("got %q", got)
	}
}

func TestFlipTurnsTheBoardByHalf(t *testing.T) {
	for _, s := range samples {
		d := s.diagram(t)
		if len(d.Bowls) > 0 {
			checkBowlsTurned(t, newBowlRows(d, false), newBowlRows(d, true))
			continue
		}
		g, turned := newGrid(d, false), newGrid(d, true)
		slices.Reverse(turned.squares)
		for i := range g.squares {
			a, b := g.squares[i], turned.squares[i]
			if a.piece != b.piece || a.region.Kind != b.region.Kind || a.from != b.from || a.to != b.to {
				t.Fatalf("%s: square %d is %+v and turned %+v", s.name, i, a, b)
			}
		}
	}
}

func checkBowlsTurned(t *testing.T, b, turned *bowlRows) {
	t.Helper()
	for i, row := range b.rows {
		for column := range b.columns {
			p, q := row[column], turned.rows[len(b.rows)-1-i][b.columns-1-column]
			if p.Name != q.Name || p.from != q.from || p.to != q.to {
				t.Errorf("row %d, column %d: %+v and turned %+v", i, column, p, q)
			}
		}
	}
}

func TestTurningTwiceIsNothing(t *testing.T) {
	for _, flip := range []bool{false, true} {
		g := newGrid(rules.Diagram{Files: 9, Ranks: 15}, flip)
		for i := range 9 * 15 {
			s := rules.Square{File: i % 9, Rank: i / 9}
			if back := g.turned(g.turned(s)); back != s {
				t.Errorf("flip %v: %v comes back as %v", flip, s, back)
			}
		}
	}
}

// A game may write its pieces with the usual sign for a captured one.
func TestTextTellsCapturedFromPieces(t *testing.T) {
	d := rules.Diagram{Files: 2, Ranks: 1, Pieces: []rules.Piece{{Square: "a1", ASCII: "x", Unicode: "×"}}}
	d = d.Mark([]rules.Event{{Kind: rules.EventCaptured, At: "b1"}})
	d.Signs.Captured = "gone"
	for unicode, piece := range map[bool]string{false: "x", true: "×"} {
		got := Text(d, Style{Unicode: unicode, Legend: true})
		want := " 1  " + piece + "  +\n    a  b\n\n+      gone\n"
		if got != want {
			t.Errorf("got\n%swant\n%s", got, want)
		}
	}
}

// A column is as wide as the label of its bowls: "Speicher" is not cut.
func TestTextOfLongLabels(t *testing.T) {
	d := rules.Diagram{Bowls: []rules.Bowl{
		{Name: "a", Label: "Speicher", Balls: 3}, {Name: "b", Label: "1", Column: 1}, {Name: "c", Label: "2", Row: 1},
	}}
	want := "" +
		"Speicher   1\n" +
		"   3       0\n" +
		"   0\n" +
		"   2\n"
	if got := Text(d, Style{}); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

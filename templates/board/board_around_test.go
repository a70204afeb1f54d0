package board

import (
	"slices"
	"strings"
	"testing"

	"turnpost/rules"
)

// ranksShown returns the ranks of a board of a width and a height that are drawn around some squares.
func ranksShown(files, ranks int, flip bool, around ...string) (list []int) {
	d := rules.Diagram{Files: files, Ranks: ranks}
	for name := range NewLayout(d, Style{Around: around, Flip: flip}).Places {
		if s, ok := rules.ParseSquare(name); ok && s.File == 0 {
			list = append(list, s.Rank+1)
		}
	}
	slices.Sort(list)
	return list
}

// A board that is taller than wide is cut to the ranks around some squares.
func TestAround(t *testing.T) {
	for _, c := range []struct {
		name         string
		files, ranks int
		flip         bool
		around       []string
		first, last  int
	}{
		{"the middle", 3, 12, false, []string{"a6", "c6"}, 5, 7},
		{"an even number of ranks", 4, 12, false, []string{"a6"}, 5, 8},
		{"the bottom", 3, 12, false, []string{"a1"}, 1, 3},
		{"the top", 3, 12, false, []string{"a12"}, 10, 12},
		{"more than there are files", 3, 12, false, []string{"a2", "b8"}, 1, 9},
		{"all", 3, 12, false, []string{"a1", "b12"}, 1, 12},
		{"no square of the board", 3, 12, false, []string{"z9", "a13", "bowl"}, 1, 12},
		{"no squares", 3, 12, false, nil, 1, 12},
		{"a square board", 9, 9, false, []string{"a1"}, 1, 9},
		{"a turned board", 3, 12, true, []string{"a6"}, 1, 12},
	} {
		got := ranksShown(c.files, c.ranks, c.flip, c.around...)
		if len(got) == 0 || got[0] != c.first || got[len(got)-1] != c.last || len(got) != c.last-c.first+1 {
			t.Errorf("%s: ranks %v, not %d to %d", c.name, got, c.first, c.last)
		}
	}
}

// A cut board keeps the names of its squares, draws what is on them, and has no frame where it goes on.
func TestAroundDrawsTheRightSquares(t *testing.T) {
	pieces := []rules.Piece{{Square: "b5", Letter: "X"}, {Square: "b1", Letter: "Y"}}
	d := rules.Diagram{Files: 3, Ranks: 9, Pieces: pieces}
	g := newGridAround(d, false, []string{"b5"})
	if labels := g.rankLabel(0) + g.rankLabel(1) + g.rankLabel(2) + g.fileLabel(1); labels != "654b" {
		t.Errorf("labels %s", labels)
	}
	if p := g.at(1, 1).piece; p == nil || p.Letter != "X" {
		t.Errorf("b5 holds %v", p)
	}
	whole, cut := string(SVG(d, Style{})), string(SVG(d, Style{Around: []string{"b5"}}))
	if strings.Count(cut, "board-b") >= strings.Count(whole, "board-b") {
		t.Error("the piece on b1 is drawn")
	}
	stubs := strings.Count(cut, ` height="6" `)
	if ends := strings.Count(string(SVG(d, Style{Around: []string{"b1"}})), ` height="6" `); stubs != 10 || ends != 5 {
		t.Errorf("%d open lines and covers around b5, %d around b1", stubs, ends)
	}
}

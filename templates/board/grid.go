package board

import (
	"slices"
	"strconv"

	"turnpost/rules"
)

// grid is a board of squares as the viewer sees it: column 0 is at the left,
// row 0 at the top, turned by half when the view is flipped.
type grid struct {
	columns, rows int
	ranks         int // of the whole board
	above         int // ranks above row 0 that are not shown
	flip          bool
	squares       []square
	points        bool              // lines join points
	lines         [][2]rules.Square // from end to end in columns and rows
	steps         []step            // of the last turn
	ball          bool              // there is a ball in the game
	checkered     bool
}

// noRegion marks squares outside all regions.
var noRegion rules.Region

// square is one square and what is on it.
type square struct {
	region   *rules.Region
	piece    *rules.Piece
	ball     bool // holds a free ball
	from, to bool
	captured bool
	lines    directions
}

// directions are the neighbours of a square to which lines lead: a bit for each of bearings.
type directions uint8

// bearings are the directions of lines, in columns and rows.
var bearings = [...][2]int{{1, 0}, {1, 1}, {0, 1}, {-1, 1}, {-1, 0}, {-1, -1}, {0, -1}, {1, -1}}

func (s square) void() bool { return s.region.Kind == rules.RegionVoid }

func (s square) outside() bool { return s.region.Kind == rules.RegionOutside }

// field reports whether a square belongs to the field of play.
func (s square) field() bool { return !s.void() && !s.outside() }

// occupied reports whether a square holds a piece or a ball.
func (s square) occupied() bool { return s.piece != nil || s.ball }

// step is one part of the last turn, its way in columns and rows.
type step struct {
	ball bool
	way  []rules.Square
}

// newGrid lays out a diagram. Names that are no squares of the board are left out.
func newGrid(d rules.Diagram, flip bool) *grid { return newGridAround(d, flip, nil) }

// newGridAround lays out the part of a diagram around some squares: see Style.Around.
func newGridAround(d rules.Diagram, flip bool, squares []string) *grid {
	g := &grid{
		columns: min(max(d.Files, 0), rules.MaxFiles), rows: min(max(d.Ranks, 0), rules.MaxRanks),
		flip: flip, checkered: d.Checkered, points: len(d.Lines) > 0,
	}
	g.ranks = g.rows
	if !flip {
		g.cut(squares)
	}
	g.squares = make([]square, g.columns*g.rows)
	for i := range g.squares {
		g.squares[i].region = &noRegion
	}
	for i := range d.Regions {
		region := &d.Regions[i]
		g.each(region.Squares, func(s *square) { s.region = region })
	}
	for i := range d.Pieces {
		p := &d.Pieces[i]
		g.each([]string{p.Square}, func(s *square) { s.piece = p })
		g.ball = g.ball || p.Ball
	}
	g.each([]string{d.Ball}, func(s *square) { s.ball, g.ball = true, true })
	for _, l := range d.Lines {
		g.addLine(l)
	}
	g.each(d.Marks.From, func(s *square) { s.from = true })
	g.each(d.Marks.To, func(s *square) { s.to = true })
	g.each(d.Marks.Captured, func(s *square) { s.captured = true })
	for i := range g.squares {
		if s := &g.squares[i]; s.to {
			s.from = false // one mark a square; arrows show the rest
		}
	}
	for _, s := range d.Marks.Arrows {
		g.addStep(s)
	}
	return g
}

func (g *grid) at(column, row int) *square { return &g.squares[row*g.columns+column] }

// each calls set for the named squares that are on the board.
func (g *grid) each(names []string, set func(*square)) {
	for _, name := range names {
		if p, ok := g.place(name); ok {
			set(g.at(p.File, p.Rank))
		}
	}
}

// place finds a square by name, as column and row.
func (g *grid) place(name string) (rules.Square, bool) {
	s, ok := rules.ParseSquare(name)
	if !ok || s.File >= g.columns || s.Rank < 0 || s.Rank >= g.ranks {
		return rules.Square{}, false
	}
	s = g.turned(s)
	return s, s.Rank >= 0 && s.Rank < g.rows
}

// addLine adds the part of a line that is shown. Its last squares there show also where it leads on.
func (g *grid) addLine(l rules.Line) {
	var shown []rules.Square
	squares := l.Squares()
	for i, s := range squares {
		at, ok := g.place(s.String())
		if !ok {
			continue
		}
		shown = append(shown, at)
		for _, beside := range squares[max(i-1, 0):min(i+2, len(squares))] {
			next := g.turned(beside)
			if to := slices.Index(bearings[:], [2]int{next.File - at.File, next.Rank - at.Rank}); to >= 0 {
				g.at(at.File, at.Rank).lines |= 1 << to
			}
		}
	}
	if len(shown) > 1 {
		g.lines = append(g.lines, [2]rules.Square{shown[0], shown[len(shown)-1]})
	}
}

// cut leaves out ranks of a board that is taller than wide, so that it becomes as tall as wide, or as tall as some
// squares and a rank on both sides of them need.
func (g *grid) cut(squares []string) {
	first, last := g.rows, -1
	for _, name := range squares {
		if at, ok := g.place(name); ok {
			first, last = min(first, at.Rank-1), max(last, at.Rank+1)
		}
	}
	shown := max(g.columns, last-first+1)
	if last < 0 || shown >= g.rows {
		return
	}
	g.above = min(max((first+last+1-shown)/2, 0), g.rows-shown)
	g.rows = shown
}

// turned maps file and rank to column and row, and back.
func (g *grid) turned(s rules.Square) rules.Square {
	if g.flip {
		return rules.Square{File: g.columns - 1 - s.File, Rank: s.Rank} // a turned board is never cut
	}
	return rules.Square{File: s.File, Rank: g.ranks - 1 - g.above - s.Rank}
}

func (g *grid) addStep(s rules.Arrow) {
	out := step{ball: s.Ball}
	for _, name := range s.Way {
		if p, ok := g.place(name); ok {
			out.way = append(out.way, p)
		}
	}
	if len(out.way) > 1 {
		g.steps = append(g.steps, out)
	}
}

func (g *grid) fileLabel(column int) string {
	return string(rune('a' + g.turned(rules.Square{File: column}).File))
}

func (g *grid) rankLabel(row int) string {
	return strconv.Itoa(g.turned(rules.Square{Rank: row}).Rank + 1)
}

// shaded reports whether a square has the second tone. a1 has it in both orientations.
func (g *grid) shaded(column, row int) bool {
	s := g.turned(rules.Square{File: column, Rank: row})
	return g.checkered && (s.File+s.Rank)%2 == 0
}

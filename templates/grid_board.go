package templates

import "turnpost/rules"

// gridBoard draws a grid with its coordinates.
type gridBoard struct {
	*grid
	style BoardStyle
	side  int // of a square
}

func newGridBoard(d rules.Diagram, s BoardStyle) gridBoard {
	g := newGrid(d, s.Flip)
	return gridBoard{grid: g, style: s, side: min(squareSide, (maxWidth-2*margin)/max(g.columns, 1))}
}

func (b gridBoard) width() int  { return 2*margin + b.columns*b.side + 1 }
func (b gridBoard) height() int { return margin + b.rows*b.side + margin + 2 }

// corner is the top left corner of a square.
func (b gridBoard) corner(column, row int) (x, y float64) {
	return float64(margin + column*b.side), float64(margin + row*b.side)
}

// middle is the centre of a square.
func (b gridBoard) middle(s rules.Square) (x, y float64) {
	x, y = b.corner(s.File, s.Rank)
	return x + float64(b.side+1)/2, y + float64(b.side+1)/2
}

func (b gridBoard) draw(c canvas) {
	// Lines are what squares leave uncovered of a ground that is a little
	// larger than the board, whatever the outline of the board is.
	b.drawGround(c, 2, ink)
	b.drawGround(c, 0, line)
	for row := range b.rows {
		for column := range b.columns {
			if s := b.at(column, row); !s.void() {
				x, y := b.corner(column, row)
				c.stamp(b.stamp(column, row), x+1, y+1)
			}
		}
	}
	b.drawBorders(c)
	b.drawLabels(c)
	b.drawWays(c)
}

func (b gridBoard) stamp(column, row int) squareStamp {
	s := b.at(column, row)
	return newSquareStamp(s, b.side, ground(s, b.dark(column, row)), b.style)
}

// drawGround fills the runs of squares of each row, widened on all sides.
func (b gridBoard) drawGround(c canvas, wider float64, k colour) {
	for row := range b.rows {
		for start := 0; start < b.columns; start++ {
			end := start
			for end < b.columns && !b.at(end, row).void() {
				end++
			}
			if end == start {
				continue
			}
			x, y := b.corner(start, row)
			w, h := float64((end-start)*b.side+1), float64(b.side+1)
			c.rect(x-wider, y-wider, w+2*wider, h+2*wider, 0, k)
			start = end
		}
	}
}

// drawBorders draws a heavier line where regions meet, so that they stay apart
// in grey print.
func (b gridBoard) drawBorders(c canvas) {
	differ := func(s, t *square) bool {
		return !s.void() && !t.void() && bordered(s) != bordered(t)
	}
	length := float64(b.side + 1)
	for row := range b.rows {
		for column := range b.columns {
			x, y := b.corner(column, row)
			if column > 0 && differ(b.at(column-1, row), b.at(column, row)) {
				c.rect(x, y, 1, length, 0, ink)
			}
			if row > 0 && differ(b.at(column, row-1), b.at(column, row)) {
				c.rect(x, y, length, 1, 0, ink)
			}
		}
	}
}

// bordered is the region of a square that has a border of its own.
func bordered(s *square) rules.RegionKind {
	switch s.region.Kind {
	case rules.RegionArea, rules.RegionGoal, rules.RegionOutside:
		return s.region.Kind
	}
	return ""
}

func (b gridBoard) drawLabels(c canvas) {
	bottom := float64(margin + b.rows*b.side)
	for row := range b.rows {
		_, y := b.middle(rules.Square{Rank: row})
		centred(c, margin/2, y, labelFont, b.rankLabel(row), label)
	}
	for column := range b.columns {
		x, _ := b.middle(rules.Square{File: column})
		centred(c, x, bottom+margin/2+3, labelFont, b.fileLabel(column), label)
	}
}

// drawWays draws the ways of the ball below the pieces that they touch.
func (b gridBoard) drawWays(c canvas) {
	for _, way := range b.ways {
		b.drawWay(c, way)
	}
	for row := range b.rows {
		for column := range b.columns {
			if b.at(column, row).piece != nil && b.crossed(rules.Square{File: column, Rank: row}) {
				x, y := b.corner(column, row)
				b.stamp(column, row).drawContents(c, x+1, y+1)
			}
		}
	}
}

// drawWay draws one way, with dots where the ball bounced.
func (b gridBoard) drawWay(c canvas, way []rules.Square) {
	for i := 1; i < len(way); i++ {
		x1, y1 := b.middle(way[i-1])
		x2, y2 := b.middle(way[i])
		c.line(x1, y1, x2, y2, 2, vermilion)
		if i < len(way)-1 {
			c.disc(x2, y2, 4, vermilion)
		}
	}
}

package board

import (
	"slices"

	"turnpost/rules"
)

// gridBoard draws a grid with its coordinates.
type gridBoard struct {
	*grid
	style Style
	side  int // of a square
}

// frameWidth is the width of the line around the field.
const frameWidth = 2

func newGridBoard(d rules.Diagram, s Style) gridBoard {
	g := newGridAround(d, s.Flip, s.Around)
	return gridBoard{grid: g, style: s, side: min(squareSide, (maxWidth-2*margin)/max(g.columns, 1))}
}

func (b gridBoard) width() int  { return 2*margin + b.columns*b.side + 1 }
func (b gridBoard) height() int { return margin + b.rows*b.side + margin + 2 }

// margins leaves room for the coordinates, and the same gap beside them on the other edges.
func (b gridBoard) margins() (left, top, right, bottom int) {
	if b.style.small {
		const cut = margin - thumbnailMargin
		return cut, cut, cut, cut + margin/2 + 1
	}
	return 0, 15, 15, 10
}

// corner is the top left corner of a square.
func (b gridBoard) corner(column, row int) (x, y float64) {
	return float64(margin + column*b.side), float64(margin + row*b.side)
}

// middle is the centre of a square.
func (b gridBoard) middle(s rules.Square) (x, y float64) {
	x, y = b.corner(s.File, s.Rank)
	return x + float64(b.side+1)/2, y + float64(b.side+1)/2
}

// cuts are the edges of the ranks and of the files.
func (b gridBoard) cuts() (rows, columns []int) {
	for row := range b.rows + 1 {
		rows = append(rows, margin+row*b.side)
	}
	for column := range b.columns + 1 {
		columns = append(columns, margin+column*b.side)
	}
	return rows, columns
}

func (b gridBoard) draw(c canvas) {
	if b.points {
		b.drawLines(c)
		b.drawSquares(c, func(s square) bool { return !s.void() })
	} else {
		// The ground is slightly larger than the board, and the squares leave its lines uncovered.
		// Squares outside the field come first, so that the frame of the field is complete.
		b.drawGround(c, 0, tone, square.outside)
		b.drawSquares(c, square.outside)
		b.drawGround(c, frameWidth, word, square.field)
		b.drawGround(c, 0, line, square.field)
		b.drawSquares(c, square.field)
		b.drawBorders(c)
	}
	b.drawCuts(c)
	if !b.style.small {
		b.drawLabels(c)
	}
	page, is := c.(*svgCanvas)
	if !is || !b.style.Page {
		b.drawSteps(c)
		return
	}
	b.drawMovable(c)
	page.write(`<g class="ways">`, "\n")
	b.drawSteps(c)
	page.write("</g>\n")
}

// pointLine is the width of the lines that join points, as a part of a square's side.
const pointLine = 0.04

// drawLines draws the lines of a board of points in a frame. The squares draw them again: see squareStamp.
func (b gridBoard) drawLines(c canvas) {
	all := func(square) bool { return true }
	b.drawGround(c, frameWidth, word, all)
	b.drawGround(c, 0, paper, all)
	for _, ends := range b.lines {
		x1, y1 := b.middle(ends[0])
		x2, y2 := b.middle(ends[1])
		c.line(x1, y1, x2, y2, pointLine*float64(b.side), label)
	}
}

func (b gridBoard) drawSquares(c canvas, such func(square) bool) {
	var looks [colours]struct { // by ground: most squares look like others
		square squareStamp
		stamp  stamp
	}
	for row := range b.rows {
		for column := range b.columns {
			if such(*b.at(column, row)) {
				x, y := b.corner(column, row)
				s := b.stamp(column, row)
				if b.style.Page {
					s = s.only(groundLayer)
				}
				look := &looks[s.ground]
				if look.stamp == nil || s != look.square {
					look.square, look.stamp = s, s
				}
				c.stamp(look.stamp, x+1, y+1)
			}
		}
	}
}

func (b gridBoard) stamp(column, row int) squareStamp {
	s := b.at(column, row)
	return newSquareStamp(s, b.side, ground(s, b.shaded(column, row)), b.style)
}

// drawGround fills such squares, widened on all sides, in as few rectangles as
// cover them without a seam.
func (b gridBoard) drawGround(c canvas, wider float64, k colour, such func(square) bool) {
	for row := 0; row < b.rows; {
		runs, end := b.runs(row, such), row+1
		for end < b.rows && slices.Equal(b.runs(end, such), runs) {
			end++
		}
		for _, run := range runs {
			x, y := b.corner(run[0], row)
			w, h := float64((run[1]-run[0])*b.side+1), float64((end-row)*b.side+1)
			c.rect(x-wider, y-wider, w+2*wider, h+2*wider, 0, k)
		}
		row = end
	}
}

// runs are the columns from which and up to which such squares follow one another in
// a row.
func (b gridBoard) runs(row int, such func(square) bool) [][2]int {
	var runs [][2]int
	for column := range b.columns {
		switch last := len(runs) - 1; {
		case !such(*b.at(column, row)):
		case last >= 0 && runs[last][1] == column:
			runs[last][1]++
		default:
			runs = append(runs, [2]int{column, column + 1})
		}
	}
	return runs
}

// drawBorders draws a heavier line where regions of the field meet, so that they stay
// apart in grey print.
func (b gridBoard) drawBorders(c canvas) {
	differ := func(s, t *square) bool {
		return s.region != t.region && s.field() && t.field() && bordered(s) != bordered(t)
	}
	length := float64(b.side + 1)
	for row := range b.rows {
		for column := range b.columns {
			x, y := b.corner(column, row)
			here := b.at(column, row)
			if column > 0 && differ(b.at(column-1, row), here) {
				c.rect(x, y, 1, length, 0, word)
			}
			if row > 0 && differ(b.at(column, row-1), here) {
				c.rect(x, y, length, 1, 0, word)
			}
		}
	}
}

// bordered returns the region of a square if that region has a border.
func bordered(s *square) rules.RegionKind {
	switch s.region.Kind {
	case rules.RegionArea, rules.RegionGoal:
		return s.region.Kind
	}
	return ""
}

// drawCuts opens the frame where the board goes on beyond the picture: the lines between the files end in the open, and
// lines between points at its edge.
func (b gridBoard) drawCuts(c canvas) {
	const stub = 6
	width := float64(b.columns*b.side + 1)
	cut := func(y, beyond float64) {
		c.rect(margin-frameWidth, min(y, beyond), width+2*frameWidth, stub, 0, paper)
		for column := 0; column <= b.columns && !b.points; column++ {
			x, _ := b.corner(column, 0)
			c.rect(x, min(y, beyond), 1, stub, 0, line)
		}
	}
	if b.above > 0 {
		cut(margin, margin-stub)
	}
	if bottom := float64(margin + b.rows*b.side + 1); b.above+b.rows < b.ranks {
		cut(bottom, bottom)
	}
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

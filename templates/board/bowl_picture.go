package board

import "turnpost/rules"

// Measures of bowls at scale 1.
const (
	bowlPitch   = 76
	bowlWidth   = 66
	bowlHeight  = 112
	largeHeight = 142
	bowlGap     = 12 // between two rows
	labelHeight = 24
	nameHeight  = 34 // of the lines with the sides' names
	bodyPadding = 10
	bodyRadius  = 24
)

var nameFont = font{size: 18, bold: true}

// bowlBoard draws rows of bowls in a frame, between the names of the sides.
type bowlBoard struct {
	*bowlRows
	style Style
}

func newBowlBoard(d rules.Diagram, s Style) bowlBoard {
	return bowlBoard{bowlRows: newBowlRows(d, s.Flip), style: s}
}

// rowHeight has room for a large bowl and for the label.
const rowHeight = largeHeight + labelHeight

func (b bowlBoard) width() int { return 2*(margin+bodyPadding) + b.columns*bowlPitch }

func (b bowlBoard) height() int { return b.bodyTop() + b.bodyHeight() + nameHeight + margin/4 }

// margins leave out the names of the sides, which a page shows at the edges of the board.
func (b bowlBoard) margins() (left, top, right, bottom int) {
	return 16, b.bodyTop() - margin/3, 16, nameHeight + margin/4 - margin/3 + margin/2
}

func (b bowlBoard) bodyTop() int { return margin/4 + nameHeight }

func (b bowlBoard) bodyHeight() int {
	return 2*bodyPadding + len(b.rows)*(rowHeight+bowlGap) - bowlGap
}

// top is where a row begins.
func (b bowlBoard) top(row int) float64 {
	return float64(b.bodyTop() + bodyPadding + row*(rowHeight+bowlGap))
}

// corner is the top left corner of a bowl. Bowls touch the middle of the board;
// large ones and the labels reach outwards.
func (b bowlBoard) corner(column, row int) (x, y float64) {
	x = float64(margin + bodyPadding + column*bowlPitch + (bowlPitch-bowlWidth)/2)
	y = b.top(row)
	if b.upper(row) {
		y += float64(rowHeight - newBowlStamp(b.rows[row][column], b.style).height)
	}
	return x, y
}

// cuts are the edges of the rows and of the bowls in them.
func (b bowlBoard) cuts() (rows, columns []int) {
	for row := range b.rows {
		top, inner := int(b.top(row)), bowlHeight // small bowls apart from their labels, for few cells
		if b.upper(row) {
			inner = rowHeight - bowlHeight
		}
		rows = append(rows, top, top+inner, top+rowHeight)
	}
	for column := range b.columns + 1 {
		columns = append(columns, margin+bodyPadding+column*bowlPitch)
	}
	return rows, columns
}

func (b bowlBoard) draw(c canvas) {
	x, y := float64(margin), float64(b.bodyTop())
	w, h := float64(b.width()-2*margin), float64(b.bodyHeight())
	c.rect(x, y, w, h, bodyRadius, word)
	c.rect(x+frameWidth, y+frameWidth, w-2*frameWidth, h-2*frameWidth, bodyRadius-frameWidth, tone)
	for row := range b.rows {
		b.drawRow(c, row)
	}
	if b.style.small || b.style.Page { // margins leaves the names out
		return
	}
	b.drawName(c, 0, y-nameHeight/2)
	if last := len(b.rows) - 1; last > 0 {
		b.drawName(c, last, y+h+nameHeight/2)
	}
}

// drawName tells whose a row is, with a ball of that side.
func (b bowlBoard) drawName(c canvas, row int, y float64) {
	if row >= len(b.rows) {
		return
	}
	x := float64(margin + bodyPadding)
	if seat := b.seat(row); seat == rules.First || seat == rules.Second {
		drawBall(c, x+largeBall.radius, y, largeBall.radius, b.style.body(seat))
		x += 2*largeBall.radius + 8
	}
	c.text(x, y+nameFont.size*capHeight/2, nameFont, anchorStart, b.owner(row, b.style), word)
}

func (b bowlBoard) drawRow(c canvas, row int) {
	for column, p := range b.rows[row] {
		if p == nil {
			continue
		}
		look := newBowlStamp(p, b.style)
		x, y := b.corner(column, row)
		labelY := y + float64(look.height) + labelHeight/2
		if b.upper(row) {
			labelY = y - labelHeight/2
		}
		c.stamp(look, x, y)
		centred(c, x+bowlWidth/2, labelY, labelFont, p.Label, label)
	}
}

package templates

import "turnpost/rules"

// Measures of bowls at scale 1.
const (
	bowlPitch   = 72
	bowlWidth   = 62
	bowlHeight  = 108
	largeHeight = 138
	bowlGap     = 12 // between two rows
	labelHeight = 22
	nameWidth   = 64 // of the column with the sides' names
)

var nameFont = font{size: 17, bold: true}

// bowlBoard draws rows of bowls.
type bowlBoard struct {
	*bowlRows
	style BoardStyle
}

func newBowlBoard(d rules.Diagram, s BoardStyle) bowlBoard {
	return bowlBoard{bowlRows: newBowlRows(d, s.Flip), style: s}
}

// rowHeight has room for a large bowl and for the label.
const rowHeight = largeHeight + labelHeight

func (b bowlBoard) width() int { return 2*margin + nameWidth + b.columns*bowlPitch }
func (b bowlBoard) height() int {
	return margin/2 + len(b.rows)*(rowHeight+bowlGap)
}

func (b bowlBoard) draw(c canvas) {
	for row := range b.rows {
		top := float64(margin/2 + row*(rowHeight+bowlGap))
		b.drawRow(c, row, top)
	}
}

// drawRow draws one row. Its bowls touch the middle of the board; large ones
// and the labels reach outwards.
func (b bowlBoard) drawRow(c canvas, row int, top float64) {
	upper := b.upper(row)
	nameY := top + bowlHeight/2
	if upper {
		nameY = top + rowHeight - bowlHeight/2
	}
	c.text(margin, nameY+nameFont.size*capHeight/2, nameFont, anchorStart, b.owner(row, b.style), ink)
	for column, p := range b.rows[row] {
		if p == nil {
			continue
		}
		look := newBowlStamp(p, b.style)
		x := float64(margin + nameWidth + column*bowlPitch + (bowlPitch-bowlWidth)/2)
		y, labelY := top, top+float64(look.height)+labelHeight/2
		if upper {
			y = top + rowHeight - float64(look.height)
			labelY = y - labelHeight/2
		}
		c.stamp(look, x, y)
		centred(c, x+bowlWidth/2, labelY, labelFont, p.Label, label)
	}
}

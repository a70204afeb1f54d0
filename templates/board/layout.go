package board

import (
	"image"

	"turnpost/rules"
)

// Layout tells where the places of a board lie in its picture, in CSS pixels at
// scale 1 from the top left corner. PNG and SVG follow the same layout.
type Layout struct {
	Width, Height int // of the whole picture
	// Places are the squares or bowls by the names that the diagram gives them, as
	// they lie for the style's orientation. Squares that do not exist have none.
	Places map[string]image.Rectangle
}

// NewLayout lays out the picture of a diagram.
func NewLayout(d rules.Diagram, s Style) Layout {
	p := newPicture(d, s)
	return Layout{Width: p.width, Height: p.height, Places: p.board.places()}
}

// places are the squares without the lines between them.
func (b gridBoard) places() map[string]image.Rectangle {
	places := make(map[string]image.Rectangle, len(b.squares))
	for row := range b.rows {
		for column := range b.columns {
			if b.at(column, row).void() {
				continue
			}
			x, y := b.corner(column, row)
			corner := image.Pt(int(x)+1, int(y)+1)
			name := b.turned(rules.Square{File: column, Rank: row}).String()
			places[name] = image.Rectangle{Min: corner, Max: corner.Add(image.Pt(b.side-1, b.side-1))}
		}
	}
	return places
}

// places are the bowls with their numbers, without the labels beside them.
func (b bowlBoard) places() map[string]image.Rectangle {
	places := map[string]image.Rectangle{}
	for row := range b.rows {
		for column, p := range b.rows[row] {
			if p != nil {
				x, y := b.corner(column, row)
				look := newBowlStamp(p, b.style)
				places[p.Name] = image.Rect(int(x), int(y), int(x)+bowlWidth, int(y)+look.height)
			}
		}
	}
	return places
}

package board

import (
	"image"

	"turnpost/rules"
)

// Layout holds the rectangles of a board's places in its picture, in CSS pixels at
// scale 1. PNG and SVG share the layout.
type Layout struct {
	Left, Top     int // of the picture as the style shows it
	Width, Height int // with the caption and the counters, which an SVG of a page leaves out
	// Places are the squares or bowls by the names of the diagram, in the style's
	// orientation. Squares that do not exist are absent.
	Places map[string]image.Rectangle

	diagram rules.Diagram
	style   Style
	picture picture
}

// NewLayout lays out the picture of a diagram.
func NewLayout(d rules.Diagram, s Style) Layout {
	p := newPicture(d, s)
	v := p.view
	if s.Page {
		p.view.Max.Y -= lineGap * len(p.caption)
		p.caption = nil
	}
	return Layout{v.Min.X, v.Min.Y, v.Dx(), v.Dy(), p.board.places(), d, s, p}
}

// places returns the squares, each with the lines at its left and top, so that a pointer between two squares
// hits one.
func (b gridBoard) places() map[string]image.Rectangle {
	places := make(map[string]image.Rectangle, len(b.squares))
	for row := range b.rows {
		for column := range b.columns {
			if b.at(column, row).void() {
				continue
			}
			x, y := b.corner(column, row)
			corner := image.Pt(int(x), int(y))
			name := b.turned(rules.Square{File: column, Rank: row}).String()
			places[name] = image.Rectangle{Min: corner, Max: corner.Add(image.Pt(b.side, b.side))}
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

package board

import (
	"fmt"
	"strings"

	"turnpost/rules"
)

// PictureID is the id of the picture in an SVG of a page.
const PictureID = "board-picture"

// ViewBox returns the viewBox attribute of the layout's SVG.
func (l Layout) ViewBox() string {
	v := l.picture.view
	return fmt.Sprintf("%d %d %d %d", v.Min.X, v.Min.Y, v.Dx(), v.Dy())
}

// pageText writes a line in the font of the page.
func (c *svgCanvas) pageText(x, y float64, f font, a anchor, s string, k colour) {
	c.write("<text")
	c.number("x", x)
	c.number("y", y)
	c.number("font-size", f.size)
	if f.bold {
		c.write(` font-weight="700"`)
	}
	c.word("text-anchor", [...]string{anchorStart: "", anchorMiddle: "middle", anchorEnd: "end"}[a])
	c.fill(k)
	c.write(">", escape(s), "</text>\n")
}

// AdaptiveSVG draws a standalone SVG whose colours, light or dark, follow the reader's
// system.
func AdaptiveSVG(d rules.Diagram, s Style, areas ...Area) []byte {
	s.Classes = true
	picture := string(SVG(d, s, areas...))
	style := "<style>" + StyleSheet() + "</style>\n"
	return []byte(strings.Replace(picture, "<defs>\n", style+"<defs>\n", 1))
}

// thumbnailMargin is the space around the squares of a thumbnail.
const thumbnailMargin = 6

// Thumbnail draws a board to be shown small, on paper: as AdaptiveSVG, but without what nobody can read at that size,
// which are the counters, the caption, the coordinates of squares and the names of sides.
func Thumbnail(d rules.Diagram, s Style) []byte {
	d.Counters, s.Caption, s.small = nil, "", true
	return AdaptiveSVG(d, s)
}

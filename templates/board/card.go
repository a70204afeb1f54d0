package board

import (
	"math"
	"strings"

	"turnpost/rules"
)

// CardWidth and CardHeight are the size of a card in pixels, which sites expect of the picture of a link.
const (
	CardWidth  = 1200
	CardHeight = 630
)

// CardText is what a card says beside its board.
type CardText struct {
	Title    string    // of the game: "Hnefatafl 11×11"
	Players  [2]string // by seat
	Standing string    // who is to move, or the result
	Marked   rules.Seat
	Site     string
}

// Measures of a card in pixels.
const (
	cardMargin  = 40
	cardEdge    = 26 // above and below the board
	cardGap     = 56 // between the board and the text
	cardRow     = 112
	cardPadding = 18
	cardStone   = 23
	cardText    = 420 // the least width of the text beside a board
	cardLine    = 42
	cardStrip   = 90 // height of the parts that are cached
)

var (
	cardTitle    = font{size: 30}
	cardName     = font{size: 48, bold: true}
	cardSide     = font{size: 24}
	cardStanding = font{size: 32}
	cardSite     = font{size: 24, bold: true}
)

// Card draws a diagram, and beside it the names of its players, as an opaque PNG for links to the game. The row of the
// marked player is highlighted.
func Card(d rules.Diagram, s Style, text CardText) []byte {
	s.Caption, s.Page, s.Dark, s.colours = "", false, false, d.Colours
	lines := []string{text.Standing}
	if len(d.Bowls) == 0 {
		if counters := Counters(d, s); counters != "" {
			lines = append(lines, counters)
		}
		d.Counters = nil
	}
	p := newPicture(d, s)
	r := recordings.Get().(*recording)
	defer recordings.Put(r)
	defer r.forget()
	r.scale, r.inks, r.points = 1, p.inks.with(tone), r.points[:0]
	r.rect(0, 0, CardWidth, CardHeight, 0, paper)
	left, top, right, bottom := p.board.margins()
	if len(d.Bowls) > 0 {
		left, top, right, bottom = margin/2, 0, margin/2, margin/2 // with the names of the rows
	}
	w, h := float64(p.width-left-right), float64(p.height-top-bottom)
	by := min((CardHeight-2*cardEdge)/h, (CardWidth-2*cardMargin-cardGap-cardText)/w)
	if grid, is := p.board.(gridBoard); is { // whole pixels for each square keep all lines equally wide
		by = math.Floor(float64(grid.side)*by) / float64(grid.side)
	}
	y := math.Round((CardHeight-h*by)/2 - float64(top)*by)
	p.board.draw(scaled{r, math.Round(cardMargin - float64(left)*by), y, by})
	c := card{r, s, text}
	c.beside(cardMargin+w*by+cardGap, lines)
	var parts []*strip
	for top := 0; top < CardHeight; top += cardStrip {
		parts = append(parts, r.strip(CardWidth, top, top+cardStrip, nil))
	}
	return encodePNG(CardWidth, CardHeight, blends.get(r.inks).palette, parts)
}

// card draws the text of a card.
type card struct {
	canvas

	style Style
	words CardText
}

// beside draws the text to the right of the board, from x on.
func (c card) beside(x float64, lines []string) {
	width := CardWidth - cardMargin - x
	var wrapped []string
	for _, line := range lines {
		wrapped = append(wrapped, wrap(line, func(part string) bool { return textWidth(part, cardStanding) <= width })...)
	}
	y := (CardHeight - 2*cardRow - float64(len(wrapped))*cardLine) / 2
	c.write(x, y-cardPadding, width, cardTitle, c.words.Title, label)
	for seat := range c.words.Players {
		c.player(x, y, width, rules.Seat(seat))
		y += cardRow
	}
	for _, line := range wrapped {
		y += cardLine
		c.write(x, y, width, cardStanding, line, word)
	}
	c.text(CardWidth-cardMargin, CardHeight-cardMargin, cardSite, anchorEnd, c.words.Site, label)
}

// player draws the row of a player: a piece of the side's colour, the name and the side.
func (c card) player(x, y, width float64, seat rules.Seat) {
	if seat == c.words.Marked {
		c.rect(x-cardPadding, y, width+cardPadding, cardRow-cardPadding/2, cardPadding, target)
	}
	stone(c, x+cardStone, y+cardRow/2-cardPadding/4, cardStone, 2.5, c.style.body(seat))
	x, width = x+2*cardStone+cardPadding, width-2*cardStone-2*cardPadding
	c.write(x, y+54, width, cardName, c.words.Players[seat], word)
	c.write(x, y+88, width, cardSide, c.style.side(seat), label)
}

// write writes a line from x on, smaller if it is too wide.
func (c card) write(x, y, width float64, f font, line string, k colour) {
	if w := textWidth(line, f); w > width {
		f.size = math.Floor(f.size * width / w)
	}
	c.text(x, y, f, anchorStart, strings.ReplaceAll(line, "·", "∙"), k)
}

// scaled draws on another canvas from a corner on, in another size. Stamps are drawn anew: they recur in no other
// picture of that size.
type scaled struct {
	on       canvas
	x, y, by float64
}

func (c scaled) rect(x, y, w, h, radius float64, k colour) {
	c.on.rect(c.x+x*c.by, c.y+y*c.by, w*c.by, h*c.by, radius*c.by, k)
}

func (c scaled) disc(x, y, radius float64, k colour) {
	c.on.disc(c.x+x*c.by, c.y+y*c.by, radius*c.by, k)
}

func (c scaled) ring(x, y, radius, width float64, k colour) {
	c.on.ring(c.x+x*c.by, c.y+y*c.by, radius*c.by, width*c.by, k)
}

func (c scaled) line(x1, y1, x2, y2, width float64, k colour) {
	c.on.line(c.x+x1*c.by, c.y+y1*c.by, c.x+x2*c.by, c.y+y2*c.by, width*c.by, k)
}

func (c scaled) polygon(k colour, points ...float64) {
	moved := make([]float64, len(points))
	for i := range moved {
		moved[i] = [2]float64{c.x, c.y}[i%2] + points[i]*c.by
	}
	c.on.polygon(k, moved...)
}

func (c scaled) text(x, y float64, f font, a anchor, s string, k colour) {
	f.size *= c.by
	c.on.text(c.x+x*c.by, c.y+y*c.by, f, a, s, k)
}

func (c scaled) figure(x, y, side float64, f rules.Figure, mark, body colour) {
	c.on.figure(c.x+x*c.by, c.y+y*c.by, side*c.by, f, mark, body)
}

func (c scaled) stamp(s stamp, x, y float64) { s.draw(c, x, y) }

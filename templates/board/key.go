package board

import (
	"fmt"
	"strings"

	"turnpost/rules"
)

// KeyEntry explains a symbol or a mark of pictures.
type KeyEntry struct {
	Picture       []byte // a standalone SVG, light or dark as the reader's system asks
	Width, Height int    // in CSS pixels
	Text          string
}

// PictureMark is a mark that a picture may have.
type PictureMark uint8

// The marks, in the order of Key.
const (
	ShowsFrom PictureMark = iota
	ShowsTo
	ShowsCaptured
	ShowsStep
	ShowsWay
	ShowsSelected
	ShowsMayFollow
	ShowsRefused
	pictureMarks
)

// KeyMarks holds the meaning of each mark; "" leaves the mark out.
type KeyMarks [pictureMarks]string

// keySide is the side of a sample at scale 1.
const keySide = squareSide

// Key explains the pieces and squares of some diagrams of one game by samples, and then marks that their pictures have.
// The meanings of the marks come from the caller; a mark with an empty meaning is left out.
func Key(diagrams []rules.Diagram, s Style, marks KeyMarks) []KeyEntry {
	s.Classes = true
	var entries []KeyEntry
	bowls := false
	if len(diagrams) > 0 {
		entries, bowls = symbolKey(diagrams, s), len(diagrams[0].Bowls) > 0
	}
	for mark, text := range marks {
		if text != "" {
			draw := func(c *svgCanvas, x float64) { drawKeyMark(c, PictureMark(mark), x, bowls) }
			entries = append(entries, newKeyEntry(s, text, draw))
		}
	}
	return entries
}

// symbolKey returns the entries of the text legend that occur on a grid, each with a sample of its squares.
func symbolKey(diagrams []rules.Diagram, s Style) (entries []KeyEntry) {
	t := textForm{say: s.say}
	found := map[string]func(c *svgCanvas, x float64){}
	for _, d := range diagrams {
		s.colours = d.Colours
		b := newGridBoard(d, s)
		for i := range b.squares {
			sq := &b.squares[i]
			if sq.void() || sq.from || sq.to || sq.captured {
				continue
			}
			look := newSquareStamp(sq, keySide, ground(sq, false), s)
			draw := func(c *svgCanvas, x float64) { c.stamp(look, x, 0) }
			for _, symbol := range []string{t.square(sq), t.heldBall(sq)} {
				if _, again := found[symbol]; !again && symbol != "" {
					found[symbol] = draw
				}
			}
		}
	}
	for _, l := range diagrams[0].Legend {
		symbols := strings.Fields(l.ASCII)
		if len(symbols) == 0 {
			symbols = []string{" "}
		}
		var draw []func(c *svgCanvas, x float64)
		for _, symbol := range symbols {
			if found[symbol] != nil {
				draw = append(draw, found[symbol])
			}
		}
		if len(draw) > 0 {
			entries = append(entries, newKeyEntry(s, l.Text, draw...))
		}
	}
	return entries
}

// newKeyEntry draws squares side by side.
func newKeyEntry(s Style, text string, draw ...func(c *svgCanvas, x float64)) KeyEntry {
	c := newSVGCanvas(s)
	for i, one := range draw {
		x := float64(i * keySide)
		c.rect(x, 0, keySide-1, keySide-1, 0, paper)
		one(c, x)
	}
	e := KeyEntry{Width: len(draw)*keySide - 1, Height: keySide - 1, Text: text}
	out := &svgCanvas{}
	out.write(`<svg xmlns="http://www.w3.org/2000/svg"`)
	out.number("width", float64(e.Width))
	out.number("height", float64(e.Height))
	out.word("viewBox", fmt.Sprintf("0 0 %d %d", e.Width, e.Height))
	out.write(">\n<title>", escape(text), "</title>\n<style>", StyleSheet(), "</style>\n")
	out.drawing(c)
	e.Picture = out.b
	return e
}

// drawKeyMark draws a mark on an empty square, or on an empty bowl if the turn marks bowls otherwise.
func drawKeyMark(c *svgCanvas, mark PictureMark, x float64, bowl bool) {
	const end = keySide - 1
	switch mark {
	case ShowsFrom, ShowsTo, ShowsCaptured:
		from, to, captured := mark == ShowsFrom, mark == ShowsTo, mark == ShowsCaptured
		if bowl {
			bowlStamp{height: end, from: from, to: to, captured: captured}.drawEmpty(c, x)
			return
		}
		c.stamp(newSquareStamp(&square{region: &noRegion, from: from, captured: captured}, keySide,
			ground(&square{region: &noRegion, to: to}, false), Style{}), x, 0)
	case ShowsStep, ShowsWay:
		drawKeyArrow(c, x, mark == ShowsWay)
	default:
		c.drawMark(keyMarks[mark], false, x, 0, end, end)
	}
}

var keyMarks = map[PictureMark]Mark{
	ShowsSelected: MarkSelected, ShowsMayFollow: MarkMayFollow, ShowsRefused: MarkRefused,
}

func drawKeyArrow(c *svgCanvas, x float64, ball bool) {
	const low, high, middle = keySide - 7, 6, (keySide - 1) / 2.0
	d := stepDrawer{canvas: c}
	d.drawArrow(leg{point{x + high, low}, point{x + low, high}}, ball)
	if !ball {
		c.disc(x+middle, middle, badgeRadius, word)
		centred(c, x+middle, middle, font{size: 11, bold: true}, "1", paper)
	}
}

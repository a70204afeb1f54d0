package pages

import (
	"html/template"
	"math"
	"slices"

	"turnpost/rules"
	"turnpost/templates/board"
	"turnpost/templates/site"
	"turnpost/templates/view"
)

// minPlace is the least size of a place to tap, in CSS pixels (WCAG 2.2, 2.5.8).
const minPlace = 24

// drawnBoard is a board in a page. One with places to tap is at least so wide that each can be hit: where the window
// is smaller, a part of it is seen at a time.
type drawnBoard struct {
	SVG     template.HTML // "" for a game without a board
	ViewBox string        // of the SVG
	Text    string        // as mails have it
	Score   []string      // what the board counts
	Class   string        // tells the style sheet how wide it is at least
	Spot    string        // classes that tell where the part lies that is seen first
	Taps    bool          // there are places to tap
	Small   bool          // the smallest window does not hold it with places that can be hit
}

// draw makes a board of a page. Boards are drawn by this server: what others wrote is escaped
// in them. The caption stands under the text.
func draw(b *view.Board, caption string, areas ...board.Area) drawnBoard {
	style := b.Style
	style.Page = true
	text := b.Style
	text.Legend, text.Caption = true, caption
	drawn := drawnBoard{Text: board.Text(b.Diagram, text)}
	d := b.Diagram
	layout := board.NewLayout(d, style)
	if len(layout.Places) == 0 {
		return drawn
	}
	if len(d.Bowls) == 0 { // letters in a picture shrink with it, those of the page do not
		for _, counter := range d.Counters {
			one := d
			one.Counters = []rules.Counter{counter}
			drawn.Score = append(drawn.Score, board.Counters(one, style))
		}
		d.Counters = nil
	}
	drawn.SVG, drawn.ViewBox = template.HTML(board.SVG(d, style, areas...)), board.ViewBox(d, style)
	least := leastWidth(layout)
	drawn.Class, drawn.Small, drawn.Taps = site.LeastClass(least), least > site.MinWindow, len(areas) > 0
	drawn.Spot = spot(d, layout, areas)
	return drawn
}

// leastWidth is how wide a picture must be for its smallest place to be large enough.
func leastWidth(l board.Layout) int {
	least := l.Width
	for _, r := range l.Places {
		least = min(least, r.Dx(), r.Dy())
	}
	return int(math.Ceil(float64(l.Width*minPlace) / float64(max(least, 1))))
}

// spot is where a reader looks first: at what is chosen, else at the end of the last step, else at the middle.
func spot(d rules.Diagram, l board.Layout, areas []board.Area) string {
	place := ""
	if n := len(d.Marks.To); n > 0 {
		place = d.Marks.To[n-1]
	}
	if i := slices.IndexFunc(areas, func(a board.Area) bool { return a.Mark == board.MarkSelected }); i >= 0 {
		place = areas[i].Place
	}
	at, found := l.Places[place]
	if !found {
		return site.SpotClasses(l.Width/2, l.Height/2, l.Width, l.Height)
	}
	return site.SpotClasses((at.Min.X+at.Max.X)/2, (at.Min.Y+at.Max.Y)/2, l.Width, l.Height)
}

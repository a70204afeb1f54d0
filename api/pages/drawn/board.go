// Package drawn is a board as a page has it: the picture, the text form, and what its places hold in words.
package drawn

import (
	"html/template"
	"math"
	"slices"
	"strconv"
	"strings"

	"turnpost/rules"
	"turnpost/templates/board"
	"turnpost/templates/site"
	"turnpost/templates/view"
)

// minPlace is the minimum size of a place to tap, in CSS pixels (WCAG 2.2, 2.5.8).
const minPlace = 24

// Board is a board in a page. A board with places to tap has a minimum width at which each place is large enough;
// a smaller window shows part of it and scrolls.
type Board struct {
	SVG     template.HTML // "" for a game without a board
	ViewBox string        // of the SVG
	Shape   float64       // its width by its height
	Text    string        // as in mails
	Score   [2]string     // the counters of the board, by seat; those of nobody are with the first
	Class   string        // selects the minimum width in the style sheet
	Spot    string        // classes that select the part that is visible first
	Taps    bool          // the board has places to tap
	Said    []string      // by side: where its pieces are or how many balls its bowls hold, for screen readers
	From    string        // what can be tapped: "bowls", "pieces", "squares", "both" of these, "any" bowl, or "marked"
	Small   bool          // the smallest window cannot hold the board with places that are large enough
}

// New renders a board of a page. The SVG is drawn by this server, and text from users is escaped in it. The caption
// follows the text form.
func New(b *view.Board, caption string, areas ...board.Area) Board {
	drawn, svg := NewApart(b, caption, areas...)
	drawn.SVG = template.HTML(svg) //nolint:gosec // see above
	return drawn
}

// NewApart is New without the SVG in the board, for a page that does not hold it itself.
func NewApart(b *view.Board, caption string, areas ...board.Area) (drawn Board, svg []byte) {
	style := b.Style
	style.Page = true
	text := b.Style
	text.Legend, text.Caption = true, caption
	drawn = Board{
		Text: board.Text(b.Diagram, text), From: tappable(b.Diagram, areas), Said: said(b.Diagram, b.Style.Sides),
	}
	d := b.Diagram
	layout := board.NewLayout(d, style)
	if len(layout.Places) == 0 {
		return drawn, nil
	}
	if len(d.Bowls) == 0 { // text in a picture shrinks with it, text of the page does not
		for seat := range drawn.Score {
			own := d
			own.Counters = slices.DeleteFunc(slices.Clone(d.Counters), func(c rules.Counter) bool {
				return max(c.Seat, rules.First) != rules.Seat(seat)
			})
			drawn.Score[seat] = board.Counters(own, style)
		}
	}
	drawn.ViewBox = layout.ViewBox()
	drawn.Shape = float64(layout.Width) / float64(max(layout.Height, 1))
	least := minWidth(layout)
	drawn.Class, drawn.Small = site.SizeClasses(least, layout.Width, layout.Height), least > site.MinWindow
	drawn.Taps = len(areas) > 0
	drawn.Spot = spot(d, layout, areas)
	return drawn, layout.SVG(areas...)
}

// tappable names the content of the places of areas. Pieces without a mark are the mover's.
func tappable(d rules.Diagram, areas []board.Area) string {
	var marked, own int
	for _, a := range areas {
		switch {
		case a.Mark == board.MarkMayFollow:
			marked++
		case slices.ContainsFunc(d.Pieces, func(p rules.Piece) bool { return p.Square == a.Place }):
			own++
		}
	}
	switch {
	case marked > 0 && marked == len(areas):
		return "marked"
	case len(d.Bowls) > 0 && marked == 0:
		return "bowls"
	case len(d.Bowls) > 0:
		return "any"
	case own == len(areas):
		return "pieces"
	case own > 0:
		return "both"
	}
	return "squares"
}

// said lists the pieces or the bowls of each side in words.
func said(d rules.Diagram, sides [2]string) []string {
	var list []string
	for seat, side := range sides {
		var names []string
		places := map[string][]string{}
		add := func(name, place string) {
			if places[name] == nil {
				names = append(names, name)
			}
			places[name] = append(places[name], place)
		}
		for _, p := range d.Pieces {
			if p.Seat == rules.Seat(seat) {
				add(p.Name, p.Square)
			}
		}
		for _, b := range d.Bowls {
			if b.Seat == rules.Seat(seat) {
				add(b.Label, strconv.Itoa(b.Balls))
			}
		}
		for i, name := range names {
			names[i] = name + " " + strings.Join(places[name], ", ")
		}
		if len(names) > 0 {
			list = append(list, side+": "+strings.Join(names, "; "))
		}
	}
	return list
}

// minWidth returns the width at which a picture's smallest place is large enough.
func minWidth(l board.Layout) int {
	least := l.Width
	for _, r := range l.Places {
		least = min(least, r.Dx(), r.Dy())
	}
	return int(math.Ceil(float64(l.Width*minPlace) / float64(max(least, 1))))
}

// spot selects the part of the board to show first: the chosen places, else the end of the last step, else the middle.
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
	return site.SpotClasses((at.Min.X+at.Max.X)/2-l.Left, (at.Min.Y+at.Max.Y)/2-l.Top, l.Width, l.Height)
}

package pages

import (
	"github.com/labstack/echo/v4"

	"turnpost/api/pages/taps"
	"turnpost/rules"
	"turnpost/templates"
	"turnpost/templates/board"
	"turnpost/templates/view"
	"turnpost/templates/words"
)

// composed is the board while a turn is composed.
type composed struct {
	board   *view.Board
	caption string // "" for that of the shown position
	areas   []board.Area
}

// composeTurn adds the form in which the turn of an address is composed, and returns its board.
func (p *Pages) composeTurn(c echo.Context, page *gamePage, r taps.Rules, reader view.Reader) (composed, error) {
	shown, now := page.Game, composed{board: page.Game.Board}
	b, err := taps.New(r, page.Form.Turn, places(c))
	if err != nil {
		refused, err := refusedBy(err)
		if err != nil {
			return now, err
		}
		if page.Refusal == nil {
			page.Refusal = p.refusal(refused, c)
		}
	}
	kind := func(s rules.Step) string { return kindName(p.Store, shown.Ruleset, reader.Words(), s.Kind) }
	page.Turn = newTurnPanel(b, page.Links, reader.Words(), kind)
	if b.Whole != nil {
		after, err := p.Views.Drawn(b.Whole, false, reader)
		if err != nil {
			return now, err
		}
		page.Turn.afterwards(after)
		now.board, page.Last = after.Board, nil
		now.caption = templates.BoardCaption(after, reader.Words())
	} else if len(b.Steps) > 0 {
		now.board = &view.Board{Diagram: stepMarks(shown.Board.Diagram, b.Steps), Style: shown.Board.Style}
	}
	own := words.OfGame(reader.Words(), shown.Ruleset)
	names := placeNames{now.board.Diagram, [2]string{shown.Players[0].Side, shown.Players[1].Side}, own}
	now.areas = page.Turn.areas(names)
	return now, nil
}

// maxPlaces limits the chosen places that are parsed from an address.
const maxPlaces = 100

func places(c echo.Context) []string {
	at := c.QueryParams()["at"]
	return at[:min(len(at), maxPlaces)]
}

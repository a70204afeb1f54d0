package api

import (
	"fmt"
	"net/http"

	"github.com/labstack/echo/v4"

	"turnpost/models"
	"turnpost/rules"
	"turnpost/templates"
)

// view is how a reader wants to see a board.
type view struct {
	flip  bool
	style Style
	scale int
}

func (s *server) boardStyle(ruleset string, v view) templates.BoardStyle {
	style := templates.NewBoardStyle(s.info(ruleset))
	style.Flip, style.Unicode, style.Scale = v.flip, v.style == Unicode, v.scale
	return style
}

// gamePicture draws a game as SVG or PNG.
func (s *server) gamePicture(g *models.Game, past bool, form string, v view) (models.Answer, error) {
	diagram, err := s.store.Diagram(g)
	if err != nil {
		return models.Answer{}, err
	}
	style := s.boardStyle(g.Ruleset, v)
	style.Caption = s.gamePage(g, past).Caption()
	if form == typeSVG {
		return svgAnswer(diagram, style), nil
	}
	png, err := s.boards.PNG(boardKey(g), func() rules.Diagram { return diagram }, style)
	return models.Answer{Status: http.StatusOK, ContentType: typePNG, Body: png}, err
}

// boardKey names what is drawn: a position, and the turn that led to it.
func boardKey(g *models.Game) string {
	key := fmt.Sprintf("%s %s %s", g.Ruleset, g.Variant, g.Position)
	if g.LastTurn != nil {
		key += fmt.Sprintf(" %s %d %d", g.ID, g.Ply, g.LastTurn.At.UnixMilli())
	}
	return key
}

func svgAnswer(d rules.Diagram, style templates.BoardStyle) models.Answer {
	return models.Answer{Status: http.StatusOK, ContentType: typeSVG, Body: templates.BoardSVG(d, style)}
}

// gameText tells a game with its drawn board.
func (s *server) gameText(c echo.Context, status int, g *models.Game, past bool, v view) (models.Answer, error) {
	page, err := s.drawnPage(c, g, past, v)
	if err != nil {
		return models.Answer{}, err
	}
	return textAnswer(status, page.Text()), nil
}

// drawnPage is the page of a game for the reader of a request.
func (s *server) drawnPage(c echo.Context, g *models.Game, past bool, v view) (templates.GamePage, error) {
	page := s.gamePage(g, past)
	diagram, err := s.store.Diagram(g)
	if err != nil {
		return page, err
	}
	style := s.boardStyle(g.Ruleset, v)
	style.Legend = g.Ply <= 1
	page.Board = templates.BoardText(diagram, style)
	page.Reader = g.SeatOf(me(c).ID)
	if g.LastTurn != nil && page.Reader != rules.NoSeat {
		page.Message = g.LastTurn.Message
	}
	return page.In(zoneOf(c)), nil
}

// gamePage is what can be said of a game to anyone, without its board.
func (s *server) gamePage(g *models.Game, past bool) templates.GamePage {
	info := s.info(g.Ruleset)
	variant, _ := info.Variant(g.Variant)
	page := templates.GamePage{
		ID: g.ID, Name: variant.Name, Ply: g.Ply, Past: past,
		Players: [2]string{g.Players[0].Name, g.Players[1].Name},
		Sides:   [2]string{info.Sides[0].Name, info.Sides[1].Name},
		ToMove:  g.ToMove, DrawBy: g.DrawBy, TakebackBy: g.TakebackBy, TakebackTo: g.TakebackTo, Away: g.Away, Reader: rules.NoSeat,
		Over: g.Status != models.Ongoing, Result: g.Result,
		Deadline: g.Deadline, Left: g.Left[g.ToMove],
	}
	loser := ""
	if seat := g.Loser(); seat != rules.NoSeat {
		loser = g.Players[seat].Name
	}
	page.Reason = templates.ReasonPhrase(info, g.Result.Reason, loser)
	if g.LastTurn != nil {
		page.Told, page.Mover = s.store.Tell(g, *g.LastTurn), g.LastTurn.Seat
		page.Turn = g.LastTurn.Text
	}
	return page
}

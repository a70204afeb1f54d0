package api

import (
	"cmp"
	"net/http"

	"github.com/labstack/echo/v4"

	"turnpost/models"
	"turnpost/rules"
	"turnpost/templates"
	"turnpost/templates/board"
	"turnpost/templates/view"
)

// drawing holds the options of a request for a board.
type drawing struct {
	flip  bool // turned from the default orientation for the reader's seat
	style BoardStyle
	scale int
	theme BoardTheme
}

// relevant returns the options that affect a media type; the rest are cleared.
func (d drawing) relevant(form string) drawing {
	shown := drawing{flip: d.flip}
	switch form {
	case typeText:
		shown.style = cmp.Or(d.style, ASCII)
	case typePNG:
		shown.scale, shown.theme = d.scale, d.theme
	case typeSVG:
		shown.theme = d.theme
	default:
		return drawing{}
	}
	return shown
}

// apply sets the requested options in a style.
func (d drawing) apply(style *board.Style) {
	style.Unicode, style.Scale, style.Dark = d.style == Unicode, d.scale, d.theme == Dark
	if d.flip {
		style.Flip = !style.Flip
	}
}

// gamePicture draws a game as SVG or PNG.
func (s *server) gamePicture(c echo.Context, g *models.Game, past bool, form string, d drawing) (response, error) {
	reader := readerOf(c)
	shown, err := s.views.Drawn(g, past, reader)
	if err != nil {
		return response{}, err
	}
	diagram, style := shown.Board.Diagram, shown.Board.Style
	d.apply(&style)
	style.Caption = templates.GameCaption(shown, reader.Words())
	if form == typeSVG {
		return svgResponse(diagram, style), nil
	}
	png, err := board.PNG(diagram, style)
	return response{Status: http.StatusOK, ContentType: typePNG, Body: png}, err
}

func svgResponse(d rules.Diagram, style board.Style) response {
	return response{Status: http.StatusOK, ContentType: typeSVG, Body: board.SVG(d, style)}
}

// gameText renders a game and its board as text.
func (s *server) gameText(c echo.Context, status int, g *models.Game, past bool, d drawing) (response, error) {
	shown, err := s.textGame(c, g, past, d)
	if err != nil {
		return response{}, err
	}
	return textResponse(status, templates.GameText(shown, commandsOf(c))), nil
}

// textGame prepares a game and its board for the text templates.
func (s *server) textGame(c echo.Context, g *models.Game, past bool, d drawing) (*view.Game, error) {
	shown, err := s.views.Drawn(g, past, readerOf(c))
	if err != nil {
		return nil, err
	}
	d.apply(&shown.Board.Style)
	shown.Board.Style.Legend = true
	return shown, nil
}

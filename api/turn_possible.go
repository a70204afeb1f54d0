package api

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"turnpost/templates"
)

// showPossible responds with the steps that may begin a turn, and plays none.
func (s *server) showPossible(c echo.Context, id PublicID) error {
	g, err := s.store.Game(c.Request().Context(), id)
	if err != nil {
		return err
	}
	options, err := s.store.NextSteps(g, "")
	if err != nil {
		return err
	}
	if formOf(c) == typeText {
		text := templates.NextText(s.views.Game(g, false, readerOf(c)), "", "", options, commandsOf(c))
		return send(c, textResponse(http.StatusOK, text))
	}
	game, played, next := s.wireGame(g, readerOf(c)), false, wireOptions(options)
	game.Played, game.Next = &played, &next
	return sendJSON(c, http.StatusOK, game)
}

package api

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"turnpost/models"
	"turnpost/templates"
	"turnpost/templates/view"
)

// openOnFront is the number of open challenges on the front page.
const openOnFront = 5

// GetFront explains how to play, in ten lines for a terminal or as a page for a browser.
func (s *server) GetFront(c echo.Context) error {
	open, _, err := s.store.OpenChallenges(c.Request().Context(), me(c), models.OpenFilter{Limit: openOnFront})
	if err == nil {
		err = s.store.AddStandings(c.Request().Context(), me(c).ID, open)
	}
	if err != nil {
		return err
	}
	do, reader := commandsOf(c), readerOf(c)
	return send(c, textResponse(http.StatusOK, templates.FrontText(each(open, func(c models.Challenge) *view.Challenge {
		return s.views.Challenge(c, reader)
	}), do)))
}

// GetHelp lists what one can do, with the command for it.
func (s *server) GetHelp(c echo.Context) error {
	return send(c, textResponse(http.StatusOK, templates.HelpText(commandsOf(c))))
}

// toFront sends a browser to the page that says how to begin.
func toFront(c echo.Context) error { return c.Redirect(http.StatusFound, "/") }

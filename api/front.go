package api

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"turnpost/templates"
)

// GetFront says how to play: to a terminal in ten lines, to a browser by a page.
func (s *server) GetFront(c echo.Context) error {
	do := commandsOf(c)
	do.Wide = true
	return send(c, textResponse(http.StatusOK, templates.FrontText(do)))
}

const siteKey = "site"

// commandsOf are the lines for a shell that the response to a request shows.
func commandsOf(c echo.Context) templates.Commands {
	site, _ := c.Get(siteKey).(string)
	return templates.Commands{Site: site, Language: languageOf(c)}
}

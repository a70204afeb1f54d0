package api

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"turnpost/templates"
)

// GetFront explains how to play, in ten lines for a terminal or as a page for a browser.
func (s *server) GetFront(c echo.Context) error {
	do := commandsOf(c)
	do.Wide = true
	return send(c, textResponse(http.StatusOK, templates.FrontText(do)))
}

const siteKey = "site"

// commandsOf returns the shell commands that a response suggests.
func commandsOf(c echo.Context) templates.Commands {
	site, _ := c.Get(siteKey).(string)
	return templates.Commands{Site: site, Language: languageOf(c)}
}

package api

import (
	"github.com/labstack/echo/v4"

	"turnpost/templates"
)

// commandsOf returns the shell commands that a response suggests, each in one line.
func commandsOf(c echo.Context) templates.Commands {
	return templates.Commands{Site: stateOf(c).site, Language: languageOf(c), Wide: true}
}

package api

import (
	"net/http"
	"regexp"
	"strings"

	"github.com/labstack/echo/v4"

	"turnpost/templates"
)

// asksForTurns reports whether the text sent in place of a turn asks what is possible.
func asksForTurns(text string) bool {
	text = strings.TrimSpace(text)
	return text == "?" || strings.EqualFold(text, "help")
}

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

// turnPath matches the addresses to which turns are sent by mistake.
var turnPath = regexp.MustCompile(`^/v1/games/([a-z0-9]{1,20})(/turn)?/?$`)

// turnsBeside returns the operation that plays a turn, for a request that went to an address of turnPath; "" for
// others.
func turnsBeside(c echo.Context) string {
	found := turnPath.FindStringSubmatch(c.Request().URL.Path)
	if found == nil || c.Request().Method != http.MethodPost && c.Request().Method != http.MethodPut {
		return ""
	}
	return "POST /v1/games/" + found[1] + "/turns"
}

package api

import (
	"net/http"
	"regexp"
	"strings"

	"github.com/labstack/echo/v4"
)

// asksForTurns reports whether the text sent in place of a turn asks what is possible.
func asksForTurns(text string) bool {
	text = strings.TrimSpace(text)
	return text == "?" || strings.EqualFold(text, "help")
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

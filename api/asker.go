package api

import (
	"context"
	"net/http"

	"github.com/labstack/echo/v4"

	"turnpost/models"
	"turnpost/templates"
)

// headerSignInRequest brings the secret of a request for a code to whoever asked. It is no part of the
// body, which is the same for everybody.
const headerSignInRequest = "Sign-In-Request"

// askingForCode is the context of a request for a code, and the secret that its answer shows.
func askingForCode(c echo.Context) (ctx context.Context, request string) {
	request = models.NewRequest()
	return models.WithAsker(c.Request().Context(), models.Asker{Network: addressKey(c), Request: request}), request
}

// sendCodeHint answers a request for a code: the same whoever has the address.
func sendCodeHint(c echo.Context, email, request, hint string) error {
	c.Response().Header().Set(echo.HeaderCacheControl, "no-store")
	c.Response().Header().Set(headerSignInRequest, request)
	if formOf(c) == typeText {
		return send(c, textResponse(http.StatusAccepted, templates.CodeSentText(hint, email, commandsOf(c))))
	}
	return sendJSON(c, http.StatusAccepted, Hint{Message: hint})
}

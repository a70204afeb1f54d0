package api

import (
	"context"
	"net/http"

	"github.com/labstack/echo/v4"

	"turnpost/models"
	"turnpost/models/account"
	"turnpost/models/secrets"
	"turnpost/templates"
)

// askingForCode returns the context for a code request and the secret that its response carries.
func askingForCode(c echo.Context) (ctx context.Context, request string) {
	request = secrets.NewRequest()
	return account.WithAsker(c.Request().Context(), models.Asker{Network: addressKey(c), Request: request}), request
}

// sendCodeHint responds to a code request. The response is the same whether or not an account has the address.
func sendCodeHint(c echo.Context, email, request, hint string) error {
	c.Response().Header().Set(echo.HeaderCacheControl, "no-store")
	c.Response().Header().Set(headerSignInRequest, request)
	if formOf(c) == typeText {
		return send(c, textResponse(http.StatusAccepted, templates.CodeSentText(hint, email, commandsOf(c))))
	}
	return sendJSON(c, http.StatusAccepted, Hint{Message: hint})
}

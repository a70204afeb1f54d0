package api

import (
	"context"
	"net/http"
	"time"

	"github.com/labstack/echo/v4"

	"turnpost/models"
	"turnpost/models/account"
	"turnpost/models/secrets"
	"turnpost/templates"
)

// codeSent returns the hint after a code request. It is the same whether or not the address is known.
func codeSent(c echo.Context) string { return codeHint(c, "hint.code_sent") }

// codeSentInvited is codeSent for servers where registration needs an invitation and the request has none.
func codeSentInvited(c echo.Context) string { return codeHint(c, "hint.code_sent_invited") }

func codeHint(c echo.Context, key string) string {
	return say(c, key, "minutes", int(account.CodeLife/time.Minute), "command", "POST /v1/tokens",
		"fields", []string{"email", "code"})
}

// RequestCode mails a new sign-in code.
func (s *server) RequestCode(c echo.Context) error {
	var in CodeRequest
	if err := readJSON(c, &in); err != nil {
		return err
	}
	ctx, request := askingForCode(c)
	if err := s.store.RequestCode(ctx, in.Email); err != nil {
		return err
	}
	return sendCodeHint(c, in.Email, request, codeSent(c))
}

// SignIn exchanges a code for a token.
func (s *server) SignIn(c echo.Context) error {
	var in SignIn
	if err := readJSON(c, &in); err != nil {
		return err
	}
	// Limited by caller: a stranger's guesses must not lock a player out. The store counts the guesses for a request.
	if in.Request == "" {
		if err := s.limits.guesses.takeFor(c, emailKey(in.Email)); err != nil {
			return err
		}
	}
	ctx := account.WithAsker(c.Request().Context(), models.Asker{Network: addressKey(c), Request: in.Request})
	made, player, err := s.store.SignIn(ctx, in.Email, in.Code, account.NewToken{
		Label: in.Label, Scope: models.Scope(in.Scope), Expires: in.Expires,
	})
	if err != nil {
		return err
	}
	c.Response().Header().Set(echo.HeaderCacheControl, "no-store")
	if formOf(c) == typeText {
		return send(c, textResponse(http.StatusCreated, templates.TokenText(made.Secret, player.Name, commandsOf(c))))
	}
	w, err := s.wireMe(c.Request().Context(), player)
	if err != nil {
		return err
	}
	return sendJSON(c, http.StatusCreated, NewToken{
		Token: made.Secret, ID: made.ID, Label: made.Label, Scope: TokenScope(made.Scope),
		ExpiresAt: optionalTime(made.ExpiresAt), Player: w,
	})
}

// ListTokens lists the player's tokens.
func (s *server) ListTokens(c echo.Context) error {
	bearer := bearerOf(c)
	tokens, err := s.store.Tokens(c.Request().Context(), bearer.Player.ID)
	if err != nil {
		return err
	}
	return sendJSON(c, http.StatusOK, TokenList{Tokens: each(tokens, func(t account.Token) Token {
		return Token{
			ID: t.ID, Label: t.Label, Scope: TokenScope(t.Scope), CreatedAt: t.CreatedAt, UsedAt: t.UsedAt,
			ExpiresAt: optionalTime(t.ExpiresAt), Current: t.ID == bearer.Token,
		}
	})})
}

// RevokeToken revokes one of the player's tokens.
func (s *server) RevokeToken(c echo.Context, id int64) error {
	if err := s.store.RevokeToken(c.Request().Context(), me(c).ID, id); err != nil {
		return err
	}
	return c.NoContent(http.StatusNoContent)
}

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

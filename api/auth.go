package api

import (
	"strings"

	"github.com/labstack/echo/v4"

	"turnpost/models"
)

// bearerForm shows the header that carries a token.
const bearerForm = "Authorization: Bearer TOKEN"

// identify finds the bearer of a request's token. Requests with a valid token are limited by account,
// all others by address. Open routes refuse an invalid token too, so that its sender notices.
func (s *server) identify(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		header := c.Request().Header.Get(echo.HeaderAuthorization)
		if c.Path() == inboundPath { // authenticated by the inbound secret
			return next(c)
		}
		if header == "" || probeRoutes[c.Path()] { // a probe needs no account, which could not be looked up
			if err := s.limits.address.takeFor(c, ""); err != nil {
				return err
			}
			return next(c)
		}
		bearer, err := s.authenticate(c, header)
		if err != nil {
			if limit := s.limits.address.takeFor(c, ""); limit != nil {
				return limit
			}
			return err
		}
		if err := s.limits.account.take(c, accountKey(bearer.Player)); err != nil {
			return err
		}
		stateOf(c).bearer = bearer
		return next(c)
	}
}

func (s *server) authenticate(c echo.Context, header string) (models.Bearer, error) {
	scheme, token, _ := strings.Cut(header, " ")
	token = strings.TrimSpace(token)
	if !strings.EqualFold(scheme, "Bearer") || token == "" {
		return models.Bearer{}, refuse(models.CodeUnauthorized, "http.bearer", "header", bearerForm)
	}
	return s.store.Authenticate(c.Request().Context(), token)
}

// requireToken refuses requests without a token.
func requireToken(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		if me(c).ID == 0 {
			return tokenMissing()
		}
		return next(c)
	}
}

func tokenMissing() error {
	return refuse(models.CodeUnauthorized,
		"http.token_missing", "header", bearerForm, "first", "POST /v1/codes", "second", "POST /v1/tokens")
}

// requireWriteAccess refuses changes by read-only tokens. A dry run changes nothing and passes.
func requireWriteAccess(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		if err := bearerOf(c).MayChange(); err != nil && c.QueryParam("dry_run") != "true" {
			return err
		}
		return next(c)
	}
}

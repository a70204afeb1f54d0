package api

import (
	"slices"
	"strings"

	"github.com/labstack/echo/v4"

	"turnpost/models"
	"turnpost/templates"
)

// bearerForm shows the header that carries a token.
const bearerForm = "Authorization: Bearer TOKEN"

// identify finds the bearer of a request's token. Requests with a valid token are limited by account,
// all others by address. Open routes refuse an invalid token too, so that its sender notices.
func (s *server) identify(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		header := c.Request().Header.Get(echo.HeaderAuthorization)
		switch c.Path() {
		case inboundPath: // authenticated by the inbound secret
			return next(c)
		case healthPath: // a supervisor restarts a server that does not answer, also while others flood it
			return next(c)
		}
		if header == "" || probeRoutes[c.Path()] { // a probe needs no account, which could not be looked up
			if err := s.limits.address.takeFor(c, ""); err != nil {
				return err
			}
			if err := s.identifyByLink(c); err != nil {
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

// identifyByLink finds the player to whom the link of a request was mailed. It lets them read the game or the challenge
// that the link is about.
func (s *server) identifyByLink(c echo.Context) error {
	link := mailedLink(c.Request())
	if link == "" {
		return nil
	}
	c.Response().Header().Set(echo.HeaderCacheControl, "no-store")
	about, holder, err := s.store.ReadLink(c.Request().Context(), models.LinkPage, link)
	if err != nil {
		return err
	}
	if id := c.Param("id"); id == "" || id != about.Game+about.Challenge {
		return refuse(models.CodeNotFound, "error.bad_link")
	}
	state := stateOf(c)
	state.bearer, state.byLink = models.Bearer{Player: holder.Player, Scope: models.ScopeRead}, holder.Player.ID != 0
	if !state.byLink {
		state.bearer.Player.Email = holder.Email // a stranger sees the invitation
	}
	return nil
}

// withTokenHint adds to a text that was read by a link how to get the token that its commands need.
func withTokenHint(c echo.Context, a response) response {
	if stateOf(c).byLink {
		a.ETag = ""
		a.Body = slices.Concat(a.Body, []byte(templates.AfterText("link", "", commandsOf(c))))
	}
	return a
}

func (s *server) authenticate(c echo.Context, header string) (models.Bearer, error) {
	scheme, token, _ := strings.Cut(header, " ")
	token = strings.TrimSpace(token)
	if strings.EqualFold(scheme, "Bearer") && token == "" {
		return models.Bearer{}, refuse(models.CodeUnauthorized, "http.bearer_empty", "variable", "$TOKEN")
	}
	if !strings.EqualFold(scheme, "Bearer") {
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

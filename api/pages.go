package api

import (
	"context"
	"net/http"
	"slices"
	"strings"

	"github.com/labstack/echo/v4"

	"turnpost/api/pages"
	"turnpost/models"
	"turnpost/models/account"
)

// pagesConfig returns the settings that the pages share with the API.
func (s *server) pagesConfig() pages.Config {
	return pages.Config{
		Store: s.store, Views: s.views, Trials: s.trials, BaseURL: s.baseURL, Log: s.log,
		Explain: s.explain,
		Asker: func(c echo.Context, request string) context.Context {
			return account.WithAsker(c.Request().Context(), models.Asker{Network: addressKey(c), Request: request})
		},
		Status: func(code models.Code) int { return statuses[code] },
		AsText: func(c echo.Context) bool {
			varyByForm(c.Response().Header(), c.Request())
			return !asksForPage(c.Request())
		},
		Writable: s.requireWritable,
		SignIn:   byAddress(s.limits.signIn),
		Guesses: func(c echo.Context, email string) error {
			return s.limits.guesses.takeFor(c, emailKey(email))
		},
		Played: s.traffic.turn, Operators: s.operators, Texts: s.texts, Done: s.done, Look: s.look,
		Export: func(c echo.Context, p models.Player) error { return s.export(c, models.Bearer{Player: p}) },
	}
}

// wantsPage reports whether a request prefers HTML to all other offers.
func wantsPage(c echo.Context, others ...string) bool {
	form, ok := negotiate(acceptOf(c), append(slices.Clone(others), typeHTML))
	return ok && form == typeHTML
}

// orPage shows a page to browsers, and to links from mails, at an address that serves text to programs.
func (s *server) orPage(show func(p *pages.Pages) echo.HandlerFunc) echo.MiddlewareFunc {
	return func(next echo.HandlerFunc) echo.HandlerFunc {
		return func(c echo.Context) error {
			varyByForm(c.Response().Header(), c.Request())
			if asksForPage(c.Request()) {
				return s.pages.Wrap(show(s.pages))(c)
			}
			if header := c.Request().Header; acceptsAnything(strings.Join(header.Values(echo.HeaderAccept), ",")) {
				header.Set(echo.HeaderAccept, typeText+", */*;q=0.1") // errors too are text
			}
			return next(c)
		}
	}
}

// pageOf maps operations to the path of the page that shows the same content.
var pageOf = map[string]func(c echo.Context) string{
	"getGame":      func(c echo.Context) string { return pages.GamePath(c.Param("id")) },
	"getChallenge": func(c echo.Context) string { return pages.ChallengePath(c.Param("id")) },
	"getPlayer":    func(c echo.Context) string { return pages.PlayerPath(c.Param("name")) },
	"getRuleset":   func(c echo.Context) string { return pages.RulesPath(c.Param("id")) },
}

// toPage redirects a browser that follows an old link to the page. Requests without a page or with a token
// go on to the handler.
func toPage(path func(c echo.Context) string) echo.MiddlewareFunc {
	return func(next echo.HandlerFunc) echo.HandlerFunc {
		return func(c echo.Context) error {
			if me(c).ID == 0 && c.Request().Method == http.MethodGet && wantsPage(c, typeJSON, typeText, typeSVG, typePNG) {
				return c.Redirect(http.StatusFound, path(c))
			}
			return next(c)
		}
	}
}

package api

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"net/http"
	"net/url"
	"runtime/debug"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/labstack/echo/v4"

	"turnpost/api/pages/live"
	"turnpost/models"
	"turnpost/models/account"
	"turnpost/rules/phrase"
)

// requestTime is the time limit of a request until its transaction begins; a turn takes milliseconds. With the commit
// every request is answered within ten seconds.
const requestTime = 6 * time.Second

// healthPath is the route that a supervisor asks.
const healthPath = "/healthz"

// probeRoutes are the routes that machines ask all the time, which the log leaves out.
var probeRoutes = map[string]bool{healthPath: true, "/readyz": true, "/metrics": true}

// observe logs and counts each request and renders its error. The log has the route, not the URL, because
// queries and unsubscribe links contain secrets.
func (s *server) observe(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		begin := time.Now()
		c.Response().Header().Set(echo.HeaderXRequestID, newRequestID())
		state := stateOf(c)
		state.site, state.announcement = s.baseURL, s.announcementText
		if err := next(c); err != nil {
			renderError(c, err)
		}
		r, response, took := c.Request(), c.Response(), time.Since(begin)
		if c.Path() == live.Path {
			took = 0 // a stream takes as long as its page is open
		}
		s.traffic.request(r.Method, c.Path(), response.Status, took)
		if s.noAccessLog || probeRoutes[c.Path()] {
			return nil
		}
		s.log.LogAttrs(r.Context(), slog.LevelInfo, "request",
			slog.String("method", r.Method), slog.String("route", c.Path()), slog.Int("status", response.Status),
			slog.Int64("bytes", response.Size), slog.Duration("took", took),
			slog.Int64("player", state.bearer.Player.ID), slog.String("address", c.RealIP()),
			slog.String("id", requestID(c)))
		return nil
	}
}

// renderError renders an error. A panic on the way is an error of this server, which needs no words about the game.
func renderError(c echo.Context, err error) {
	render := recoverPanics(func(c echo.Context) error {
		c.Error(err)
		return nil
	})
	if err := render(c); err != nil {
		c.Error(err)
	}
}

// recoverPanics turns a panic into the error of that request.
func recoverPanics(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) (err error) {
		defer func() {
			if p := recover(); p != nil {
				if err, is := p.(error); is && errors.Is(err, http.ErrAbortHandler) {
					panic(p)
				}
				err = fmt.Errorf("panic: %v\n%s", p, debug.Stack())
			}
		}()
		return next(c)
	}
}

// refuseForeign refuses requests to the API that another site's page makes a browser send; such a page could
// otherwise request codes and create accounts from its visitors' addresses. The pages have a check themselves.
// Unsubscribe links are secrets, and mail programs post to them from anywhere (RFC 8058).
func refuseForeign(next echo.HandlerFunc) echo.HandlerFunc {
	protection := http.NewCrossOriginProtection()
	return func(c echo.Context) error {
		if strings.HasPrefix(c.Request().URL.Path, "/v1/") && protection.Check(c.Request()) != nil {
			return refuse(models.CodeForbidden, "http.foreign")
		}
		return next(c)
	}
}

// checkNames refuses bytes that are no text where they name something, which a database in UTF8 refuses to look for: in
// a path, where nothing has such a name, and in the key of a request.
func checkNames(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		for i, value := range c.ParamValues() {
			decoded, err := url.PathUnescape(value)
			if !validName(value) || err == nil && !validName(decoded) {
				return refuse(models.CodeNotFound, "http.nothing_named", "parameter", c.ParamNames()[i])
			}
		}
		if !validName(c.Request().Header.Get(headerIdempotencyKey)) {
			return refuseField(headerIdempotencyKey, "http.not_text")
		}
		return next(c)
	}
}

func validName(value string) bool { return utf8.ValidString(value) && !strings.ContainsRune(value, 0) }

// limitContext cancels the context of a request after requestTime, except that of a stream, and lets a GET with a token
// look for commits once. Pages have no token. They wait for the house, and read some things that are not cached, which
// would be newer.
func limitContext(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		if c.Path() == live.Path {
			return next(c)
		}
		ctx, cancel := context.WithTimeout(c.Request().Context(), requestTime)
		defer cancel()
		if r := c.Request(); r.Method == http.MethodGet && r.Header.Get(echo.HeaderAuthorization) != "" {
			ctx = account.AtOneState(ctx)
		}
		c.SetRequest(c.Request().WithContext(ctx))
		return next(c)
	}
}

// secureHeaders forbids browsers every feature that the responses do not need.
func secureHeaders(next echo.HandlerFunc) echo.HandlerFunc {
	headers := http.Header{
		echo.HeaderXContentTypeOptions: {"nosniff"},
		echo.HeaderXFrameOptions:       {"DENY"},
		echo.HeaderReferrerPolicy:      {"no-referrer"},
		echo.HeaderContentSecurityPolicy: {
			"default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'",
		},
	}
	return func(c echo.Context) error {
		maps.Copy(c.Response().Header(), headers)
		return next(c)
	}
}

// offerHead adds HEAD to the methods in an answer to OPTIONS.
func offerHead(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		if c.Request().Method == http.MethodOptions {
			c.Response().Before(func() { allowHead(c.Response().Header()) })
		}
		return next(c)
	}
}

// docsHeaders allows the documentation page to run its scripts.
func docsHeaders(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		c.Response().Header().Set(echo.HeaderContentSecurityPolicy,
			"default-src 'self'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; "+
				"img-src 'self' data:; frame-ancestors 'none'")
		c.Response().Header().Set(headerContentLanguage, phrase.English)
		return next(c)
	}
}

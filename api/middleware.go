package api

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"runtime/debug"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"turnpost/models"
)

// requestTime is how long a request may take; a turn takes milliseconds.
const requestTime = 15 * time.Second

// observe logs and counts every request, and makes a response of its error. The log
// has the route, not the address: queries and unsubscribe links hold secrets.
func (s *server) observe(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		begin := time.Now()
		c.Response().Header().Set(echo.HeaderXRequestID, newRequestID())
		c.Set(siteKey, s.baseURL)
		if err := next(c); err != nil {
			c.Error(err)
		}
		r, response, took := c.Request(), c.Response(), time.Since(begin)
		s.traffic.request(r.Method, c.Path(), response.Status, took)
		s.log.InfoContext(r.Context(), "request",
			"method", r.Method, "route", c.Path(), "status", response.Status, "bytes", response.Size, "took", took,
			"player", sessionOf(c).Player.ID, "address", c.RealIP(), "id", requestID(c))
		return nil
	}
}

// recoverPanics makes a panic an error of this request alone.
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

// refuseForeign refuses what a page of another site makes a browser send to programs' addresses: else it could have
// codes mailed and accounts made in the name of whoever looks at it. Pages look for themselves; a link that ends mail
// is a secret, and mail programs post to it from anywhere (RFC 8058).
func refuseForeign(next echo.HandlerFunc) echo.HandlerFunc {
	protection := http.NewCrossOriginProtection()
	return func(c echo.Context) error {
		if strings.HasPrefix(c.Request().URL.Path, "/v1/") && protection.Check(c.Request()) != nil {
			return refuse(models.CodeForbidden, "http.foreign")
		}
		return next(c)
	}
}

// limitTime ends what takes too long.
func limitTime(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		ctx, cancel := context.WithTimeout(c.Request().Context(), requestTime)
		defer cancel()
		c.SetRequest(c.Request().WithContext(ctx))
		return next(c)
	}
}

// secureHeaders forbid browsers what no response here needs.
func secureHeaders(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		h := c.Response().Header()
		h.Set(echo.HeaderXContentTypeOptions, "nosniff")
		h.Set(echo.HeaderXFrameOptions, "DENY")
		h.Set(echo.HeaderReferrerPolicy, "no-referrer")
		h.Set(echo.HeaderContentSecurityPolicy,
			"default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'")
		return next(c)
	}
}

// docsHeaders let the documentation run its own scripts.
func docsHeaders(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		c.Response().Header().Set(echo.HeaderContentSecurityPolicy,
			"default-src 'self'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; "+
				"img-src 'self' data:; frame-ancestors 'none'")
		return next(c)
	}
}

package api

import (
	"context"
	"net/http"

	"github.com/labstack/echo/v4"

	"turnpost/models"
)

// retryAfterFault is the Retry-After in seconds of a temporary fault of the server.
const retryAfterFault = 30

// Monitor reports whether the server can work. store.Watch implements it for the database and its disk.
type Monitor interface {
	Writable() error                 // nil if writes should succeed; called before each write, so it must be fast
	Check(ctx context.Context) error // nil if everything works
}

// isWrite reports whether an operation writes. Reads, dry runs and analyses do not.
func isWrite(method, operation string) bool {
	return method != http.MethodGet && operation != "analyse" && operation != "verifyRecord"
}

// requireWritable refuses a change early if it could not be stored.
func (s *server) requireWritable(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		if s.monitor == nil {
			return next(c)
		}
		if err := s.monitor.Writable(); err != nil {
			s.log.ErrorContext(c.Request().Context(), "a change was refused",
				"id", requestID(c), "route", c.Path(), "error", err)
			return temporaryFault("http.not_writable")
		}
		return next(c)
	}
}

// temporaryFault returns the error of a temporary fault, from the key and arguments of its phrase.
func temporaryFault(key string, pairs ...any) *models.Error {
	e := refuse(codeUnavailable, key, pairs...)
	e.RetryAfter = retryAfterFault
	return e
}

package api

import (
	"context"
	"net/http"

	"github.com/labstack/echo/v4"

	"turnpost/models"
)

// retryAfterFault is how many seconds a client should wait where the fault is ours and passes.
const retryAfterFault = 30

// Condition knows whether the server can do its work. models.Watch is one for the database and its disk.
type Condition interface {
	Writable() error                 // nil where writes should succeed; asked before each, so it is quick
	Check(ctx context.Context) error // nil where all works
}

// changes are the operations that write: all but reading, and trying things out without a trace.
func changes(method, operation string) bool {
	return method != http.MethodGet && operation != "analyse" && operation != "verifyRecord"
}

// needWritable refuses a change early where it could not be stored.
func (s *server) needWritable(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		if s.condition == nil {
			return next(c)
		}
		if err := s.condition.Writable(); err != nil {
			s.log.ErrorContext(c.Request().Context(), "a change was refused",
				"id", requestID(c), "route", c.Path(), "error", err)
			return passing("http.not_writable")
		}
		return next(c)
	}
}

// passing makes an error of ours that passes, by the key of its phrase and its arguments.
func passing(key string, pairs ...any) *models.Error {
	e := refuse(codeUnavailable, key, pairs...)
	e.RetryAfter = retryAfterFault
	return e
}

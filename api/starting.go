package api

import (
	"cmp"
	"log/slog"
	"net/http"

	"github.com/labstack/echo/v4"

	"turnpost/models"
	"turnpost/templates/view"
)

// retryAfterStart is how many seconds a client should wait while the server starts.
const retryAfterStart = 2

// Starting makes the handler of a server whose database is not open yet, which may take long while it is migrated:
// /healthz answers that the process runs, and everything else is unavailable for now. It needs a Config's Version and
// Log.
func Starting(c Config) http.Handler {
	s := &server{log: cmp.Or(c.Log, slog.Default()), version: c.Version, views: view.New(c.Store)}
	e := echo.New()
	e.HTTPErrorHandler = func(err error, c echo.Context) { s.respondProblem(s.explain(err, c), c) }
	e.Use(recoverPanics, secureHeaders)
	e.GET("/healthz", s.GetHealth)
	e.Any("/*", func(echo.Context) error { return starting() })
	return headAsGet(e)
}

// starting is the error of all that needs the database.
func starting() *models.Error {
	e := refuse(codeUnavailable, "http.starting")
	e.RetryAfter = retryAfterStart
	return e
}

package api

import (
	"cmp"
	"log/slog"
	"net/http"

	"github.com/labstack/echo/v4"

	"turnpost/models"
	"turnpost/templates/view"
)

// retryAfterStart is the Retry-After in seconds while the server starts.
const retryAfterStart = 2

// Starting returns the handler of a server whose database is not open yet; migrations may take long. /healthz responds
// that the process runs, everything else that the service is unavailable. Only Version and Log of the Config are used.
func Starting(c Config) http.Handler {
	s := &server{log: cmp.Or(c.Log, slog.Default()), version: c.Version, views: view.New(c.Store)}
	e := echo.New()
	e.HTTPErrorHandler = func(err error, c echo.Context) { s.respondProblem(s.explain(err, c), c) }
	e.Use(recoverPanics, secureHeaders)
	e.GET(healthPath, s.GetHealth)
	e.Any("/*", func(echo.Context) error { return starting() })
	return headAsGet(e)
}

// AnsweredAtStart reports whether Starting's response to a request is the one that the caller wants now: probes ask
// about the process, and nobody waits longer by hearing that it starts.
func AnsweredAtStart(r *http.Request) bool { return probeRoutes[r.URL.Path] }

// starting returns the error of requests that need the database.
func starting() *models.Error {
	e := refuse(codeUnavailable, "http.starting")
	e.RetryAfter = retryAfterStart
	return e
}

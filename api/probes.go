package api

import (
	"errors"
	"net/http"

	"github.com/labstack/echo/v4"

	"turnpost/models/store"
)

// GetHealth responds as long as the process runs.
func (s *server) GetHealth(c echo.Context) error {
	return s.sendHealth(c)
}

// GetReadiness succeeds if the database accepts writes and mail is being sent. The response names the kind of
// fault; the log has the details.
func (s *server) GetReadiness(c echo.Context) error {
	check := s.store.Ping
	if s.monitor != nil {
		check = s.monitor.Check
	}
	if err := check(c.Request().Context()); err != nil {
		s.log.ErrorContext(c.Request().Context(), "not ready", "error", err)
		why := ""
		if failure, ok := errors.AsType[*store.WatchError](err); ok {
			why = failure.Reason
		}
		return temporaryFault("http.not_ready", "why", why)
	}
	return s.sendHealth(c)
}

// sendHealth reports that a probe succeeded. It reads nothing from the database.
func (s *server) sendHealth(c echo.Context) error {
	a, err := valueResponse(c, http.StatusOK, Health{Status: "ok", Version: s.version})
	if err != nil {
		return err
	}
	return sendData(c, a)
}

// GetMetrics serves the metrics to Prometheus.
func (s *server) GetMetrics(c echo.Context) error {
	text, err := s.traffic.text(c.Request().Context(), s.store, s.refused())
	if err != nil {
		s.log.WarnContext(c.Request().Context(), "metrics lack what the database knows", "error", err)
	}
	return sendData(c, response{
		Status: http.StatusOK, ContentType: "text/plain; version=0.0.4; charset=utf-8", Body: text,
	})
}

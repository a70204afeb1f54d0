package api

import (
	"net/http"

	"github.com/labstack/echo/v4"
)

// GetHealth answers while the process does.
func (s *server) GetHealth(c echo.Context) error {
	return sendJSON(c, http.StatusOK, Health{Status: "ok", Version: s.version})
}

// GetReadiness answers while the database does.
func (s *server) GetReadiness(c echo.Context) error {
	if err := s.store.Ping(c.Request().Context()); err != nil {
		s.log.ErrorContext(c.Request().Context(), "not ready", "error", err)
		return refuse(codeUnavailable, "the database does not answer")
	}
	return sendJSON(c, http.StatusOK, Health{Status: "ok", Version: s.version})
}

// GetMetrics shows the metrics to Prometheus.
func (s *server) GetMetrics(c echo.Context) error {
	s.metrics.handler.ServeHTTP(c.Response(), c.Request())
	return nil
}

// GetSpec shows the specification of all this.
func (s *server) GetSpec(c echo.Context) error {
	return c.Blob(http.StatusOK, typeJSON, s.spec)
}

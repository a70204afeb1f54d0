package api

import (
	"net/http"

	"github.com/labstack/echo/v4"
)

// GetHealth responds while the process runs.
func (s *server) GetHealth(c echo.Context) error {
	return sendJSON(c, http.StatusOK, Health{Status: "ok", Version: s.version})
}

// GetReadiness answers while the database can be written to and mail is sent. What is wrong is in the
// log; here stands only that it is.
func (s *server) GetReadiness(c echo.Context) error {
	check := s.store.Ping
	if s.condition != nil {
		check = s.condition.Check
	}
	if err := check(c.Request().Context()); err != nil {
		s.log.ErrorContext(c.Request().Context(), "not ready", "error", err)
		return passing("http.not_ready")
	}
	return sendJSON(c, http.StatusOK, Health{Status: "ok", Version: s.version})
}

// GetMetrics shows the metrics to Prometheus.
func (s *server) GetMetrics(c echo.Context) error {
	text, err := s.traffic.text(c.Request().Context(), s.store)
	if err != nil {
		return err
	}
	return send(c, response{Status: http.StatusOK, ContentType: "text/plain; version=0.0.4; charset=utf-8", Body: text})
}

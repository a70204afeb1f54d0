package api

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"

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

// GetSpec shows the specification of all this.
func (s *server) GetSpec(c echo.Context) error {
	spec, err := s.spec()
	if err != nil {
		return err
	}
	return send(c, response{Status: http.StatusOK, ContentType: formOf(c), Body: spec})
}

// publishedSpec is the specification as it is shown: with examples of responses, and without what
// only the generator of code reads.
func publishedSpec() ([]byte, error) {
	text, err := GetSpecJSON()
	if err != nil {
		return nil, err
	}
	var spec map[string]any
	if err := json.Unmarshal(text, &spec); err != nil {
		return nil, err
	}
	dropExtensions(spec)
	if err := addExamples(spec, recordedExamples); err != nil {
		return nil, fmt.Errorf("the examples of responses: %w", err)
	}
	return json.Marshal(spec)
}

// dropExtensions takes the fields x-… off every object.
func dropExtensions(v any) {
	switch v := v.(type) {
	case map[string]any:
		for name, inner := range v {
			if strings.HasPrefix(name, "x-") {
				delete(v, name)
				continue
			}
			dropExtensions(inner)
		}
	case []any:
		for _, inner := range v {
			dropExtensions(inner)
		}
	}
}

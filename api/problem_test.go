package api

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/labstack/echo/v4"

	"turnpost/models"
	"turnpost/rules/phrase"
	"turnpost/templates/words"
)

// TestUnknownErrors checks that the caller gets only a request number and the log has the details.
func TestUnknownErrors(t *testing.T) {
	var log lockedBuffer
	s := &server{log: slog.New(slog.NewTextHandler(&log, nil))}
	panics := recoverPanics(func(echo.Context) error { panic("the secret") })
	for name, err := range map[string]error{
		"error":   errors.New("the secret"),
		"panic":   panics(nil),
		"unknown": &models.Error{Code: "odd", Message: phrase.New("verbatim", "text", "the secret"), Index: -1},
		"echo":    echo.NewHTTPError(500, "the secret"),
	} {
		recorder := httptest.NewRecorder()
		c := echo.New().NewContext(httptest.NewRequest(http.MethodGet, "/", nil), recorder)
		c.Response().Header().Set(echo.HeaderXRequestID, "id-of-"+name)
		s.respondError(fmt.Errorf("wrapped: %w", err), c)
		var p Problem
		if err := json.Unmarshal(recorder.Body.Bytes(), &p); err != nil {
			t.Fatal(err)
		}
		if p.Status != 500 || p.Code != "internal" || p.ID != "id-of-"+name ||
			strings.Contains(recorder.Body.String(), "secret") {
			t.Errorf("%s: %s", name, recorder.Body)
		}
		if !strings.Contains(log.String(), "id-of-"+name) || !strings.Contains(log.String(), "the secret") {
			t.Errorf("%s: the log lacks it: %s", name, log.String())
		}
	}
}

func TestLateErrors(t *testing.T) {
	s := &server{log: slog.New(slog.DiscardHandler)}
	recorder := httptest.NewRecorder()
	c := echo.New().NewContext(httptest.NewRequest(http.MethodGet, "/", nil), recorder)
	s.respondError(fmt.Errorf("reading: %w", context.DeadlineExceeded), c)
	if recorder.Code != 503 || recorder.Header().Get("Retry-After") == "" {
		t.Errorf("%d %v", recorder.Code, recorder.Header())
	}
}

// TestEveryCode checks that each code of models has a status and each code a title.
func TestEveryCode(t *testing.T) {
	for _, code := range []models.Code{
		models.CodeInvalid, models.CodeUnauthorized, models.CodeBadCode, models.CodeForbidden, models.CodeNotFound,
		models.CodeNameTaken,
		models.CodeNotYourTurn, models.CodeStale, models.CodeGameOver, models.CodeConflict, models.CodeIllegalTurn,
		models.CodeUnreadableTurn, models.CodeBadPosition, models.CodeKeyReused, models.CodeTooMany, models.CodeHouseOff,
	} {
		if status := statuses[code]; status < 400 || status >= 500 {
			t.Errorf("%s: %d", code, status)
		}
	}
	for code := range statuses {
		if !words.For("").Has("title." + string(code)) {
			t.Errorf("%s has no title", code)
		}
	}
}

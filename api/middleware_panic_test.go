package api

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/labstack/echo/v4"
)

// A refusal whose words cannot be written is answered as a fault of the server.
func TestPanicOfARefusal(t *testing.T) {
	refusal := errors.New("not your turn")
	e := echo.New()
	e.HTTPErrorHandler = func(err error, c echo.Context) {
		if errors.Is(err, refusal) {
			panic("no such seat")
		}
		if !strings.Contains(err.Error(), "no such seat") {
			t.Errorf("the error is %v", err)
		}
		if err := c.NoContent(http.StatusInternalServerError); err != nil {
			t.Error(err)
		}
	}
	answer := httptest.NewRecorder()
	renderError(e.NewContext(httptest.NewRequest(http.MethodGet, "/", nil), answer), refusal)
	if answer.Code != http.StatusInternalServerError {
		t.Errorf("status %d", answer.Code)
	}
}

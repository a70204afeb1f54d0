package api

import (
	"context"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"

	"github.com/labstack/echo/v4"
)

// Heavy requests above the limit get 503 with Retry-After; slots become free again.
func TestHeavyRequestsAreCapped(t *testing.T) {
	limits := noLimits
	limits.Heavy = 2
	m := newMatch(t)
	heavy := newGate(limits.Heavy)
	h, err := New(Config{Store: m.Store, BaseURL: "https://turnpost.example", Limits: limits, heavy: heavy})
	if err != nil {
		t.Fatal(err)
	}
	ask := func(method, path, body string) *httptest.ResponseRecorder {
		ctx, cancel := context.WithCancel(t.Context())
		cancel() // so that no request waits
		r := httptest.NewRequestWithContext(ctx, method, path, strings.NewReader(body))
		r.Header.Set("Content-Type", "application/json")
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		return w
	}
	for range limits.Heavy {
		heavy.running <- struct{}{}
	}
	for path, method := range map[string]string{
		"/v1/analysis": http.MethodPost, "/v1/records/verify": http.MethodPost,
		"/v1/games/" + m.id + "/board.png": http.MethodGet,
	} {
		a := ask(method, path, `{"ruleset":"hnefatafl","turns":[]}`)
		if after, err := strconv.Atoi(a.Header().Get(echo.HeaderRetryAfter)); a.Code != 503 || err != nil || after < 1 {
			t.Errorf("%s: %d, Retry-After %q", path, a.Code, a.Header().Get(echo.HeaderRetryAfter))
		}
	}
	if a := ask(http.MethodGet, "/healthz", ""); a.Code != 200 {
		t.Errorf("what is not heavy: %d", a.Code)
	}
	for range limits.Heavy {
		<-heavy.running
	}
	r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/v1/analysis",
		strings.NewReader(`{"ruleset":"hnefatafl"}`))
	r.Header.Set("Content-Type", "application/json")
	w := httptest.NewRecorder()
	if h.ServeHTTP(w, r); w.Code != 200 {
		t.Errorf("afterwards: %d %s", w.Code, w.Body)
	}
}

func TestGateIsBounded(t *testing.T) {
	g := newGate(1)
	g.running <- struct{}{}
	for range cap(g.waiting) {
		g.waiting <- struct{}{}
	}
	r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/", nil)
	if g.enter(r) {
		t.Error("one request too many was admitted")
	}
	<-g.running
	if !g.enter(r) {
		t.Error("the free place was not given")
	}
}

package api

import (
	"log/slog"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"

	"turnpost/models/store"
)

// BenchmarkRequests measures whole requests without a network.
func BenchmarkRequests(b *testing.B) {
	store, err := store.Open(b.Context(), store.Options{Database: filepath.Join(b.TempDir(), "bench.db")})
	if err != nil {
		b.Fatal(err)
	}
	defer store.Close()
	handler, err := New(Config{Store: store, Limits: noLimits, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		b.Fatal(err)
	}
	for name, request := range map[string]func() *http.Request{
		"health":   func() *http.Request { return httptest.NewRequest(http.MethodGet, "/healthz", nil) },
		"rulesets": func() *http.Request { return httptest.NewRequest(http.MethodGet, "/v1/rulesets", nil) },
		"games":    func() *http.Request { return httptest.NewRequest(http.MethodGet, "/v1/games", nil) },
		"analysis": func() *http.Request {
			r := httptest.NewRequest(http.MethodPost, "/v1/analysis",
				strings.NewReader(`{"ruleset":"hnefatafl","turns":["d1-d2"]}`))
			r.Header.Set("Content-Type", typeJSON)
			return r
		},
	} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				recorder := httptest.NewRecorder()
				if handler.ServeHTTP(recorder, request()); recorder.Code != http.StatusOK {
					b.Fatalf("%d: %s", recorder.Code, recorder.Body)
				}
			}
		})
	}
}

package api

import (
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"testing"

	"turnpost/models/account"
	"turnpost/models/modeltest"
	"turnpost/models/modeltest/cputime"
)

// BenchmarkReads measures the most frequent reads of a player with a token, without a network: of a game, and of an
// inbox in which 50 games wait. Nothing is committed meanwhile.
func BenchmarkReads(b *testing.B) {
	w := modeltest.New(b, modeltest.Options{Log: slog.New(slog.DiscardHandler)})
	ann, bob := w.SignUp("ann"), w.SignUp("bob")
	for range 50 {
		w.Begin(ann, bob, "hnefatafl", "11x11")
	}
	game := "/v1/games/" + w.Play(w.Begin(ann, bob, "hnefatafl", "11x11"), ann, "d1-d2").ID
	token, err := w.CreateToken(b.Context(), ann.ID, account.NewToken{})
	if err != nil {
		b.Fatal(err)
	}
	handler, err := New(Config{
		Store: w.Store, BaseURL: "https://turnpost.example", Limits: noLimits,
		Log: slog.New(slog.NewJSONHandler(io.Discard, nil)),
	})
	if err != nil {
		b.Fatal(err)
	}
	for _, read := range []struct{ name, path, accept string }{
		{"json", game, typeJSON},
		{"text", game, typeText},
		{"svg", game + "/board.svg", typeSVG},
		{"inbox", "/v1/inbox", typeJSON},
	} {
		b.Run(read.name, func(b *testing.B) {
			b.ReportAllocs()
			began := cputime.Used()
			for b.Loop() {
				request := httptest.NewRequest(http.MethodGet, read.path, nil)
				request.Header.Set("Authorization", "Bearer "+token.Secret)
				request.Header.Set("Accept", read.accept)
				recorder := httptest.NewRecorder()
				if handler.ServeHTTP(recorder, request); recorder.Code != http.StatusOK {
					b.Fatalf("%d: %s", recorder.Code, recorder.Body)
				}
			}
			b.ReportMetric(float64((cputime.Used()-began).Microseconds())/float64(b.N), "cpu-µs/op")
		})
	}
}

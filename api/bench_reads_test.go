package api

import (
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"syscall"
	"testing"
	"time"

	"turnpost/models"
	"turnpost/models/modeltest"
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
	token, err := w.CreateToken(b.Context(), ann.ID, models.NewToken{})
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
			began := ownCPU(b)
			for b.Loop() {
				request := httptest.NewRequest(http.MethodGet, read.path, nil)
				request.Header.Set("Authorization", "Bearer "+token.Secret)
				request.Header.Set("Accept", read.accept)
				recorder := httptest.NewRecorder()
				if handler.ServeHTTP(recorder, request); recorder.Code != http.StatusOK {
					b.Fatalf("%d: %s", recorder.Code, recorder.Body)
				}
			}
			b.ReportMetric(float64((ownCPU(b)-began).Microseconds())/float64(b.N), "cpu-µs/op")
		})
	}
}

// ownCPU returns the CPU time of this process. Other programs on a busy machine do not affect it.
func ownCPU(b *testing.B) time.Duration {
	b.Helper()
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		b.Fatal(err)
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}

package api

import (
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"turnpost/models/account"
	"turnpost/rules/rulestest/sample"
)

// areaUnderCurve measures how well a duration distinguishes two kinds of requests: 0.5 is not at all, 1 always.
func areaUnderCurve(a, b []time.Duration) float64 {
	sum := 0.0
	for _, x := range a {
		for _, y := range b {
			switch {
			case x > y:
				sum++
			case x == y:
				sum += 0.5
			}
		}
	}
	area := sum / float64(len(a)*len(b))
	return max(area, 1-area)
}

// timingTries returns the number of requests of each kind: TURNPOST_TIMING_TRIES or a small default.
func timingTries(t *testing.T) int {
	tries := 60
	if text := os.Getenv("TURNPOST_TIMING_TRIES"); text != "" {
		if _, err := fmt.Sscan(text, &tries); err != nil {
			t.Fatal(err)
		}
	}
	return tries
}

// The response time must not reveal whether an address is known. `make timing` sends 400 requests of each kind and
// wants an area of at most 0.55; the few requests of a normal run allow for chance.
func TestTimeTellsNothing(t *testing.T) {
	sample.Whole(t, "measures times")
	tries := timingTries(t)
	most := 0.55
	if tries < 400 {
		most = 0.75
	}
	w := newWorld(t)
	h, err := New(Config{
		Store: w.Store, BaseURL: "https://turnpost.example", Log: slog.New(slog.DiscardHandler),
		Limits: noLimits,
	})
	if err != nil {
		t.Fatal(err)
	}
	for i := range tries {
		email := fmt.Sprintf("known%d@example.org", i)
		if err := w.Register(t.Context(), account.NewPlayer{Name: "p" + fmt.Sprint(i), Email: email}); err != nil {
			t.Fatal(err)
		}
		if _, _, err := w.SignIn(t.Context(), email, w.Code(email), account.NewToken{}); err != nil {
			t.Fatal(err)
		}
	}
	for name, ask := range map[string]struct{ path, body string }{
		"codes":   {"/v1/codes", `{"email":%q}`},
		"tokens":  {"/v1/tokens", `{"email":%q,"code":"12345678"}`},
		"players": {"/v1/players", `{"email":%q,"name":"fresh"}`},
	} {
		var emails []string
		for i := range tries {
			emails = append(emails, fmt.Sprintf("known%d@example.org", i), fmt.Sprintf("other%d@example.org", i))
		}
		rand.Shuffle(len(emails), func(i, j int) { emails[i], emails[j] = emails[j], emails[i] })
		var known, unknown []time.Duration
		for _, email := range emails {
			r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, ask.path,
				strings.NewReader(fmt.Sprintf(ask.body, email)))
			r.Header.Set("Content-Type", typeJSON)
			begin := time.Now()
			h.ServeHTTP(httptest.NewRecorder(), r)
			took := time.Since(begin)
			if strings.HasPrefix(email, "known") {
				known = append(known, took)
			} else {
				unknown = append(unknown, took)
			}
		}
		area := areaUnderCurve(known, unknown)
		slices.Sort(known)
		slices.Sort(unknown)
		t.Logf("%-8s area %.3f, medians %s and %s", name, area, known[tries/2], unknown[tries/2])
		if area > most {
			t.Errorf("%s: the time tells known addresses, area %.3f", name, area)
		}
	}
}

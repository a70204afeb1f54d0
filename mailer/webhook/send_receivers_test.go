package webhook

import (
	"log/slog"
	"net"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"turnpost/models"
	"turnpost/models/hook"
	"turnpost/models/webhook"
	"turnpost/rules/rulestest/sample"
)

// badReceivers answer otherwise than a receiver should.
var badReceivers = map[string]struct {
	answer http.HandlerFunc
	status int
	detail models.HookDetail
	off    bool
	slow   bool          // it does not answer in time
	wait   time.Duration // until the next try, at least
}{
	"refuses":   {answer: status(500), status: 500, detail: hook.HookRefused, wait: 48 * time.Second},
	"not found": {answer: status(404), status: 404, detail: hook.HookRefused, wait: 48 * time.Second},
	"gone":      {answer: status(410), status: 410, detail: hook.HookGone, off: true},
	"too many": {answer: func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Retry-After", "7200")
		w.WriteHeader(http.StatusTooManyRequests)
	}, status: 429, detail: hook.HookRefused, wait: 2 * time.Hour},
	"too many for years": {answer: func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Retry-After", "Fri, 01 Jan 2100 00:00:00 GMT")
		w.WriteHeader(http.StatusServiceUnavailable)
	}, status: 503, detail: hook.HookRefused, wait: 24 * time.Hour},
	"too many for ever": {answer: func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Retry-After", strings.Repeat("9", 30))
		w.WriteHeader(http.StatusTooManyRequests)
	}, status: 429, detail: hook.HookRefused, wait: 24 * time.Hour},
	"too many since long ago": {answer: func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Retry-After", "Fri, 01 Jan 1999 00:00:00 GMT")
		w.WriteHeader(http.StatusTooManyRequests)
	}, status: 429, detail: hook.HookRefused, wait: 48 * time.Second},
	"silent": {answer: func(_ http.ResponseWriter, r *http.Request) {
		<-r.Context().Done()
	}, detail: hook.HookTooSlow, slow: true, wait: 48 * time.Second},
	"trickles headers": {answer: trickle, detail: hook.HookTooSlow, slow: true, wait: 48 * time.Second},
	"hangs up": {answer: func(http.ResponseWriter, *http.Request) {
		panic(http.ErrAbortHandler)
	}, detail: hook.HookUnreachable, wait: 48 * time.Second},
}

func status(code int) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(code) }
}

// trickle sends a header line by line until the sender hangs up.
func trickle(w http.ResponseWriter, _ *http.Request) {
	connection, _, err := http.NewResponseController(w).Hijack()
	if err != nil {
		return
	}
	defer connection.Close()
	line := "HTTP/1.1 200 OK\r\n"
	for {
		if _, err := connection.Write([]byte(line)); err != nil {
			return
		}
		line = "X: y\r\n"
		<-time.After(20 * time.Millisecond)
	}
}

func TestBadReceivers(t *testing.T) {
	for name, bad := range badReceivers {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			url, requests := receiver(t, bad.answer)
			ann, _, made := w.yourTurn(url, webhook.JSON)
			config := Config{patience: time.Minute} // a busy machine does not make these receivers slow
			if bad.slow {
				config.patience = 200 * time.Millisecond // in which a busy machine may not even connect
			}
			stop := w.run(w.Store, config)
			h := w.until(ann, made.ID, tried)
			if h.Last.Status != bad.status || h.Last.Detail != bad.detail || h.On == bad.off || h.Last.FailingSince.IsZero() {
				t.Fatalf("%+v, on: %v", h.Last, h.On)
			}
			stop()
			if bad.off {
				return
			}
			w.Clock.Advance(bad.wait - time.Second)
			if claims, _, err := w.ClaimHooks(t.Context(), 1, time.Minute); err != nil || len(claims) != 0 {
				t.Fatalf("tried again too early: %v, %v", claims, err)
			}
			w.Clock.Advance(bad.wait)
			claims, _, err := w.ClaimHooks(t.Context(), 1, time.Minute)
			if err != nil || len(claims) != 1 || claims[0].Attempts != 2 {
				t.Fatalf("tried again: %v, %v", claims, err)
			}
			if !bad.slow && claims[0].MessageID != next(t, requests).header.Get("Webhook-Id") {
				t.Errorf("the second attempt has another ID: %s", claims[0].MessageID)
			}
		})
	}
}

func TestReceiverIsDown(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ann, _, made := w.yourTurn("http://127.0.0.1:1/", webhook.JSON)
	w.run(w.Store, Config{})
	if h := w.until(ann, made.ID, tried); h.Last.Detail != hook.HookUnreachable || h.Last.Status != 0 {
		t.Errorf("%+v", h.Last)
	}
}

// TestRedirectsAreNotFollowed redirects to a second receiver, which must hear nothing.
func TestRedirectsAreNotFollowed(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	behind, reached := receiver(t, nil)
	url, _ := receiver(t, func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, behind, http.StatusTemporaryRedirect)
	})
	ann, _, made := w.yourTurn(url, webhook.JSON)
	w.run(w.Store, Config{})
	if h := w.until(ann, made.ID, tried); h.Last.Detail != hook.HookRedirected || h.Last.Status != 307 {
		t.Errorf("%+v", h.Last)
	}
	if len(reached) != 0 {
		t.Error("the redirect was followed")
	}
}

// TestEndlessAnswer answers 10 GB with success. The worker must not read them.
func TestEndlessAnswer(t *testing.T) {
	w := newWorld(t)
	wrote := make(chan int, 1)
	url, _ := receiver(t, func(w http.ResponseWriter, _ *http.Request) {
		n, chunk := 0, make([]byte, 1<<20)
		for n < 10<<30 {
			m, err := w.Write(chunk)
			if n += m; err != nil {
				break
			}
		}
		wrote <- n
	})
	ann, _, made := w.yourTurn(url, webhook.JSON)
	w.run(w.Store, Config{})
	if h := w.until(ann, made.ID, tried); h.Last.Detail != hook.HookOK {
		t.Errorf("%+v", h.Last)
	}
	if n := <-wrote; n > 100<<20 {
		t.Errorf("the receiver could send %d MB", n>>20)
	}
}

// A panic outside of an attempt does not end the worker.
func TestWorkerGoesOnAfterAPanic(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	url, requests := receiver(t, nil)
	ann, bob, _ := w.yourTurn(url, webhook.JSON)
	var once sync.Once
	runWorker(t, Config{
		Store: w.Store, Writer: writer(t, w.Store), Guard: NewGuard(loopback, nil), Now: w.Clock.Now,
		Log: slog.New(slog.DiscardHandler), Poll: 5 * time.Millisecond,
		Observe: func(hook.Settled) { once.Do(func() { panic("a bug") }) },
	})
	next(t, requests)
	w.Begin(ann, bob, "hnefatafl", "7x7")
	next(t, requests)
}

// Receivers that hang do not delay the others, even if there are more of them than places.
func TestManyHangingReceivers(t *testing.T) {
	sample.Together(t, "waits for hundreds of receivers")
	w := newWorld(t)
	release := make(chan struct{})
	port := listen(t, func(c net.Conn) { <-release; _ = c.Close() })
	defer close(release)
	ann, bob := w.SignUp("ann"), w.SignUp("bob")
	addDead(t, w.World, ann, parallel+50, port)
	url, requests := receiver(t, nil)
	made := w.hook(bob, hook.NewHook{URL: url})
	if err := w.TestHook(t.Context(), bob.ID, made.ID); err != nil {
		t.Fatal(err)
	}
	w.run(w.Store, Config{patience: time.Hour, slow: 50 * time.Millisecond})
	next(t, requests)
}

package webhook

import (
	"encoding/json"
	"log/slog"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"

	"turnpost/models"
	"turnpost/models/webhook"
	"turnpost/rules/rulestest/sample"
)

// verified reports whether the library of standard-webhooks accepts a request with a secret.
func verified(t *testing.T, r received, secret string) bool {
	t.Helper()
	library, err := standardwebhooks.NewWebhook(secret)
	if err != nil {
		t.Fatal(err)
	}
	return library.Verify([]byte(r.body), r.header) == nil
}

func TestLibraryVerifies(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	url, requests := receiver(t, nil)
	ann, bob, made := w.yourTurn(url+"/hooks/1", webhook.JSON)
	w.run(w.Store, Config{})
	first := next(t, requests)
	if !verified(t, first, made.Secret) || verified(t, first, webhook.SecretText([]byte("another"))) {
		t.Fatalf("the library refuses %+v", first)
	}
	var e event
	if err := json.Unmarshal([]byte(first.body), &e); err != nil {
		t.Fatal(err)
	}
	g := e.Data.Game
	if e.Type != models.KindYourTurn || e.Data.Notice == 0 || g == nil || g.Opponent != "bob" || g.Turn != 1 ||
		g.Ruleset != "hnefatafl" || g.Variant != "7x7" || g.URL != "https://play.example.org/g/"+g.ID || g.Deadline == nil {
		t.Errorf("%s", first.body)
	}
	contains(t, e.Data.Description, "Your turn")
	contains(t, e.Data.Board, "a  b  c  d  e  f  g")

	second, err := w.RotateHookSecret(t.Context(), ann.ID, made.ID)
	if err != nil {
		t.Fatal(err)
	}
	w.Begin(ann, bob, "hnefatafl", "7x7")
	both := next(t, requests)
	if !verified(t, both, made.Secret) || !verified(t, both, second) {
		t.Errorf("a request after the rotation is not signed by both secrets: %v", both.header)
	}
	h := w.until(ann, made.ID, func(h models.Hook) bool { return h.Last != nil })
	if h.Last.Status != http.StatusOK || h.Last.Detail != models.HookOK || !h.Last.FailingSince.IsZero() {
		t.Errorf("%+v", h.Last)
	}
}

// TestNothingInItPlays looks for links and messages in the bodies of all formats: a channel is read by many.
func TestNothingInItPlays(t *testing.T) {
	sample.Whole(t, "sends every kind of event")
	t.Parallel()
	w := newWorld(t)
	ann, bob := w.SignUp("ann"), w.SignUp("bob")
	requests := map[webhook.Format]chan received{}
	for _, format := range webhook.Formats() {
		url := ""
		url, requests[format] = receiver(t, nil)
		w.hook(ann, models.NewHook{URL: url + "/" + string(format), Format: format})
	}
	w.run(w.Store, Config{})
	check := func() {
		t.Helper()
		for format, got := range requests {
			r := next(t, got)
			for _, link := range []string{"between the two", "/s/", "play+", "token", "unsubscribe"} {
				if strings.Contains(r.body, link) {
					t.Errorf("%s has %q: %s", format, link, r.body)
				}
			}
			if len(r.body) > maxBody || r.header.Get("Webhook-Signature") == "" {
				t.Errorf("%s has %d bytes, signed %q", format, len(r.body), r.header.Get("Webhook-Signature"))
			}
		}
		w.Clock.Advance(time.Minute) // for the limit of the host
	}
	c, err := w.CreateChallenge(t.Context(), bob, models.NewChallenge{
		Ruleset: "hnefatafl", Variant: "7x7", Opponent: "ann", Seat: "first", Message: "between the two of us",
	})
	if err != nil {
		t.Fatal(err)
	}
	check()
	g, err := w.AcceptChallenge(t.Context(), ann, c.ID)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.SendMessage(t.Context(), bob.ID, g.ID, "between the two of us @everyone"); err != nil {
		t.Fatal(err)
	}
	check()
	w.Play(g, bob, "d1-c1")
	check()
}

func TestFormats(t *testing.T) {
	for format, parts := range map[webhook.Format][]string{
		webhook.Discord: {
			`"allowed_mentions":{"parse":[]}`, `"embeds":[{"description":"Your turn`, "```\\n", `"url":"https://play`,
		},
		webhook.Slack: {
			`"text":"*Hnefatafl 7×7 (Brandubh) with bob`, "Your turn", "<https://play.example.org/g/", `"unfurl_links":false`,
		},
		webhook.Ntfy: {"Your turn"},
	} {
		w := newWorld(t)
		url, requests := receiver(t, nil)
		w.yourTurn(url, format)
		stop := w.run(w.Store, Config{})
		got := next(t, requests)
		stop()
		contains(t, got.body, parts...)
		if format == webhook.Ntfy {
			contains(t, got.header.Get("Click"), "https://play.example.org/g/")
			contains(t, got.header.Get("Title"), "=?utf-8?b?")
		} else if !json.Valid([]byte(got.body)) {
			t.Errorf("%s: %s", format, got.body)
		}
	}
}

func TestTestOfAHook(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	url, requests := receiver(t, nil)
	ann := w.SignUp("ann")
	made := w.hook(ann, models.NewHook{URL: url})
	off := false
	if _, err := w.UpdateHook(t.Context(), ann.ID, made.ID, models.HookPatch{On: &off}); err != nil {
		t.Fatal(err)
	}
	w.run(w.Store, Config{})
	if err := w.TestHook(t.Context(), ann.ID, made.ID); err != nil {
		t.Fatal(err)
	}
	r := next(t, requests)
	contains(t, r.body, `"type":"test"`, `"description":"This is a test of your webhook.`)
	if !verified(t, r, made.Secret) {
		t.Error("the test is not signed")
	}
	w.until(ann, made.ID, func(h models.Hook) bool { return h.On && h.Last != nil })
}

// badReceivers answer otherwise than a receiver should.
var badReceivers = map[string]struct {
	answer http.HandlerFunc
	status int
	detail models.HookDetail
	off    bool
	slow   bool          // it does not answer in time
	wait   time.Duration // until the next try, at least
}{
	"refuses":   {answer: status(500), status: 500, detail: models.HookRefused, wait: 48 * time.Second},
	"not found": {answer: status(404), status: 404, detail: models.HookRefused, wait: 48 * time.Second},
	"gone":      {answer: status(410), status: 410, detail: models.HookGone, off: true},
	"too many": {answer: func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Retry-After", "7200")
		w.WriteHeader(http.StatusTooManyRequests)
	}, status: 429, detail: models.HookRefused, wait: 2 * time.Hour},
	"too many for years": {answer: func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Retry-After", "Fri, 01 Jan 2100 00:00:00 GMT")
		w.WriteHeader(http.StatusServiceUnavailable)
	}, status: 503, detail: models.HookRefused, wait: 24 * time.Hour},
	"too many for ever": {answer: func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Retry-After", strings.Repeat("9", 30))
		w.WriteHeader(http.StatusTooManyRequests)
	}, status: 429, detail: models.HookRefused, wait: 24 * time.Hour},
	"too many since long ago": {answer: func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Retry-After", "Fri, 01 Jan 1999 00:00:00 GMT")
		w.WriteHeader(http.StatusTooManyRequests)
	}, status: 429, detail: models.HookRefused, wait: 48 * time.Second},
	"silent": {answer: func(_ http.ResponseWriter, r *http.Request) {
		<-r.Context().Done()
	}, detail: models.HookTooSlow, slow: true, wait: 48 * time.Second},
	"trickles headers": {answer: trickle, detail: models.HookTooSlow, slow: true, wait: 48 * time.Second},
	"hangs up": {answer: func(http.ResponseWriter, *http.Request) {
		panic(http.ErrAbortHandler)
	}, detail: models.HookUnreachable, wait: 48 * time.Second},
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
	if h := w.until(ann, made.ID, tried); h.Last.Detail != models.HookUnreachable || h.Last.Status != 0 {
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
	if h := w.until(ann, made.ID, tried); h.Last.Detail != models.HookRedirected || h.Last.Status != 307 {
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
	if h := w.until(ann, made.ID, tried); h.Last.Detail != models.HookOK {
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
		Observe: func(models.HookSettled) { once.Do(func() { panic("a bug") }) },
	})
	next(t, requests)
	w.Begin(ann, bob, "hnefatafl", "7x7")
	next(t, requests)
}

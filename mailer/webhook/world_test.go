package webhook

import (
	"cmp"
	"context"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"sync"
	"testing"
	"time"

	"turnpost/mailer"
	"turnpost/models"
	"turnpost/models/hook"
	"turnpost/models/modeltest"
	"turnpost/models/store"
	"turnpost/models/webhook"
)

// world is a store with players, and webhooks on this machine.
type world struct {
	*modeltest.World
	t       *testing.T
	settled chan hook.Settled // by its workers
}

// newWorld returns a world whose clock shows the real time, which the receivers compare.
func newWorld(t *testing.T) *world {
	t.Helper()
	return &world{modeltest.New(t, modeltest.Options{Now: time.Now()}), t, make(chan hook.Settled, 1000)}
}

// loopback is the network of the receivers.
var loopback = []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}

func writer(t testing.TB, games *store.Store) *mailer.Writer {
	t.Helper()
	w, err := mailer.NewWriter(games, mailer.Identity{
		From: "turnpost@example.org", Site: "https://play.example.org", Domain: "example.org",
	})
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// run runs a worker until the test ends, or until stop is called.
func (w *world) run(store *store.Store, c Config) (stop func()) {
	w.t.Helper()
	if c.Store == nil {
		c.Store = store
	}
	c.Writer, c.Now, c.Log = writer(w.t, store), w.Clock.Now, slog.New(slog.DiscardHandler)
	if c.Guard == nil {
		c.Guard = NewGuard(loopback, nil)
	}
	c.Observe = func(became hook.Settled) { w.settled <- became }
	c.Poll = cmp.Or(c.Poll, 5*time.Millisecond)
	return runWorker(w.t, c)
}

func runWorker(t testing.TB, c Config) (stop func()) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	var running sync.WaitGroup
	running.Go(func() { NewWorker(c).Run(ctx) })
	stop = func() { cancel(); running.Wait() }
	t.Cleanup(stop)
	return stop
}

func (w *world) hook(p models.Player, n hook.NewHook) hook.IssuedHook {
	w.t.Helper()
	made, err := w.CreateHook(w.t.Context(), p.ID, n)
	if err != nil {
		w.t.Fatal(err)
	}
	return made
}

// until waits until the webhook has a result for which is is true.
func (w *world) until(p models.Player, id string, is func(hook.Hook) bool) hook.Hook {
	w.t.Helper()
	for timeout := time.After(time.Minute); ; {
		h, err := w.Hook(w.t.Context(), p.ID, id)
		if err != nil {
			w.t.Fatal(err)
		}
		if is(h) {
			return h
		}
		select {
		case <-w.settled:
		case <-timeout:
			w.t.Fatalf("the webhook has no such result: %+v", h.Last)
		}
	}
}

func tried(h hook.Hook) bool { return h.Last != nil }

// received is a request that a receiver got.
type received struct {
	header http.Header
	path   string
	body   string
}

// receiver answers with a status, and keeps the requests.
func receiver(t testing.TB, answer http.HandlerFunc) (url string, requests chan received) {
	t.Helper()
	requests = make(chan received, 1000)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		text, err := io.ReadAll(r.Body)
		if err != nil {
			t.Error(err)
		}
		requests <- received{r.Header, r.URL.Path, string(text)}
		if answer != nil {
			answer(w, r)
		}
	}))
	t.Cleanup(server.Close)
	return server.URL, requests
}

// next returns the next request.
func next(t testing.TB, requests <-chan received) received {
	t.Helper()
	select {
	case r := <-requests:
		return r
	case <-time.After(time.Minute):
		t.Fatal("nothing was sent")
	}
	return received{}
}

// yourTurn makes a webhook of ann for her turns, and a game in which she is to move.
func (w *world) yourTurn(url string, format webhook.Format) (ann, bob models.Player, made hook.IssuedHook) {
	w.t.Helper()
	ann, bob = w.SignUp("ann"), w.SignUp("bob")
	made = w.hook(ann, hook.NewHook{URL: url, Format: format, Events: []models.Kind{models.KindYourTurn}})
	w.Begin(ann, bob, "hnefatafl", "7x7")
	return ann, bob, made
}

func contains(t *testing.T, text string, parts ...string) {
	t.Helper()
	for _, part := range parts {
		if !strings.Contains(text, part) {
			t.Errorf("%q is not in %s", part, text)
		}
	}
}

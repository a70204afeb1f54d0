package webhook

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"turnpost/models"
	"turnpost/models/hook"
	"turnpost/models/store"
	"turnpost/models/webhook"
	"turnpost/rules/rulestest/sample"
)

// TestTwoProcessesDeliverOnce runs two workers on one database. Each player's webhook has another address of this
// machine, so that the limit of a host does not hold them up.
func TestTwoProcessesDeliverOnce(t *testing.T) {
	sample.Together(t, "delivers in two processes")
	const players, games = 8, 5
	w := newWorld(t)
	second := w.Open()
	t.Cleanup(func() {
		if err := second.Close(); err != nil {
			t.Error(err)
		}
	})
	var mu sync.Mutex
	got := map[string]int{}
	all := make(chan struct{})
	handler := http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		mu.Lock()
		defer mu.Unlock()
		got[r.Header.Get("Webhook-Id")]++
		if len(got) == players*games {
			select {
			case <-all:
			default:
				close(all)
			}
		}
	})
	bob := w.SignUp("bob")
	for i := range players {
		server := httptest.NewUnstartedServer(handler)
		listener, err := net.Listen("tcp", fmt.Sprintf("127.0.0.%d:0", 10+i))
		if err != nil {
			t.Fatal(err)
		}
		_ = server.Listener.Close()
		server.Listener = listener
		server.Start()
		t.Cleanup(server.Close)
		p := w.SignUp("player" + string(rune('a'+i)))
		w.hook(p, hook.NewHook{URL: server.URL, Events: []models.Kind{models.KindYourTurn}})
		for range games {
			w.Begin(p, bob, "hnefatafl", "7x7")
		}
	}
	stops := []func(){w.run(w.Store, Config{}), w.run(second, Config{})}
	select {
	case <-all:
	case <-time.After(time.Minute):
		t.Error("not everything was sent")
	}
	for _, stop := range stops {
		stop()
	}
	for id, n := range got {
		if n != 1 {
			t.Errorf("%s was sent %d times", id, n)
		}
	}
	if waiting, _, err := w.HookQueue(t.Context()); err != nil || waiting != 0 {
		t.Errorf("%d deliveries wait, %v", waiting, err)
	}
}

// unsettled is a store that cannot settle outcomes for longer than a lease lasts.
type unsettled struct {
	*world
	why  error
	left int // settlements that fail
}

func (f *unsettled) SettleHooks(ctx context.Context, outcomes []hook.Outcome) ([]hook.Settled, error) {
	if f.left--; f.left >= 0 {
		f.Clock.Advance(2 * lease)
		return nil, f.why
	}
	return f.Store.SettleHooks(ctx, outcomes)
}

func TestADeliveryThatCannotBeSettledIsNotRepeated(t *testing.T) {
	sample.Together(t, "settles after a lease")
	t.Parallel()
	for _, why := range []error{syscall.ENOSPC, context.DeadlineExceeded} {
		t.Run(why.Error(), func(t *testing.T) {
			w := newWorld(t)
			var requests atomic.Int64
			server := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {
				requests.Add(1)
			}))
			t.Cleanup(server.Close)
			ann := w.SignUp("ann")
			w.hook(ann, hook.NewHook{URL: server.URL, Events: []models.Kind{models.KindYourTurn}})
			w.Begin(ann, w.SignUp("bob"), "hnefatafl", "7x7")
			w.run(w.Store, Config{Store: &unsettled{w, why, 2}})
			if became := <-w.settled; became != hook.HookSent || requests.Load() != 1 {
				t.Errorf("%s after %d requests", became, requests.Load())
			}
		})
	}
}

// crashDatabase names the database for the process that TestKilledBetweenSendingAndSettling kills.
const crashDatabase = "TURNPOST_TEST_HOOK_CRASH"

// TestKilledBetweenSendingAndSettling kills a process when the receiver has its request. Another one must send the same
// again, with the same webhook-id.
func TestKilledBetweenSendingAndSettling(t *testing.T) {
	sample.Whole(t, "kills a process")
	if source := os.Getenv(crashDatabase); source != "" {
		workUntilKilled(t, source)
		return
	}
	w := newWorld(t)
	var once sync.Once
	process := make(chan *exec.Cmd, 1)
	killed := make(chan error, 1)
	url, requests := receiver(t, func(http.ResponseWriter, *http.Request) {
		once.Do(func() { killed <- (<-process).Process.Kill() })
	})
	ann, _, made := w.yourTurn(url, webhook.JSON)
	child := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestKilledBetweenSendingAndSettling$")
	child.Env = append(os.Environ(), crashDatabase+"="+w.Database)
	if err := child.Start(); err != nil {
		t.Fatal(err)
	}
	process <- child
	first := next(t, requests)
	if err := <-killed; err != nil {
		t.Fatal(err)
	}
	_ = child.Wait() // killed
	if h, err := w.Hook(t.Context(), ann.ID, made.ID); err != nil || h.Last != nil {
		t.Fatalf("the killed process has settled: %+v, %v", h, err)
	}
	w.Clock.Advance(time.Until(w.Clock.Now()) + lease + time.Minute)
	w.run(w.Store, Config{})
	again := next(t, requests)
	if again.header.Get("Webhook-Id") != first.header.Get("Webhook-Id") || again.body != first.body {
		t.Errorf("%v\n%s\ninstead of %v\n%s", again.header, again.body, first.header, first.body)
	}
	w.until(ann, made.ID, func(h hook.Hook) bool { return h.Last != nil && h.Last.Detail == hook.HookOK })
}

// workUntilKilled is the process that is killed.
func workUntilKilled(t *testing.T, source string) {
	t.Helper()
	store, err := store.Open(t.Context(), store.Options{Database: source})
	if err != nil {
		t.Fatal(err)
	}
	runWorker(t, Config{Store: store, Writer: writer(t, store), Guard: NewGuard(loopback, nil)})
	<-t.Context().Done() // it is killed before
}

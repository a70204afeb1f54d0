package main

import (
	"io"
	"net"
	"net/http"
	"net/url"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

// ask sends a request and returns the status and the Retry-After header.
func ask(t *testing.T, method, address, token, body string) (status int, retryAfter string) {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), method, address, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	if token != "" {
		request.Header.Set("Authorization", "Bearer "+token)
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	if _, err := io.Copy(io.Discard, response.Body); err != nil {
		t.Fatal(err)
	}
	return response.StatusCode, response.Header.Get("Retry-After")
}

// unavailable fails unless the response is 503 with Retry-After.
func unavailable(t *testing.T, method, address, token, body string) {
	t.Helper()
	status, after := ask(t, method, address, token, body)
	if seconds, err := strconv.Atoi(after); status != http.StatusServiceUnavailable || err != nil || seconds < 1 {
		t.Errorf("%s %s: %d, Retry-After %q", method, address, status, after)
	}
}

// On a full disk changes are 503 and reads work; with room again, both work. A limit on the size of files simulates the
// full disk.
func TestDiskFullOverHTTP(t *testing.T) {
	t.Parallel()
	if _, err := exec.LookPath("prlimit"); err != nil {
		t.Skip("prlimit is not there")
	}
	folder, p := t.TempDir(), newPost(t)
	binary, database := buildProgram(t), filepath.Join(folder, "turnpost.db")
	tokens, game, turns := killedGame(t, p, database)
	process := launch(t, binary, database, p)
	defer func() { _ = process.command.Process.Kill(); <-process.ended }()
	limit := func(bytes string) {
		t.Helper()
		pid := strconv.Itoa(process.command.Process.Pid)
		limit := exec.CommandContext(t.Context(), "prlimit", "--pid", pid, "--fsize="+bytes+":")
		if out, err := limit.CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
	}
	play := process.url + "/v1/games/" + game + "/turns"
	limit("1")
	unavailable(t, "POST", play, tokens[0], turns[0].Input)
	unavailable(t, "POST", process.url+"/v1/codes", "", `{"email":"ann@example.org"}`)
	if status, _ := ask(t, "GET", process.url+"/v1/games/"+game, tokens[0], ""); status != http.StatusOK {
		t.Errorf("a read: %d", status)
	}
	if ply := process.ply(t, game); ply != 0 {
		t.Errorf("%d turns are there, none was answered", ply)
	}
	limit("unlimited")
	// The server may have noticed the full disk by itself; then it says when to ask again.
	status, until := http.StatusServiceUnavailable, time.Now().Add(time.Minute)
	for status == http.StatusServiceUnavailable && time.Now().Before(until) {
		time.Sleep(50 * time.Millisecond)
		status, _ = ask(t, "POST", play, tokens[0], turns[0].Input)
	}
	if status != http.StatusCreated {
		t.Errorf("with room again: %d", status)
	}
	if err := process.command.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	<-process.ended
	exit, out := command(t, "", false, "check", "--database", database)
	if exit != 0 || !strings.Contains(out, " checked: 0 faults") {
		t.Errorf("check: %d: %s", exit, out)
	}
}

// wire is a TCP proxy whose connections can be cut.
type wire struct {
	t       *testing.T
	address string // of this end
	to      string
	mu      sync.Mutex
	cut     bool
	open    []net.Conn
	ended   sync.WaitGroup
}

func newWire(t *testing.T, to string) *wire {
	t.Helper()
	listener, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	w := &wire{t: t, address: listener.Addr().String(), to: to}
	w.ended.Go(func() {
		for {
			here, err := listener.Accept()
			if err != nil {
				return
			}
			w.connect(here)
		}
	})
	t.Cleanup(func() { listener.Close(); w.setCut(true); w.ended.Wait() })
	return w
}

func (w *wire) connect(here net.Conn) {
	w.mu.Lock()
	defer w.mu.Unlock()
	there, err := new(net.Dialer).DialContext(w.t.Context(), "tcp", w.to)
	if w.cut || err != nil {
		here.Close()
		if err == nil {
			there.Close()
		}
		return
	}
	w.open = append(w.open, here, there)
	for _, pair := range [][2]net.Conn{{here, there}, {there, here}} {
		w.ended.Go(func() {
			_, _ = io.Copy(pair[0], pair[1])
			pair[0].Close()
		})
	}
}

func (w *wire) setCut(cut bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.cut = cut
	for _, c := range w.open {
		c.Close()
	}
	w.open = nil
}

// While PostgreSQL is away, requests that need it are 503. The server recovers by itself when it is back.
func TestDatabaseAway(t *testing.T) {
	server := crashDatabase(t)
	if server == "" {
		t.Skip("TURNPOST_TEST_POSTGRES names no server")
	}
	there, err := url.Parse(server)
	if err != nil {
		t.Fatal(err)
	}
	way := newWire(t, there.Host)
	there.Host = way.address
	p := newPost(t)
	i := serveOn(t, there.String(), p)
	ann, bob := i.signUp(p, "ann"), i.signUp(p, "bob")
	game := i.begin(ann, bob, "hnefatafl", "7x7")
	i.call("GET", "/readyz", "", "", 200, nil)
	way.setCut(true)
	for range 20 { // more than the pool has connections
		unavailable(t, "POST", i.url+"/v1/games/"+game.ID+"/turns", ann, "d1-c1")
		unavailable(t, "GET", i.url+"/v1/games/"+game.ID, "", "")
		unavailable(t, "GET", i.url+"/v1/inbox", bob, "")
	}
	unavailable(t, "POST", i.url+"/v1/codes", "", `{"email":"ann@example.org"}`)
	unavailable(t, "GET", i.url+"/readyz", "", "")
	i.call("GET", "/healthz", "", "", 200, nil)
	way.setCut(false)
	eventually(t, "it is ready again", func() bool {
		status, _ := ask(t, "GET", i.url+"/readyz", "", "")
		return status == http.StatusOK
	})
	i.call("POST", "/v1/games/"+game.ID+"/turns", ann, "d1-c1", 201, nil)
	end := time.After(patience)
	for {
		select {
		case m := <-p.mails:
			if m.begins("Your turn against") && m.to == "bob@example.org" {
				return
			}
		case <-end:
			t.Fatal("the mail of the turn did not come")
		}
	}
}

package trials

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

	"turnpost/cmd/api/programtest"
)

// unavailable fails unless the response is 503 with Retry-After.
func unavailable(t *testing.T, method, address, token, body string) {
	t.Helper()
	status, after := programtest.Ask(t, method, address, token, body)
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
	folder, p := t.TempDir(), programtest.NewPost(t)
	binary, database := programtest.BuildProgram(t), filepath.Join(folder, "turnpost.db")
	tokens, game, turns := killedGame(t, p, database)
	process := programtest.Launch(t, binary, database, p)
	defer func() { _ = process.Command.Process.Kill(); <-process.Ended }()
	limit := func(bytes string) {
		t.Helper()
		pid := strconv.Itoa(process.Command.Process.Pid)
		limit := exec.CommandContext(t.Context(), "prlimit", "--pid", pid, "--fsize="+bytes+":")
		if out, err := limit.CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
	}
	play := process.URL + "/v1/games/" + game + "/turns"
	limit("1")
	unavailable(t, "POST", play, tokens[0], turns[0].Input)
	unavailable(t, "POST", process.URL+"/v1/codes", "", `{"email":"ann@example.org"}`)
	if status, _ := programtest.Ask(t, "GET", process.URL+"/v1/games/"+game, tokens[0], ""); status != http.StatusOK {
		t.Errorf("a read: %d", status)
	}
	if ply := process.Ply(t, game); ply != 0 {
		t.Errorf("%d turns are there, none was answered", ply)
	}
	limit("unlimited")
	// The server may have noticed the full disk by itself; then it says when to ask again.
	status, until := http.StatusServiceUnavailable, time.Now().Add(time.Minute)
	for status == http.StatusServiceUnavailable && time.Now().Before(until) {
		time.Sleep(50 * time.Millisecond)
		status, _ = programtest.Ask(t, "POST", play, tokens[0], turns[0].Input)
	}
	if status != http.StatusCreated {
		t.Errorf("with room again: %d", status)
	}
	if err := process.Command.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	<-process.Ended
	exit, out := command(t, "check", "--database", database)
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
	server := programtest.NewPostgres(t)
	if server == "" {
		t.Skip("TURNPOST_TEST_POSTGRES names no server")
	}
	there, err := url.Parse(server)
	if err != nil {
		t.Fatal(err)
	}
	way := newWire(t, there.Host)
	there.Host = way.address
	p := programtest.NewPost(t)
	i := serveOn(t, there.String(), p)
	ann, bob := i.SignUp(p, "ann"), i.SignUp(p, "bob")
	game := i.Begin(ann, bob, "hnefatafl", "7x7")
	i.Call("GET", "/readyz", "", "", 200, nil)
	way.setCut(true)
	for range 20 { // more than the pool has connections
		unavailable(t, "POST", i.URL+"/v1/games/"+game.ID+"/turns", ann, "d1-c1")
		unavailable(t, "GET", i.URL+"/v1/games/"+game.ID, "", "")
		unavailable(t, "GET", i.URL+"/v1/inbox", bob, "")
	}
	unavailable(t, "POST", i.URL+"/v1/codes", "", `{"email":"ann@example.org"}`)
	unavailable(t, "GET", i.URL+"/readyz", "", "")
	i.Call("GET", "/healthz", "", "", 200, nil)
	way.setCut(false)
	programtest.Eventually(t, "it is ready again", func() bool {
		status, _ := programtest.Ask(t, "GET", i.URL+"/readyz", "", "")
		return status == http.StatusOK
	})
	i.Call("POST", "/v1/games/"+game.ID+"/turns", ann, "d1-c1", 201, nil)
	end := time.After(programtest.Patience)
	for {
		select {
		case m := <-p.Mails:
			if m.Begins("Your turn against") && m.To == "bob@example.org" {
				return
			}
		case <-end:
			t.Fatal("the mail of the turn did not come")
		}
	}
}

package trials

import (
	"net/http"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"

	"turnpost/cmd/api/programtest"
)

// The most that a request and the answer of /readyz may take, also without a database.
const (
	mostRequestTime = 10 * time.Second
	mostDrainTime   = 20 * time.Second // for which a stopping server waits for requests under way
	mostReadyTime   = 2 * time.Second
)

// failover is a load on a PostgreSQL server with a synchronous standby: see .ci/standby.
type failover struct {
	*load
	pair string
}

func (f *failover) do(act string) {
	f.t.Helper()
	if out, err := exec.CommandContext(f.t.Context(), f.pair, act).CombinedOutput(); err != nil {
		f.t.Fatalf("%s: %v: %s", act, err, out)
	}
}

// ready asks a server whether it is ready. The answer must come in time.
func (f *failover) ready(server int) bool {
	f.t.Helper()
	began := time.Now()
	status, text := f.request(server, "GET", "/readyz", 0, "", nil)
	if took := time.Since(began); took > mostReadyTime || status == 0 {
		f.t.Errorf("/readyz answers %d after %v: %s", status, took, text)
	}
	return status == http.StatusOK
}

// until waits until both servers say whether they are ready.
func (f *failover) until(ready bool) {
	f.t.Helper()
	for n := range f.servers {
		programtest.Eventually(f.t, "a server says what is true", func() bool { return f.ready(n) == ready })
	}
}

// playOn waits until more turns have been answered, and returns how long that took.
func (f *failover) playOn(turns int) time.Duration {
	f.t.Helper()
	began, want := time.Now(), f.answeredTurns()+turns
	programtest.Eventually(f.t, "turns are played", func() bool { return f.answeredTurns() >= want })
	return time.Since(began)
}

// settleAll waits until no mail is due.
func (f *failover) settleAll() {
	f.t.Helper()
	for end := time.Now().Add(3 * time.Minute); time.Now().Before(end); <-time.After(time.Second) {
		if _, text := f.request(0, "GET", "/metrics", 0, "", nil); strings.Contains(text, "\nturnpost_outbox_depth 0\n") {
			break
		}
	}
	f.settle()
}

// TestDatabaseMachineDies lets people play by HTTP and by mail while the machine of the database, or of its standby,
// dies, freezes or is cut off. Each turn answered 2xx must be there afterwards, with its mails, each request must have
// been answered in time, and a server must end when it is told to.
func TestDatabaseMachineDies(t *testing.T) {
	pair := os.Getenv("TURNPOST_TEST_PAIR")
	if pair == "" {
		t.Skip("TURNPOST_TEST_PAIR names no pair of servers")
	}
	for name, happens := range map[string]func(f *failover) (again time.Duration){
		"primary killed": func(f *failover) time.Duration {
			f.do("kill")
			f.until(false)
			f.do("promote")
			return f.playOn(1)
		},
		"primary frozen": func(f *failover) time.Duration {
			f.do("freeze")
			f.until(false)
			began := time.Now()
			last := f.servers[1]
			if err := last.process.Process.Signal(syscall.SIGTERM); err != nil {
				f.t.Fatal(err)
			}
			_ = last.process.Wait() // it may say that something did not end in time
			if took := time.Since(began); took > mostDrainTime {
				f.t.Errorf("a server took %v to end", took)
			}
			f.do("promote")
			again := f.playOn(1)
			last.launch(f.crash)
			return again
		},
		"primary cut off": func(f *failover) time.Duration {
			f.do("cut")
			f.until(false)
			f.do("promote") // the old primary still runs, and nobody reaches it
			return f.playOn(1)
		},
		"primary cut off for a while": func(f *failover) time.Duration {
			f.do("cut")
			f.until(false)
			f.do("heal")
			return f.playOn(1)
		},
		"standby killed": func(f *failover) time.Duration {
			f.do("kill-standby")
			f.until(false)
			f.do("start-standby")
			return f.playOn(1)
		},
		"primary frozen for a while": func(f *failover) time.Duration {
			f.do("freeze")
			f.until(false)
			f.do("thaw") // nothing else happened: the same server goes on
			return f.playOn(1)
		},
	} {
		t.Run(name, func(t *testing.T) {
			f := &failover{pair: pair, load: &load{crash: &crash{t: t}}}
			f.do("new")
			f.load = newLoad(newCrash(t))
			stopCollecting := f.collect()
			stop := f.play()
			f.playOn(20)
			f.until(true)
			again := happens(f)
			restarted := time.Now()
			f.playOn(20)
			f.until(true)
			stop()
			last := f.settleReplies(restarted)
			f.settleAll()
			stopCollecting()
			f.check()
			f.end()
			f.checkReplies()
			slowest := time.Duration(f.slowestRequest.Load())
			t.Logf("%d turns answered, %d mails, played again after %v, slowest request %v, last reply settled after %v",
				f.answeredTurns(), len(f.mails), again, slowest, last)
			if slowest > mostRequestTime {
				t.Errorf("a request took %v", slowest)
			}
		})
	}
}

// TestUnconfirmedTurn looks at what a player is told whose turn nobody confirms, and sends it again.
func TestUnconfirmedTurn(t *testing.T) {
	pair := os.Getenv("TURNPOST_TEST_PAIR")
	if pair == "" {
		t.Skip("TURNPOST_TEST_PAIR names no pair of servers")
	}
	f := &failover{pair: pair, load: &load{crash: &crash{t: t}}}
	f.do("new")
	p := programtest.NewPost(t)
	i := serveOn(t, programtest.NewPostgres(t), p)
	ann, bob := i.SignUp(p, "ann"), i.SignUp(p, "bob")
	game := i.Begin(ann, bob, "hnefatafl", "7x7")
	f.do("kill-standby")
	var text string
	i.Call("POST", "/v1/games/"+game.ID+"/turns", ann, `{"turn":"d1-c1","ply":0}`, 503, &text)
	if !strings.Contains(text, "nobody knows whether this was stored") {
		t.Errorf("the answer does not say that the turn may be stored: %s", text)
	}
	f.do("start-standby")
	programtest.Eventually(t, "the turn is sent again", func() bool {
		status, _ := programtest.Ask(t, "POST", i.URL+"/v1/games/"+game.ID+"/turns", ann, `{"turn":"d1-c1","ply":0}`)
		return status == http.StatusCreated
	})
	var state programtest.Game
	i.Call("GET", "/v1/games/"+game.ID, "", "", 200, &state)
	if state.Ply != 1 {
		t.Errorf("the turn was played %d times", state.Ply)
	}
}

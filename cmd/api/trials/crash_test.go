package trials

import (
	"math/rand/v2"
	"os"
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

// crash runs servers under load and kills them (SIGKILL) repeatedly: one on SQLite, or two on PostgreSQL if
// TURNPOST_TEST_POSTGRES names a server. If TURNPOST_TEST_POSTGRES_RESTART is a command that stops PostgreSQL, it is
// stopped too.
type crash struct {
	t        *testing.T
	rnd      *rand.Rand // used by the killer only
	binary   string
	database string
	post     *programtest.Post
	servers  []*crashed
	mails    []*programtest.Received // that the collector has taken from post
	boxes    sync.Map                // of channels with the first mail about a turn, by what turnOf says

	behind  time.Duration // how far the clock of the servers is behind
	resumed time.Time     // when the servers began to run again after an outage; zero without one
	slowest time.Duration // from the launch of a server until it answers
}

// crashed is a server that is restarted at the same addresses.
type crashed struct {
	address string // of HTTP
	inbound string // of SMTP
	mu      sync.Mutex
	process *exec.Cmd
}

// gatherMail is how long the servers let notices of a game gather before they are due.
const gatherMail = 500 * time.Millisecond

// crashes returns the number of kills: TURNPOST_TEST_CRASHES, or a few.
func crashes(t *testing.T) int {
	t.Helper()
	n, err := strconv.Atoi(os.Getenv("TURNPOST_TEST_CRASHES"))
	if os.Getenv("TURNPOST_TEST_CRASHES") == "" {
		return 12
	}
	if err != nil || n < 1 {
		t.Fatal("TURNPOST_TEST_CRASHES must be a number above 0")
	}
	return n
}

// TestCrashes kills servers under load by HTTP and by mail. Afterwards every answered turn must be stored, every
// acknowledged reply settled once and soon, every due mail sent, no mail false, and the database without faults.
func TestCrashes(t *testing.T) {
	t.Parallel()
	c := newCrash(t)
	load := newLoad(c)
	stopCollecting := c.collect()
	stop := load.play()
	times := crashes(t)
	c.killTimes(times)
	restarted := time.Now()
	stop()
	last := load.settleReplies(restarted)
	load.settle()
	stopCollecting()
	load.check()
	c.end()
	load.checkReplies()
	turns := load.answeredTurns()
	t.Logf("%d kills, %d turns answered, %d mails came, the last reply was settled %v after the last restart",
		times, turns, len(c.mails), last)
	if 4*len(c.mails) < times {
		t.Errorf("only %d mails came", len(c.mails))
	}
	if turns < times {
		t.Errorf("only %d turns were played between %d kills", turns, times)
	}
}

// killTimes kills servers at random moments, and restarts PostgreSQL at every tenth.
func (c *crash) killTimes(times int) {
	for n := 1; n <= times && !c.t.Failed(); n++ {
		<-time.After(time.Duration(c.rnd.IntN(200)) * time.Millisecond) // the load goes on
		if n%10 == 0 {
			c.restartPostgres()
		}
		c.servers[c.rnd.IntN(len(c.servers))].kill(c)
	}
}

// killUntil kills servers until all players are done, each time after at most so many responses, so that a slow machine
// changes neither the number of kills by much nor the progress between them. It returns the number of kills.
func (l *load) killUntil(players *sync.WaitGroup, responses int) (kills int) {
	done := make(chan struct{})
	go func() { players.Wait(); close(done) }()
	for !l.t.Failed() {
		for next := l.responses.Load() + 1 + int64(l.rnd.IntN(responses)); l.responses.Load() < next; {
			select {
			case <-done:
				return kills
			case <-time.After(time.Millisecond):
			}
		}
		l.servers[l.rnd.IntN(len(l.servers))].kill(l.crash)
		kills++
	}
	return kills
}

// restarts is locked while PostgreSQL restarts, and locked for reading by tests that need it to stay meanwhile.
var restarts sync.RWMutex

// keepPostgres lets no test that runs beside this one restart PostgreSQL until release is called or the test ends.
func keepPostgres(t *testing.T) (release func()) {
	restarts.RLock()
	release = sync.OnceFunc(restarts.RUnlock)
	t.Cleanup(release)
	return release
}

// restartPostgres stops PostgreSQL as a loss of power would, and starts it again, if the tests may.
func (c *crash) restartPostgres() {
	restart := os.Getenv("TURNPOST_TEST_POSTGRES_RESTART")
	if restart == "" {
		return
	}
	restarts.Lock()
	defer restarts.Unlock()
	if out, err := exec.CommandContext(c.t.Context(), "bash", "-c", restart).CombinedOutput(); err != nil {
		c.t.Fatalf("%s: %v: %s", restart, err, out)
	}
}

func newCrash(t *testing.T) *crash { return newCrashIn(t, t.TempDir(), 0) }

// newCrashIn keeps an SQLite database in a folder, and lets the clock of the servers be behind.
func newCrashIn(t *testing.T, folder string, behind time.Duration) *crash {
	c := &crash{
		t: t, behind: behind, rnd: rand.New(rand.NewPCG(11, 11)),
		binary: programtest.BuildProgram(t), post: programtest.NewPost(t),
	}
	servers := 1
	if c.database = programtest.NewPostgres(t); c.database == "" {
		c.database = filepath.Join(folder, "turnpost.db")
	} else {
		servers = 2
	}
	for range servers {
		s := &crashed{address: programtest.FreeAddress(t), inbound: programtest.FreeAddress(t)}
		c.servers = append(c.servers, s)
		s.launch(c)
		t.Cleanup(func() { _ = s.process.Process.Kill(); _ = s.process.Wait() })
	}
	return c
}

// program returns a process of the program, whose clock may be behind.
func (c *crash) program(args ...string) *exec.Cmd {
	if c.behind == 0 {
		return exec.Command(c.binary, args...)
	}
	return withClock(c.t, c.behind, args...)
}

// launch starts the server, repeatedly while its database is away.
func (s *crashed) launch(c *crash) {
	s.mu.Lock()
	defer s.mu.Unlock()
	programtest.Eventually(c.t, "a server starts", func() bool {
		began := time.Now()
		s.process = c.program("serve", "--listen", s.address,
			"--database", c.database, "--smtp", "smtp://"+c.post.Address,
			"--inbound-listen", "smtp://"+s.inbound, "--inbound-secret", crashSecret,
			"--mail-gather", gatherMail.String(),
			"--limit-account", "off", "--limit-address", "off", "--limit-sign-in", "off", "--limit-guesses", "off")
		out, err := s.process.StdoutPipe()
		if err != nil {
			c.t.Fatal(err)
		}
		if err := s.process.Start(); err != nil {
			c.t.Fatal(err)
		}
		first := make([]byte, 1)
		if n, _ := out.Read(first); n == 1 {
			c.slowest = max(c.slowest, time.Since(began))
			return true // it has printed that it serves
		}
		_ = s.process.Wait()
		return false
	})
}

func (s *crashed) kill(c *crash) {
	s.end()
	s.launch(c)
}

// end kills the server and does not restart it.
func (s *crashed) end() {
	s.mu.Lock()
	defer s.mu.Unlock()
	_ = s.process.Process.Kill()
	_ = s.process.Wait()
}

// collect stores the mails that arrive until stop is called, and puts the first mail about each turn into its box.
func (c *crash) collect() (stop func()) {
	stopping, stopped := make(chan struct{}), make(chan struct{})
	keep := func(m *programtest.Received) {
		c.mails = append(c.mails, m)
		if about := turnOf(m); about != "" {
			select {
			case c.box(about) <- m:
			default: // not the first
			}
		}
	}
	go func() {
		defer close(stopped)
		for {
			select {
			case m := <-c.post.Mails:
				keep(m)
			case <-stopping:
				for len(c.post.Mails) > 0 {
					keep(<-c.post.Mails)
				}
				return
			}
		}
	}()
	return func() { close(stopping); <-stopped }
}

// box returns the channel of the first mail about a turn.
func (c *crash) box(about string) chan *programtest.Received {
	box, _ := c.boxes.LoadOrStore(about, make(chan *programtest.Received, 1))
	return box.(chan *programtest.Received)
}

// end stops the servers in order and checks the database.
func (c *crash) end() {
	for _, s := range c.servers {
		if err := s.process.Process.Signal(syscall.SIGTERM); err != nil {
			c.t.Fatal(err)
		}
		if err := s.process.Wait(); err != nil {
			c.t.Errorf("a server ends with %v", err)
		}
	}
	exit, out := command(c.t, "check", "--database", c.database)
	if exit != 0 || !strings.Contains(out, " checked: 0 faults") {
		c.t.Errorf("check: %d: %s", exit, out)
	}
}

package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"turnpost/rules/rulestest"
	"turnpost/rules/rulestest/sample"
)

// TestKilledAtAnyMoment kills the server process (SIGKILL) repeatedly while it receives turns. Afterwards every
// answered turn is stored, every turn is mailed, and no mail is about a turn that was not played.
func TestKilledAtAnyMoment(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	binary := buildProgram(t)
	p, database := newPost(t), filepath.Join(folder, "turnpost.db")
	tokens, game, turns := killedGame(t, p, database)
	rnd := rand.New(rand.NewPCG(7, 7)) // fixed seed
	process := launch(t, binary, database, p)
	answered, kills := 0, 0
	for n := 0; answered < len(turns); n++ {
		killed := make(chan struct{})
		if n%4 == 3 {
			kills++
			time.AfterFunc(time.Duration(rnd.IntN(8000))*time.Microsecond, func() {
				_ = process.command.Process.Kill()
				close(killed)
			})
		} else {
			close(killed)
		}
		status, err := process.submit(tokens[answered%2], game, turns[answered].Input, answered)
		<-killed
		if err == nil && status == http.StatusCreated {
			answered++
		}
		if !process.alive() {
			process = launch(t, binary, database, p)
			ply := process.ply(t, game)
			if ply != answered && ply != answered+1 {
				t.Fatalf("%d turns were answered, %d are there", answered, ply)
			}
			answered = ply // the turn under way may or may not be stored
		} else if err != nil || status != http.StatusCreated {
			t.Fatalf("turn %d: %d, %v", answered+1, status, err)
		}
	}
	if kills < 5 {
		t.Fatalf("only %d kills", kills)
	}
	checkTurnsMailed(t, p, len(turns))
	_ = process.command.Process.Kill()
	<-process.ended
}

// TestTwoSignalsToStop stops a server as timeout(1) and some supervisors do, which signal the process and then its
// group: it still drains. A signal a second later ends it at once. A terminal that is closed sends SIGHUP.
func TestTwoSignalsToStop(t *testing.T) {
	t.Parallel()
	binary := buildProgram(t)
	hangups := make(chan os.Signal, 1)
	signal.Notify(hangups, syscall.SIGHUP) // under nohup(1) the servers would ignore it as well
	defer signal.Stop(hangups)
	for _, stop := range []syscall.Signal{syscall.SIGTERM, syscall.SIGHUP} {
		server := launch(t, binary, databaseFile(t), newPost(t))
		for range 10 {
			_ = server.command.Process.Signal(stop)
			<-time.After(signalPause / 50)
		}
		select {
		case <-server.ended:
		case <-time.After(patience):
			t.Fatalf("the server goes on after %v", stop)
		}
		if state := server.command.ProcessState; state.ExitCode() != 0 {
			t.Errorf("after %v the server ended with %v", stop, state)
		}
	}
}

// TestLateSignalStopsAtOnce repeats the signal to a server that waits for a request that does not end.
func TestLateSignalStopsAtOnce(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	binary := buildProgram(t)
	process := launch(t, binary, filepath.Join(folder, "turnpost.db"), newPost(t))
	hanging, err := net.Dial("tcp", strings.TrimPrefix(process.url, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	defer hanging.Close()
	const half = "POST /v1/players HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\nExpect: 100-continue\r\n\r\n"
	if _, err := io.WriteString(hanging, half); err != nil {
		t.Fatal(err)
	}
	if _, err := hanging.Read(make([]byte, 1)); err != nil { // the request is under way
		t.Fatal(err)
	}
	signalled := time.Now()
	for again := time.NewTicker(10 * time.Millisecond); ; {
		select {
		case <-again.C:
			_ = process.command.Process.Signal(syscall.SIGTERM)
		case <-process.ended:
			if took := time.Since(signalled); took < signalPause || took > drainTime {
				t.Fatalf("the server ended after %v: %v", took, process.command.ProcessState)
			}
			return
		}
	}
}

// buildProgram returns the path of the program, which is built once for all tests. It skips the test in a short run.
func buildProgram(t *testing.T) (binary string) {
	t.Helper()
	sample.Whole(t, "builds the program and starts it in a process")
	binary, err := builtProgram()
	if err != nil {
		t.Fatal(err)
	}
	return binary
}

// builtFolder is the folder of the built program, "" until a test needs it.
var builtFolder string

var builtProgram = sync.OnceValues(func() (binary string, err error) {
	if builtFolder, err = os.MkdirTemp("", "turnpost-test-"); err != nil {
		return "", err
	}
	binary = filepath.Join(builtFolder, "turnpost")
	if out, err := exec.Command("go", "build", "-o", binary, ".").CombinedOutput(); err != nil {
		return "", fmt.Errorf("%w: %s", err, out)
	}
	return binary, nil
})

// TestMain removes the program that was built.
func TestMain(m *testing.M) {
	status := m.Run()
	if builtFolder != "" {
		if err := os.RemoveAll(builtFolder); err != nil {
			fmt.Fprintln(os.Stderr, err)
			status = 1
		}
	}
	os.Exit(status)
}

// killedGame begins a game between ann and bob and returns it with the turns of a recorded one.
func killedGame(t *testing.T, p *post, database string) (tokens [2]string, game string, turns []rulestest.Turn) {
	t.Helper()
	for _, g := range rulestest.Games(t, "hnefatafl", "11x11") {
		if g.Start == "" && len(g.Turns) > 30 {
			turns = g.Turns[:30]
			break
		}
	}
	i := serveOn(t, database, p)
	tokens = [2]string{i.signUp(p, "ann"), i.signUp(p, "bob")}
	challenge := i.challenge(tokens[0], "bob", "hnefatafl", "11x11")
	expectMails(t, p, "bob@example.org") // before accepting: an accepted challenge is not mailed
	begun := i.accept(tokens[1], challenge)
	expectMails(t, p, "ann@example.org")
	if exit := i.stop(); exit != 0 {
		t.Fatalf("stopped with %d", exit)
	}
	return tokens, begun.ID, turns
}

// process is a server in a separate process.
type process struct {
	command *exec.Cmd
	url     string
	ended   chan struct{}
}

func launch(t *testing.T, binary, database string, p *post, env ...string) *process {
	t.Helper()
	command := exec.CommandContext(t.Context(), binary, "serve", "--listen", "127.0.0.1:0",
		"--database", database, "--smtp", "smtp://"+p.address)
	command.Env = append(os.Environ(), env...)
	out, err := command.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	line, err := bufio.NewReader(out).ReadString('\n')
	fields := strings.Fields(line)
	if err != nil || len(fields) < 4 {
		t.Fatalf("the server says %q, %v", line, err)
	}
	server := &process{command: command, url: fields[3], ended: make(chan struct{})}
	go func() {
		_, _ = io.Copy(io.Discard, out)
		_ = command.Wait()
		close(server.ended)
	}()
	return server
}

// alive reports whether the process has not been killed.
func (p *process) alive() bool {
	response, err := http.Get(p.url + "/healthz")
	if err != nil {
		<-p.ended
		return false
	}
	return response.Body.Close() == nil
}

func (p *process) submit(token, game, turn string, ply int) (status int, err error) {
	body := fmt.Sprintf(`{"turn":%q,"ply":%d}`, turn, ply)
	request, err := http.NewRequest(http.MethodPost, p.url+"/v1/games/"+game+"/turns", strings.NewReader(body))
	if err != nil {
		return 0, err
	}
	request.Header.Set("Authorization", "Bearer "+token)
	request.Header.Set("Content-Type", "application/json")
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return 0, err
	}
	return response.StatusCode, response.Body.Close()
}

func (p *process) ply(t *testing.T, game string) int {
	t.Helper()
	response, err := http.Get(p.url + "/v1/games/" + game)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	var g wireGame
	if err := json.NewDecoder(response.Body).Decode(&g); err != nil {
		t.Fatal(err)
	}
	return g.Ply
}

// checkTurnsMailed reads mails until the one about the last turn. A turn that was followed by another before its mail
// was sent needs none. A turn that is mailed twice has one Message-ID.
func checkTurnsMailed(t *testing.T, p *post, turns int) {
	t.Helper()
	ids := map[string]string{}
	for last := fmt.Sprintf(", turn %d.", turns+1); ; {
		m := p.next()
		id := m.GetHeader("Message-ID")
		if before, mailed := ids[m.Text]; mailed && before != id {
			t.Fatalf("%q was sent as %s and as %s", m.Text, before, id)
		}
		ids[m.Text] = id
		if strings.Contains(m.Text, last) {
			return
		}
	}
}

package main

import (
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"turnpost/cmd/api/programtest"
	"turnpost/rules/rulestest"
)

// TestKilledAtAnyMoment kills the server process (SIGKILL) repeatedly while it receives turns. Afterwards every
// answered turn is stored, every turn is mailed, and no mail is about a turn that was not played.
func TestKilledAtAnyMoment(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	binary := programtest.BuildProgram(t)
	p, database := programtest.NewPost(t), filepath.Join(folder, "turnpost.db")
	tokens, game, turns := killedGame(t, p, database)
	rnd := rand.New(rand.NewPCG(7, 7)) // fixed seed
	process := programtest.Launch(t, binary, database, p)
	answered, kills := 0, 0
	for n := 0; answered < len(turns); n++ {
		killed := make(chan struct{})
		if n%4 == 3 {
			kills++
			time.AfterFunc(time.Duration(rnd.IntN(8000))*time.Microsecond, func() {
				_ = process.Command.Process.Kill()
				close(killed)
			})
		} else {
			close(killed)
		}
		status, err := process.Submit(tokens[answered%2], game, turns[answered].Input, answered)
		<-killed
		if err == nil && status == http.StatusCreated {
			answered++
		}
		if !process.Alive() {
			process = programtest.Launch(t, binary, database, p)
			ply := process.Ply(t, game)
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
	_ = process.Command.Process.Kill()
	<-process.Ended
}

// TestTwoSignalsToStop stops a server as timeout(1) and some supervisors do, which signal the process and then its
// group: it still drains. A signal a second later ends it at once. A terminal that is closed sends SIGHUP.
func TestTwoSignalsToStop(t *testing.T) {
	t.Parallel()
	binary := programtest.BuildProgram(t)
	hangups := make(chan os.Signal, 1)
	signal.Notify(hangups, syscall.SIGHUP) // under nohup(1) the servers would ignore it as well
	defer signal.Stop(hangups)
	for _, stop := range []syscall.Signal{syscall.SIGTERM, syscall.SIGHUP} {
		server := programtest.Launch(t, binary, databaseFile(t), programtest.NewPost(t))
		for range 10 {
			_ = server.Command.Process.Signal(stop)
			<-time.After(signalPause / 50)
		}
		select {
		case <-server.Ended:
		case <-time.After(programtest.Patience):
			t.Fatalf("the server goes on after %v", stop)
		}
		if state := server.Command.ProcessState; state.ExitCode() != 0 {
			t.Errorf("after %v the server ended with %v", stop, state)
		}
	}
}

// TestLateSignalStopsAtOnce repeats the signal to a server that waits for a request that does not end.
func TestLateSignalStopsAtOnce(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	binary := programtest.BuildProgram(t)
	process := programtest.Launch(t, binary, filepath.Join(folder, "turnpost.db"), programtest.NewPost(t))
	hanging, err := net.Dial("tcp", strings.TrimPrefix(process.URL, "http://"))
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
			_ = process.Command.Process.Signal(syscall.SIGTERM)
		case <-process.Ended:
			if took := time.Since(signalled); took < signalPause || took > drainTime {
				t.Fatalf("the server ended after %v: %v", took, process.Command.ProcessState)
			}
			return
		}
	}
}

// TestMain removes the program that was built.
func TestMain(m *testing.M) { programtest.RunTests(m) }

// killedGame begins a game between ann and bob and returns it with the turns of a recorded one.
func killedGame(
	t *testing.T, p *programtest.Post, database string,
) (tokens [2]string, game string, turns []rulestest.Turn) {
	t.Helper()
	for _, g := range rulestest.Games(t, "hnefatafl", "11x11") {
		if g.Start == "" && len(g.Turns) > 30 {
			turns = g.Turns[:30]
			break
		}
	}
	i := serveOn(t, database, p)
	tokens = [2]string{i.SignUp(p, "ann"), i.SignUp(p, "bob")}
	challenge := i.Challenge(tokens[0], "bob", "hnefatafl", "11x11")
	programtest.ExpectMails(t, p, "bob@example.org") // before accepting: an accepted challenge is not mailed
	begun := i.Accept(tokens[1], challenge)
	programtest.ExpectMails(t, p, "ann@example.org")
	if exit := i.Stop(); exit != 0 {
		t.Fatalf("stopped with %d", exit)
	}
	return tokens, begun.ID, turns
}

// checkTurnsMailed reads mails until the one about the last turn. A turn that was followed by another before its mail
// was sent needs none. A turn that is mailed twice has one Message-ID.
func checkTurnsMailed(t *testing.T, p *programtest.Post, turns int) {
	t.Helper()
	ids := map[string]string{}
	for last := fmt.Sprintf(", turn %d.", turns+1); ; {
		m := p.Next()
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

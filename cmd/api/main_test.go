package main

import (
	"fmt"
	"io"
	"net"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"turnpost/cmd/api/programtest"
)

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

// TestMain plays the role that a trial has given to the process, or runs the tests.
func TestMain(m *testing.M) {
	if given, err := playRole(); given {
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	programtest.RunTests(m)
}

package main

import (
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"turnpost/cmd/api/programtest"
)

// heldSocket is a socket that outlives the servers that are started on it, as by systemd.
type heldSocket struct {
	t        *testing.T
	file     *os.File
	url      string
	binary   string
	database string
	notices  *net.UnixConn // that the servers send to their supervisor
	log      programtest.Output
}

func newHeldSocket(t *testing.T) *heldSocket {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	file, err := listener.(*net.TCPListener).File()
	if err != nil {
		t.Fatal(err)
	}
	_ = listener.Close() // file is a copy
	h := &heldSocket{
		t: t, file: file, url: "http://" + listener.Addr().String(), binary: programtest.BuildProgram(t),
		database: filepath.Join(t.TempDir(), "turnpost.db"),
	}
	address := &net.UnixAddr{Name: filepath.Join(t.TempDir(), "notify"), Net: "unixgram"}
	if h.notices, err = net.ListenUnixgram("unixgram", address); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = file.Close(); _ = h.notices.Close() })
	return h
}

// start starts a server on the socket and waits until it says that it is ready.
func (h *heldSocket) start() *exec.Cmd {
	h.t.Helper()
	// LISTEN_PID must be that of the server itself.
	process := exec.Command("sh", "-c", `LISTEN_PID=$$ exec "$@"`, "sh", h.binary, "serve",
		"--database", h.database, "--smtp", "file:"+filepath.Join(filepath.Dir(h.database), "mail"),
		"--limit-address", "off", "--base-url", "http://play.example.org", "--listen", "127.0.0.1:1")
	process.ExtraFiles = []*os.File{h.file} // descriptor 3
	process.Env = append(os.Environ(), "LISTEN_FDS=1", "NOTIFY_SOCKET="+h.notices.LocalAddr().String(),
		"WATCHDOG_USEC=300000")
	process.Stdout, process.Stderr = &h.log, &h.log
	if err := process.Start(); err != nil {
		h.t.Fatal(err)
	}
	h.t.Cleanup(func() { _ = process.Process.Kill() })
	h.told("READY=1")
	return process
}

// told waits until a server has told its supervisor something.
func (h *heldSocket) told(state string) {
	h.t.Helper()
	if err := h.notices.SetReadDeadline(time.Now().Add(programtest.Patience)); err != nil {
		h.t.Fatal(err)
	}
	notice := make([]byte, 100)
	for {
		n, err := h.notices.Read(notice)
		if err != nil {
			h.t.Fatalf("no %s: %v: %s", state, err, h.log.String())
		}
		if string(notice[:n]) == state {
			return
		}
	}
}

// TestSupervisorIsTold starts servers on a socket that is handed over, one after the other. Each tells its supervisor
// when it is ready, that it works, and when it stops.
func TestSupervisorIsTold(t *testing.T) {
	t.Parallel()
	h := newHeldSocket(t)
	for range 2 {
		process := h.start()
		h.told("WATCHDOG=1")
		if status, _ := programtest.Ask(t, "GET", h.url+"/readyz", "", ""); status != http.StatusOK {
			t.Errorf("on the socket that was handed over: %d", status)
		}
		if err := process.Process.Signal(syscall.SIGTERM); err != nil {
			t.Fatal(err)
		}
		h.told("STOPPING=1")
		if err := process.Wait(); err != nil {
			t.Fatalf("a server ends with %v: %s", err, h.log.String())
		}
	}
}

package trials

import (
	"bufio"
	"context"
	"encoding/json"
	"io"
	"os"
	"os/exec"
	"syscall"
	"testing"
	"time"

	"turnpost/cmd/api/programtest"
)

// TestMain removes what the tests have built.
func TestMain(m *testing.M) { programtest.RunTests(m) }

// command runs a subcommand and returns its exit status and output.
func command(t *testing.T, args ...string) (exit int, out string) {
	t.Helper()
	return build{t, programtest.BuildProgram(t)}.run("", args...)
}

// serveOn starts a server with a database and a mail server.
func serveOn(t *testing.T, database string, p *programtest.Post, flags ...string) *programtest.Instance {
	t.Helper()
	address := programtest.FreeAddress(t)
	server := exec.Command(programtest.BuildProgram(t), append([]string{
		"serve", "--listen", address, "--database", database, "--smtp", "smtp://" + p.Address,
		"--base-url", "http://play.example.org",
	}, flags...)...)
	server.Env = append(os.Environ(), "TURNPOST_MAIL_GATHER=0s") // tests wait for each mail
	return programtest.Start(t, serving(t, server, address))
}

// serving lets programtest.Start run a server that listens at an address in a process.
func serving(t *testing.T, server *exec.Cmd, address string) func(context.Context, io.Writer, func(string)) int {
	return func(ctx context.Context, out io.Writer, serves func(address string)) (exit int) {
		server.Stderr = out
		printed, err := server.StdoutPipe()
		if err == nil {
			err = server.Start()
		}
		if err != nil {
			t.Error(err)
			return -1
		}
		defer context.AfterFunc(ctx, func() { _ = server.Process.Signal(syscall.SIGTERM) })()
		lines := bufio.NewReader(io.TeeReader(printed, out))
		if _, err := lines.ReadString('\n'); err == nil {
			serves(address)
		}
		_, _ = io.Copy(io.Discard, lines)
		_ = server.Wait()
		return server.ProcessState.ExitCode()
	}
}

// withClock returns a process of the program whose clock is behind: the tests of the program in a role.
func withClock(t *testing.T, behind time.Duration, args ...string) *exec.Cmd {
	t.Helper()
	list, err := json.Marshal(args)
	if err != nil {
		t.Fatal(err)
	}
	process := exec.Command(programtest.BuildTests(t))
	process.Env = append(os.Environ(), "TURNPOST_TEST_PROGRAM="+string(list), "TURNPOST_TEST_BEHIND="+behind.String())
	return process
}

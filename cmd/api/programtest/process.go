package programtest

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"

	"turnpost/rules/rulestest/sample"
)

// RepliesTo matches the line in which a server says where it takes replies.
var RepliesTo = regexp.MustCompile(`, replies to smtp://(\S+)`)

// BuildProgram returns the path of the program, which is built once for all tests. It skips the test in a short run.
func BuildProgram(t *testing.T) (binary string) {
	t.Helper()
	sample.Whole(t, "builds the program and starts it in a process")
	binary, err := builtProgram()
	if err != nil {
		t.Fatal(err)
	}
	return binary
}

// BuildTests returns the path of the tests of the program, which are built once. Their TestMain runs parts of the
// program that no setting reaches, in a process.
func BuildTests(t *testing.T) (binary string) {
	t.Helper()
	binary, err := builtTests()
	if err != nil {
		t.Fatal(err)
	}
	return binary
}

var builtProgram, builtTests = builtOnce("turnpost", "build"), builtOnce("turnpost.test", "test", "-c", "-vet=off")

// builtFolder is the folder of what was built, "" until a test needs it.
var builtFolder string

var makeBuiltFolder = sync.OnceValue(func() (err error) {
	builtFolder, err = os.MkdirTemp("", "turnpost-test-")
	return err
})

// builtOnce returns a function that builds a file by a command of go when it is first called, and returns its path.
func builtOnce(name string, command ...string) func() (path string, err error) {
	return sync.OnceValues(func() (path string, err error) {
		if err := makeBuiltFolder(); err != nil {
			return "", err
		}
		path = filepath.Join(builtFolder, name)
		if out, err := exec.Command("go", append(command, "-o", path, "turnpost/cmd/api")...).CombinedOutput(); err != nil {
			return "", fmt.Errorf("%w: %s", err, out)
		}
		return path, nil
	})
}

// RunTests runs the tests of a package, removes what they have built, and exits.
func RunTests(m *testing.M) {
	status := m.Run()
	if builtFolder != "" {
		if err := os.RemoveAll(builtFolder); err != nil {
			fmt.Fprintln(os.Stderr, err)
			status = 1
		}
	}
	os.Exit(status)
}

// Process is a server in a separate process.
type Process struct {
	Command *exec.Cmd
	URL     string
	Ended   chan struct{} // closed when the process has ended
}

// Launch starts a server on a database, with additional environment variables. The end of the test kills it.
func Launch(t *testing.T, binary, database string, p *Post, env ...string) *Process {
	t.Helper()
	command := exec.CommandContext(t.Context(), binary, "serve", "--listen", "127.0.0.1:0",
		"--database", database, "--smtp", "smtp://"+p.Address)
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
	server := &Process{Command: command, URL: fields[3], Ended: make(chan struct{})}
	go func() {
		_, _ = io.Copy(io.Discard, out)
		_ = command.Wait()
		close(server.Ended)
	}()
	return server
}

// Alive reports whether the process has not been killed.
func (p *Process) Alive() bool {
	response, err := http.Get(p.URL + "/healthz")
	if err != nil {
		<-p.Ended
		return false
	}
	return response.Body.Close() == nil
}

// Submit sends a turn of a game that is at a ply. The error is that of the connection.
func (p *Process) Submit(token, game, turn string, ply int) (status int, err error) {
	body := fmt.Sprintf(`{"turn":%q,"ply":%d}`, turn, ply)
	request, err := http.NewRequest(http.MethodPost, p.URL+"/v1/games/"+game+"/turns", strings.NewReader(body))
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

// Ply returns the number of turns of a game.
func (p *Process) Ply(t *testing.T, game string) int {
	t.Helper()
	response, err := http.Get(p.URL + "/v1/games/" + game)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	var g Game
	if err := json.NewDecoder(response.Body).Decode(&g); err != nil {
		t.Fatal(err)
	}
	return g.Ply
}

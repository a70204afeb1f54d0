package trials

import (
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"turnpost/cmd/api/programtest"
)

// failingDisk makes the disk refuse to sync while the file named by FAIL_SYNC exists.
const failingDisk = `#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdlib.h>
#include <unistd.h>
static int fails(void) {
	const char *file = getenv("FAIL_SYNC");
	return file && access(file, F_OK) == 0;
}
int fsync(int fd) {
	static int (*real)(int);
	if (!real) real = (int (*)(int))dlsym(RTLD_NEXT, "fsync");
	if (fails()) { errno = EIO; return -1; }
	return real(fd);
}
int fdatasync(int fd) {
	static int (*real)(int);
	if (!real) real = (int (*)(int))dlsym(RTLD_NEXT, "fdatasync");
	if (fails()) { errno = EIO; return -1; }
	return real(fd);
}
`

// TestDiskThatRefusesToSync makes fsync fail: nothing is acknowledged and /readyz is 503 with the reason. When the disk
// works again, so does the server.
func TestDiskThatRefusesToSync(t *testing.T) {
	t.Parallel()
	folder, binary := t.TempDir(), programtest.BuildProgram(t)
	library, fails := buildLibrary(t, folder, "failing", failingDisk), filepath.Join(folder, "fails")
	p, database := programtest.NewPost(t), filepath.Join(folder, "turnpost.db")
	tokens, game, turns := killedGame(t, p, database)
	server := programtest.Launch(t, binary, database, p, "LD_PRELOAD="+library, "FAIL_SYNC="+fails)
	turn := func(n, want int) {
		t.Helper()
		if status, err := server.Submit(tokens[n%2], game, turns[n].Input, n); err != nil || status != want {
			t.Fatalf("turn %d: %d, %v; want %d", n+1, status, err, want)
		}
	}
	ready := func(status int, text string) func() bool {
		return func() bool {
			response, err := http.Get(server.URL + "/readyz")
			if err != nil {
				return false
			}
			defer response.Body.Close()
			said, _ := io.ReadAll(response.Body)
			return response.StatusCode == status && strings.Contains(string(said), text)
		}
	}
	turn(0, http.StatusCreated)
	if err := os.WriteFile(fails, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	turn(1, http.StatusServiceUnavailable)
	programtest.Eventually(t, "/readyz is 503", ready(http.StatusServiceUnavailable, "its disk refuses to write"))
	turn(1, http.StatusServiceUnavailable)
	if ply := server.Ply(t, game); ply != 1 {
		t.Errorf("%d turns are stored, 1 was acknowledged", ply)
	}
	if err := os.Remove(fails); err != nil {
		t.Fatal(err)
	}
	programtest.Eventually(t, "/readyz is 200", ready(http.StatusOK, ""))
	turn(1, http.StatusCreated)
	_ = server.Command.Process.Signal(syscall.SIGTERM)
	<-server.Ended
	if status, out := command(t, "check", "--database", database); status != 0 {
		t.Errorf("check: %s", out)
	}
}

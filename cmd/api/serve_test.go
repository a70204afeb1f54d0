package main

import (
	"runtime"
	"testing"
)

// While every processor waits for the disk the server still accepts requests.
func TestAServerHasAThreadMoreThanProcessors(t *testing.T) {
	t.Setenv("GOMAXPROCS", "") // the environment of the test run may set it
	i := serveOn(t, databaseFile(t), newPost(t))
	i.call("GET", "/readyz", "", "", 200, nil)
	if n := runtime.GOMAXPROCS(0); n != processors+waitingThreads {
		t.Errorf("it runs %d threads, want %d", n, processors+waitingThreads)
	}
}

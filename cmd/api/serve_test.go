package main

import (
	"runtime"
	"testing"
)

// A server that waits for its disk on every processor still reads what players send.
func TestAServerHasAThreadMoreThanProcessors(t *testing.T) {
	t.Setenv("GOMAXPROCS", "") // of whoever runs the tests
	i := serveOn(t, databaseFile(t), newPost(t))
	i.call("GET", "/readyz", "", "", 200, nil)
	if n := runtime.GOMAXPROCS(0); n != processors+waitingThreads {
		t.Errorf("it runs %d threads, want %d", n, processors+waitingThreads)
	}
}

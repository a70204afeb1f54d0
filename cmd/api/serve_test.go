package main

import (
	"runtime"
	"testing"
)

// While every processor waits for the disk the server still accepts requests.
func TestAServerHasAThreadMoreThanProcessors(t *testing.T) {
	t.Setenv("GOMAXPROCS", "") // the environment of the test run may set it
	t.Setenv("GOGC", "100")    // the other tests keep their garbage collector
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	i := startProgram(t, &program{alone: true}, "--listen", "127.0.0.1:0", "--database", databaseFile(t),
		"--smtp", "file:"+t.TempDir())
	i.Call("GET", "/readyz", "", "", 200, nil)
	if n := runtime.GOMAXPROCS(0); n != processors+waitingThreads {
		t.Errorf("it runs %d threads, want %d", n, processors+waitingThreads)
	}
}

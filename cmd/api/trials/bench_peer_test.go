package trials

import (
	"bufio"
	"encoding/json"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// benchPeer is a process with one role in the benchmark. It reads orders as lines of JSON and answers each with a line.
type benchPeer struct {
	t   *testing.T
	in  io.WriteCloser
	out *bufio.Reader
}

// newBenchPeer starts this test binary in a role, with additional environment variables.
func newBenchPeer(t *testing.T, role string, env ...string) *benchPeer {
	t.Helper()
	command := exec.CommandContext(t.Context(), os.Args[0], "-test.run", "^TestBenchRole$")
	command.Env = append(append(os.Environ(), "TURNPOST_TEST_BENCH_ROLE="+role), env...)
	command.Stderr = os.Stderr
	in, err := command.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := command.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { in.Close(); _ = command.Wait() })
	return &benchPeer{t: t, in: in, out: bufio.NewReader(out)}
}

// ask sends an order and waits for the answer.
func (p *benchPeer) ask(order, answer any) {
	p.t.Helper()
	if err := json.NewEncoder(p.in).Encode(order); err != nil {
		p.t.Fatal(err)
	}
	line, err := p.out.ReadBytes('\n')
	if err != nil {
		p.t.Fatalf("a part of the benchmark ended: %v", err)
	}
	if err := json.Unmarshal(line, answer); err != nil {
		p.t.Fatalf("%v: %s", err, line)
	}
}

// serveOrders is the loop of a peer.
func serveOrders[O, A any](t *testing.T, do func(O) A) {
	t.Helper()
	orders, answers := json.NewDecoder(os.Stdin), json.NewEncoder(os.Stdout)
	for {
		var order O
		if err := orders.Decode(&order); err == io.EOF {
			os.Exit(0) // so that standard output has only answers
		} else if err != nil {
			t.Fatal(err)
		}
		answer := do(order)
		if t.Failed() { // the asker reads the failure in place of an answer
			t.FailNow()
		}
		if err := answers.Encode(answer); err != nil {
			t.Fatal(err)
		}
	}
}

// TestBenchRole runs a role in a process of the benchmark.
func TestBenchRole(t *testing.T) {
	switch os.Getenv("TURNPOST_TEST_BENCH_ROLE") {
	case "client":
		serveOrders(t, newBenchClient().run)
	case "bare":
		serveOrders(t, newBareWriter(t, os.Getenv("TURNPOST_TEST_BENCH_DATABASE")).run)
	default:
		t.Skip("a part of TestBench")
	}
}

// A library that replaces functions of the C library, so that fsync takes longer than on this machine.
const shimSource = `
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <time.h>
static void wait_for_disk(void) {
	const char *us = getenv("TURNPOST_TEST_BENCH_FSYNC");
	long n = us ? atol(us) : 0;
	struct timespec t = {n / 1000000, (n % 1000000) * 1000};
	nanosleep(&t, NULL);
}
int fsync(int fd) {
	static int (*real)(int);
	if (!real) real = (int (*)(int))dlsym(RTLD_NEXT, "fsync");
	wait_for_disk();
	return real(fd);
}
int fdatasync(int fd) {
	static int (*real)(int);
	if (!real) real = (int (*)(int))dlsym(RTLD_NEXT, "fdatasync");
	wait_for_disk();
	return real(fd);
}
`

func buildShim(t *testing.T, folder string) string {
	return buildLibrary(t, folder, "slow", shimSource)
}

// buildLibrary compiles a shared library for LD_PRELOAD.
func buildLibrary(t *testing.T, folder, name, code string) string {
	t.Helper()
	source, library := filepath.Join(folder, name+".c"), filepath.Join(folder, name+".so")
	if err := os.WriteFile(source, []byte(code), 0o600); err != nil {
		t.Fatal(err)
	}
	compile := exec.CommandContext(t.Context(), "cc", "-O2", "-shared", "-fPIC", "-o", library, source, "-ldl")
	if out, err := compile.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return library
}

package main

import (
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"os/signal"
	"syscall"
	"testing"
	"time"
)

// program returns a process of the program. If its clock is to be behind, it is this test binary, which runs the same
// code with another clock.
func (c *crash) program(args ...string) *exec.Cmd {
	if c.behind == 0 {
		return exec.Command(c.binary, args...)
	}
	list, err := json.Marshal(args)
	if err != nil {
		c.t.Fatal(err)
	}
	process := exec.Command(os.Args[0], "-test.run", "^TestProgramRole$")
	process.Env = append(os.Environ(), "TURNPOST_TEST_PROGRAM="+string(list), "TURNPOST_TEST_BEHIND="+c.behind.String())
	return process
}

// TestProgramRole is the program with a clock that is behind.
func TestProgramRole(t *testing.T) {
	list := os.Getenv("TURNPOST_TEST_PROGRAM")
	if list == "" {
		t.Skip("a process of the rehearsal")
	}
	var args []string
	behind, err := time.ParseDuration(os.Getenv("TURNPOST_TEST_BEHIND"))
	if err == nil {
		err = json.Unmarshal([]byte(list), &args)
	}
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM)
	defer stop()
	exit := runWith(&program{
		ctx: ctx, out: os.Stdout, err: os.Stderr, serves: func(string) {}, alone: true,
		now: func() time.Time { return time.Now().Add(-behind) },
	}, args, os.Getenv)
	if exit != 0 {
		t.Fatalf("the program ended with %d", exit)
	}
}

package main

import (
	"context"
	"encoding/json"
	"os"
	"os/signal"
	"syscall"
	"testing"
	"time"
)

// TestProgramRole is the program in a process of a trial: with a clock that is behind, or without its mail worker.
func TestProgramRole(t *testing.T) {
	list := os.Getenv("TURNPOST_TEST_PROGRAM")
	if database := os.Getenv("TURNPOST_TEST_MAILLESS"); database != "" {
		serveWithoutMail(t, database)
		return
	}
	if list == "" {
		t.Skip("a process of a trial")
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

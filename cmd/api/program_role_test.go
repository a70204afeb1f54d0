package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/signal"
	"syscall"
	"time"
)

// playRole runs the program as a trial asks by the environment: with a clock that is behind, or without its mail
// worker.
func playRole() (given bool, err error) {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM)
	defer stop()
	if database := os.Getenv("TURNPOST_TEST_MAILLESS"); database != "" {
		return true, serveWithoutMail(ctx, database)
	}
	list := os.Getenv("TURNPOST_TEST_PROGRAM")
	if list == "" {
		return false, nil
	}
	var args []string
	behind, err := time.ParseDuration(os.Getenv("TURNPOST_TEST_BEHIND"))
	if err == nil {
		err = json.Unmarshal([]byte(list), &args)
	}
	if err != nil {
		return true, err
	}
	exit := runWith(&program{
		ctx: ctx, out: os.Stdout, err: os.Stderr, serves: func(string) {}, alone: true,
		now: func() time.Time { return time.Now().Add(-behind) },
	}, args, os.Getenv)
	if exit != 0 {
		return true, fmt.Errorf("the program ended with %d", exit)
	}
	return true, nil
}

package main

import (
	"context"
	"fmt"
	"io"
	"net"
	"os"
	"os/signal"
	"runtime/debug"
	"runtime/pprof"
	"syscall"
	"testing"

	"github.com/VictoriaMetrics/metrics"
	_ "github.com/jackc/pgx/v5/stdlib"

	"turnpost/models/store"
)

// serveWithoutMail runs the program without its mail worker.
func serveWithoutMail(t *testing.T, database string) {
	t.Helper()
	off := rateSetting{}
	if err := off.UnmarshalText([]byte("off")); err != nil {
		t.Fatal(err)
	}
	s := &settings{
		serverSettings:  serverSettings{Database: database, Registration: "open"},
		mailOutSettings: mailOutSettings{SMTP: "file:unused", From: "turnpost@localhost"},
		requestLimits: requestLimits{
			LimitAccount: off, LimitAddress: off, LimitSignIn: off, LimitGuesses: off, LimitAnalysis: off,
		},
	}
	log := newLog(io.Discard)
	st, err := store.Open(t.Context(), store.Options{Database: database, Log: log})
	if err != nil {
		t.Fatal(err)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	watch, err := store.NewWatch(t.Context(), st)
	if err != nil {
		t.Fatal(err)
	}
	running := &server{
		store: st, baseURL: "http://" + listener.Addr().String(), log: log,
		metrics: metrics.NewSet(), health: newHealth(watch, st),
	}
	handler, err := newHandler(t.Context(), s, running)
	if err != nil {
		t.Fatal(err)
	}
	if os.Getenv("GOGC") == "" { // like the server
		debug.SetGCPercent(gcPercent)
	}
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM)
	defer stop()
	if file := os.Getenv("TURNPOST_TEST_BENCH_PROFILE"); file != "" {
		f, err := os.Create(file)
		if err != nil {
			t.Fatal(err)
		}
		if err := pprof.StartCPUProfile(f); err != nil {
			t.Fatal(err)
		}
		defer pprof.StopCPUProfile()
	}
	fmt.Printf("turnpost serves on %s\n", running.baseURL)
	front := newFront(listener, log, handler)
	front.setHandler(handler)
	if err := front.serve(ctx, 0); err != nil {
		t.Fatal(err)
	}
}

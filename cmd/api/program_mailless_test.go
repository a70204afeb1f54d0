package main

import (
	"context"
	"fmt"
	"io"
	"net"
	"os"
	"runtime/debug"
	"runtime/pprof"

	"github.com/VictoriaMetrics/metrics"
	_ "github.com/jackc/pgx/v5/stdlib"

	"turnpost/models/store"
)

// serveWithoutMail runs the program without its mail worker.
func serveWithoutMail(ctx context.Context, database string) error {
	off := rateSetting{}
	if err := off.UnmarshalText([]byte("off")); err != nil {
		return err
	}
	s := &settings{
		serverSettings:  serverSettings{Database: database, Registration: "open"},
		mailOutSettings: mailOutSettings{SMTP: "file:unused", From: "turnpost@localhost"},
		requestLimits: requestLimits{
			LimitAccount: off, LimitAddress: off, LimitSignIn: off, LimitGuesses: off, LimitAnalysis: off,
		},
	}
	log := newLog(io.Discard)
	st, err := store.Open(ctx, store.Options{Database: database, Log: log})
	if err != nil {
		return err
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	watch, err := store.NewWatch(ctx, st)
	if err != nil {
		return err
	}
	running := &server{
		store: st, baseURL: "http://" + listener.Addr().String(), log: log,
		metrics: metrics.NewSet(), health: newHealth(watch, st),
	}
	handler, err := newHandler(ctx, s, running)
	if err != nil {
		return err
	}
	if os.Getenv("GOGC") == "" { // like the server
		debug.SetGCPercent(gcPercent)
	}
	if file := os.Getenv("TURNPOST_TEST_BENCH_PROFILE"); file != "" {
		f, err := os.Create(file)
		if err != nil {
			return err
		}
		if err := pprof.StartCPUProfile(f); err != nil {
			return err
		}
		defer pprof.StopCPUProfile()
	}
	fmt.Printf("turnpost serves on %s\n", running.baseURL)
	front := newFront(listener, log, handler)
	front.setHandler(handler)
	return front.serve(ctx, 0)
}

package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"runtime"
	"sync/atomic"

	"turnpost/api"
)

// front is the HTTP server. It answers from the first moment, at first by a handler for the time of the start, so that
// a supervisor does not take a long migration for a server that hangs.
type front struct {
	web     *http.Server
	handler atomic.Pointer[http.Handler]
	ended   chan error
}

// newFront serves a listener.
func newFront(listener net.Listener, starting http.Handler) *front {
	f := &front{ended: make(chan error, 1)}
	f.show(starting)
	f.web = &http.Server{
		Handler:           http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { (*f.handler.Load()).ServeHTTP(w, r) }),
		ReadHeaderTimeout: api.ReadHeaderTimeout, ReadTimeout: api.ReadTimeout,
		WriteTimeout: api.WriteTimeout, IdleTimeout: api.IdleTimeout, MaxHeaderBytes: api.MaxHeaderBytes,
	}
	go func() { f.ended <- f.web.Serve(listener) }()
	return f
}

// show has the requests from now on answered by a handler.
func (f *front) show(handler http.Handler) { f.handler.Store(&handler) }

// serve serves until ctx ends, then lets the requests under way finish.
func (f *front) serve(ctx context.Context) error {
	if os.Getenv("GOMAXPROCS") == "" { // what was made before knows the processors by it
		runtime.GOMAXPROCS(processors + waitingThreads)
	}
	select {
	case err := <-f.ended:
		return err
	case <-ctx.Done():
	}
	drain, cancel := context.WithTimeout(context.WithoutCancel(ctx), drainTime)
	defer cancel()
	if err := f.web.Shutdown(drain); err != nil {
		return fmt.Errorf("some requests did not end in time: %w", err)
	}
	return nil
}

// close ends what serve has left.
func (f *front) close() error {
	if err := f.web.Close(); !errors.Is(err, net.ErrClosed) {
		return err
	}
	return nil
}

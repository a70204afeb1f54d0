package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"sync/atomic"
	"time"

	"turnpost/api"
)

// The times by which a restart of one process disturbs fewer requests. They do not make it seamless. From the end of
// one process to the listener of the next, connections are refused, unless systemd holds the socket, where they wait. A
// start that takes longer than startWait is answered by 503. A request that a client sends on a kept connection at the
// instant at which the server closes it fails.
const (
	// startWait is how long a request waits for a server that starts, before the answer is 503.
	startWait = 2 * time.Second
	// partingTime is how long a server that was told to stop asks each client, by its responses, to connect anew, before
	// it closes idle connections. A busy proxy has then left its kept connections; an idle one keeps them until they are
	// closed, and does not repeat a turn that it sends on one just then.
	partingTime = 500 * time.Millisecond
)

// front is the HTTP server. Until the start is over it answers /healthz with a provisional handler, so that a
// supervisor does not mistake a long migration for a server that hangs; other requests wait for the start.
type front struct {
	web      *http.Server
	starting http.Handler
	handler  atomic.Pointer[http.Handler] // nil during the start
	begun    chan struct{}                // closed by setHandler
	parting  atomic.Bool
	ended    chan error
}

// newFront serves a listener with a provisional handler.
func newFront(listener net.Listener, log *slog.Logger, starting http.Handler) *front {
	f := &front{ended: make(chan error, 1), begun: make(chan struct{}), starting: starting}
	f.web = &http.Server{
		Handler: f, ErrorLog: slog.NewLogLogger(log.Handler(), slog.LevelWarn),
		ReadHeaderTimeout: api.ReadHeaderTimeout, ReadTimeout: api.ReadTimeout,
		WriteTimeout: api.WriteTimeout, IdleTimeout: api.IdleTimeout, MaxHeaderBytes: api.MaxHeaderBytes,
	}
	go func() { f.ended <- f.web.Serve(listener) }()
	return f
}

// ServeHTTP serves a request.
func (f *front) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if f.parting.Load() {
		w.Header().Set("Connection", "close")
	}
	if handler := f.handler.Load(); handler != nil {
		(*handler).ServeHTTP(w, r)
		return
	}
	if !api.AnsweredAtStart(r) {
		select {
		case <-f.begun:
			(*f.handler.Load()).ServeHTTP(w, r)
			return
		case <-r.Context().Done():
		case <-time.After(startWait):
		}
	}
	f.starting.ServeHTTP(w, r)
}

// setHandler ends the start: requests go to the handler.
func (f *front) setHandler(handler http.Handler) {
	f.handler.Store(&handler)
	close(f.begun)
}

// serve returns after ctx is done and the requests under way have finished, at most drainTime after it stops accepting
// connections. Before that it asks clients to connect anew, for the time of parting.
func (f *front) serve(ctx context.Context, parting time.Duration) error {
	select {
	case err := <-f.ended:
		return err
	case <-ctx.Done():
	}
	f.parting.Store(true)
	select {
	case err := <-f.ended:
		return err
	case <-time.After(parting):
	}
	drain, cancel := context.WithTimeout(context.WithoutCancel(ctx), drainTime)
	defer cancel()
	if err := f.web.Shutdown(drain); err != nil {
		return fmt.Errorf("some requests did not end in time: %w", err)
	}
	return nil
}

// close closes the listener and all connections.
func (f *front) close() error {
	if err := f.web.Close(); !errors.Is(err, net.ErrClosed) {
		return err
	}
	return nil
}

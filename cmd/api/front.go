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

// The times of a restart that players do not notice.
const (
	// startWait is how long a request waits for a server that starts, before it is told so.
	startWait = 2 * time.Second
	// partingTime is how long a server that was told to stop asks each client, by its responses, to connect anew. It
	// then closes connections that nobody uses: a proxy does not repeat a turn that it sent on one that was just closed.
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

// serve returns after ctx is done and the requests under way have finished. parting is how long it takes leave of its
// clients.
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

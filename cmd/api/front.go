package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"sync/atomic"

	"turnpost/api"
)

// front is the HTTP server. During the start it answers with a provisional handler, so that a supervisor does not
// mistake a long migration for a server that hangs.
type front struct {
	web     *http.Server
	handler atomic.Pointer[http.Handler]
	ended   chan error
}

// newFront serves a listener with a provisional handler.
func newFront(listener net.Listener, starting http.Handler) *front {
	f := &front{ended: make(chan error, 1)}
	f.setHandler(starting)
	f.web = &http.Server{
		Handler:           f,
		ReadHeaderTimeout: api.ReadHeaderTimeout, ReadTimeout: api.ReadTimeout,
		WriteTimeout: api.WriteTimeout, IdleTimeout: api.IdleTimeout, MaxHeaderBytes: api.MaxHeaderBytes,
	}
	go func() { f.ended <- f.web.Serve(listener) }()
	return f
}

// ServeHTTP serves a request with the current handler.
func (f *front) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	(*f.handler.Load()).ServeHTTP(w, r)
}

// setHandler replaces the handler for subsequent requests.
func (f *front) setHandler(handler http.Handler) { f.handler.Store(&handler) }

// serve returns after ctx is done and the requests under way have finished.
func (f *front) serve(ctx context.Context) error {
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

// close closes the listener and all connections.
func (f *front) close() error {
	if err := f.web.Close(); !errors.Is(err, net.ErrClosed) {
		return err
	}
	return nil
}

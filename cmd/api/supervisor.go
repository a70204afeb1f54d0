package main

import (
	"context"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"time"

	"github.com/coreos/go-systemd/v22/activation"
	"github.com/coreos/go-systemd/v22/daemon"
)

// listen returns the listener of HTTP: the socket that systemd holds for the service, which players can connect to
// while no process accepts, or else a new one at an address.
func listen(ctx context.Context, address string, log *slog.Logger) (net.Listener, error) {
	held, err := activation.Listeners()
	if err != nil {
		return nil, fmt.Errorf("the sockets of systemd: %w", err)
	}
	switch {
	case len(held) > 1:
		return nil, fmt.Errorf("systemd hands over %d sockets; turnpost.socket must have one", len(held))
	case len(held) == 1 && held[0] == nil:
		return nil, fmt.Errorf("the socket of systemd must be a stream, such as ListenStream=%s", address)
	case len(held) == 1:
		log.Info("systemd holds the socket; --listen is not used", "listen", held[0].Addr().String())
		return held[0], nil
	}
	listener, err := new(net.ListenConfig).Listen(ctx, "tcp", address)
	if err != nil {
		return nil, fmt.Errorf("--listen %s: %w", address, err)
	}
	return listener, nil
}

// notify tells the supervisor about the state of the process, if one asked by NOTIFY_SOCKET.
func notify(log *slog.Logger, state string) {
	if _, err := daemon.SdNotify(false, state); err != nil {
		log.Warn("the supervisor could not be told", "state", state, "error", err)
	}
}

// watchdog tells the supervisor that the process works, as often as it asked to be told, for as long as the handler
// answers /healthz. It returns when ctx is done, or at once if the supervisor does not watch.
func watchdog(ctx context.Context, log *slog.Logger, handler http.Handler) {
	every, err := daemon.SdWatchdogEnabled(false)
	if err != nil || every == 0 {
		return
	}
	again := time.NewTicker(every / 3)
	defer again.Stop()
	for {
		answer := httptest.NewRecorder()
		handler.ServeHTTP(answer, httptest.NewRequestWithContext(ctx, http.MethodGet, "/healthz", nil))
		if answer.Code == http.StatusOK {
			notify(log, daemon.SdNotifyWatchdog)
		}
		select {
		case <-ctx.Done():
			return
		case <-again.C:
		}
	}
}

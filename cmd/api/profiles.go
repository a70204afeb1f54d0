package main

import (
	"context"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/http/pprof"

	"turnpost/api"
)

// listenProfiles serves the profiles of the program at an address of this machine until the server that it returns is
// closed. It refuses requests by other names than the machine's own, which a page of another site could make a browser
// send.
func listenProfiles(ctx context.Context, address string, log *slog.Logger) (*http.Server, error) {
	listener, err := new(net.ListenConfig).Listen(ctx, "tcp", address)
	if err != nil {
		return nil, fmt.Errorf("--admin-listen %s: %w", address, err)
	}
	profiles := http.NewServeMux()
	profiles.HandleFunc("/debug/pprof/", pprof.Index)
	profiles.HandleFunc("/debug/pprof/cmdline", pprof.Cmdline)
	profiles.HandleFunc("/debug/pprof/profile", pprof.Profile)
	profiles.HandleFunc("/debug/pprof/symbol", pprof.Symbol)
	profiles.HandleFunc("/debug/pprof/trace", pprof.Trace)
	web := &http.Server{
		ReadHeaderTimeout: api.ReadHeaderTimeout, ErrorLog: slog.NewLogLogger(log.Handler(), slog.LevelWarn),
		Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			host, _, err := net.SplitHostPort(r.Host)
			if err != nil {
				host = r.Host
			}
			if !loopback(host) {
				http.Error(w, "ask by 127.0.0.1 or localhost", http.StatusForbidden)
				return
			}
			profiles.ServeHTTP(w, r)
		}),
	}
	go func() { _ = web.Serve(listener) }() // ends when it is closed
	log.Info("profiles are served", "admin_listen", listener.Addr().String())
	return web, nil
}

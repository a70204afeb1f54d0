package main

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"time"
)

type readyCommand struct {
	Listen string `default:"127.0.0.1:8080" help:"Address and port that the server listens on."`
}

// readyTime bounds the request.
const readyTime = 4 * time.Second

// Run requests /readyz from the server on this machine, for containers without curl.
func (c *readyCommand) Run(p *program) error {
	host, port, err := net.SplitHostPort(c.Listen)
	if err != nil {
		return fmt.Errorf("--listen %q: must be address:port, such as 127.0.0.1:8080", c.Listen)
	}
	if ip := net.ParseIP(host); host == "" || ip.IsUnspecified() {
		host = "127.0.0.1"
	}
	ctx, cancel := context.WithTimeout(p.ctx, readyTime)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+net.JoinHostPort(host, port)+"/readyz", nil)
	if err != nil {
		return err
	}
	request.Header.Set("Accept", "text/plain, application/json")
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return err
	}
	text, err := io.ReadAll(io.LimitReader(response.Body, 4<<10))
	_ = response.Body.Close() // the body was read
	if err != nil {
		return err
	}
	if response.StatusCode != http.StatusOK {
		return fmt.Errorf("not ready: %d: %s", response.StatusCode, strings.TrimSpace(string(text)))
	}
	_, err = fmt.Fprintln(p.out, "ready")
	return err
}

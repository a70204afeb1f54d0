package main

import (
	"context"
	"database/sql"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"turnpost/cmd/api/programtest"
)

// TestHealthAnswersFromTheFirstMoment starts a server on a database with an open write transaction: until its commit
// the server cannot record its heartbeat.
func TestHealthAnswersFromTheFirstMoment(t *testing.T) {
	t.Parallel()
	database, mail := databaseFile(t), programtest.NewPost(t)
	serveOn(t, database, mail).Stop()
	other, err := sql.Open("sqlite3", "file:"+database+"?_txlock=immediate")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = other.Close() })
	writing, err := other.BeginTx(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := writing.ExecContext(t.Context(), "UPDATE heartbeats SET at = at - 7 * 86400000"); err != nil {
		t.Fatal(err)
	}

	address := programtest.FreeAddress(t)
	ctx, stop := context.WithCancel(t.Context())
	ready, ended, out := make(chan struct{}), make(chan int, 1), &programtest.Output{}
	p := &program{ctx: ctx, out: out, err: out, now: time.Now, serves: func(string) { close(ready) }}
	go func() {
		ended <- runWith(p, []string{
			"serve", "--listen", address, "--database", database, "--smtp", "smtp://" + mail.Address,
			"--base-url", "http://play.example.org",
		}, func(string) string { return "" })
	}()
	t.Cleanup(func() {
		stop()
		<-ended
	})
	client := &http.Client{Timeout: programtest.Patience}
	ask := func(method, path, accept string) (int, http.Header, string) {
		t.Helper()
		request, err := http.NewRequestWithContext(t.Context(), method, "http://"+address+path, nil)
		if err != nil {
			t.Fatal(err)
		}
		request.Header.Set("Accept", accept)
		response, err := client.Do(request)
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = response.Body.Close() }()
		text, err := io.ReadAll(response.Body)
		if err != nil {
			t.Fatal(err)
		}
		return response.StatusCode, response.Header, string(text)
	}
	waitForListener(t, address)
	if status, _, text := ask("GET", "/healthz", "application/json"); status != 200 || !strings.Contains(text, `"ok"`) {
		t.Errorf("/healthz is %d %s", status, text)
	}
	var asking sync.WaitGroup // all at once, as each waits for the start
	for _, c := range []struct{ method, path, accept, form string }{
		{"GET", "/readyz", "application/json", "application/problem+json"},
		{"GET", "/", "text/html", "application/problem+json"},
		{"POST", "/v1/games/abc/turns", "text/plain", "text/plain; charset=utf-8"},
		{"GET", "/inbox", "", ""},
	} {
		asking.Go(func() {
			status, header, text := ask(c.method, c.path, c.accept)
			if status != 503 || header.Get("Retry-After") == "" || !strings.Contains(text, "the server is starting") {
				t.Errorf("%s %s: %d %v %s", c.method, c.path, status, header, text)
			}
			if c.form != "" && header.Get("Content-Type") != c.form {
				t.Errorf("%s %s is %s", c.method, c.path, header.Get("Content-Type"))
			}
		})
	}
	asking.Wait()
	waited := make(chan int, 1)
	go func() {
		status, _, _ := ask("GET", "/v1/rulesets", "application/json")
		waited <- status
	}()
	if err := writing.Commit(); err != nil {
		t.Fatal(err)
	}
	select {
	case <-ready:
	case <-time.After(programtest.Patience):
		t.Fatalf("the server does not start: %s", out)
	}
	if status, _, text := ask("GET", "/readyz", "application/json"); status != 200 {
		t.Errorf("/readyz is %d %s", status, text)
	}
	if status := <-waited; status != 200 {
		t.Errorf("a request that came during the start got %d", status)
	}
}

// waitForListener returns when connections to an address are accepted.
func waitForListener(t *testing.T, address string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	for {
		connection, err := new(net.Dialer).DialContext(ctx, "tcp", address)
		if err == nil {
			_ = connection.Close()
			return
		}
		if ctx.Err() != nil {
			t.Fatal(err)
		}
	}
}

package db

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"net"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
)

// frozenServer accepts connections and answers nothing, as a machine does that is frozen.
func frozenServer(t *testing.T) (url string, accepted chan struct{}) {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = listener.Close() })
	accepted = make(chan struct{}, 100)
	go func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			accepted <- struct{}{}
			go func() { _, _ = io.Copy(io.Discard, conn) }()
		}
	}()
	return "postgres://postgres@" + listener.Addr().String() + "/postgres?sslmode=disable", accepted
}

// Where the pulse has heard nothing in time, a request for a connection fails at once, and nobody waits for another
// time-out. The pulse alone goes on asking.
func TestNobodyWaitsForAFrozenServer(t *testing.T) {
	source, accepted := frozenServer(t)
	config, err := pgx.ParseConfig(source)
	if err != nil {
		t.Fatal(err)
	}
	h := newHosts(config, 100*time.Millisecond)
	p := newPulse(h, 10*time.Millisecond, 100*time.Millisecond, slog.New(slog.DiscardHandler))
	for h.silent.Load() == nil {
		select {
		case <-accepted:
		case <-t.Context().Done():
			t.Fatal("the pulse does not notice that nothing is answered")
		}
	}
	said := p.err()
	p.close() // it asks no more
	for len(accepted) > 0 {
		<-accepted
	}
	if _, err := h.Connect(t.Context()); !Unavailable(err) || len(accepted) > 0 {
		t.Errorf("a connection: %v; the server was asked %d times", err, len(accepted))
	}
	h.answers()
	if _, err := h.Connect(t.Context()); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("once it answers, a connection is tried: %v", err)
	}
	if said == nil {
		t.Error("the pulse says that the database answers")
	}
}

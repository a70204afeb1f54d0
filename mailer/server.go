package mailer

import (
	"context"
	"crypto/tls"
	"errors"
	"slices"
	"sync"
	"time"

	"github.com/wneessen/go-mail"
)

const (
	exchangeTimeout = 30 * time.Second
	restMost        = 20 * time.Second // of a connection without work
)

// server is a Transport to one mail server. It keeps the connections that have
// done their work for the next messages, for a short while.
type server struct {
	setting Setting
	timeout time.Duration
	tls     *tls.Config

	mu      sync.Mutex
	resting []*connection // the last used at the end
	closed  bool
}

func newServer(s Setting, o OpenOptions) *server {
	t := &server{setting: s, timeout: o.Timeout, tls: &tls.Config{MinVersion: tls.VersionTLS12}}
	if t.timeout == 0 {
		t.timeout = exchangeTimeout
	}
	if o.TLS != nil {
		t.tls = o.TLS.Clone()
	}
	t.tls.ServerName = s.host
	return t
}

// Send hands the message to the mail server. A connection that the server has
// closed while it rested is replaced; any other failure is for the caller to judge.
func (t *server) Send(ctx context.Context, m *Message) error {
	if c := t.wake(); c != nil {
		err := t.sendBy(ctx, c, m)
		if lost, ok := errors.AsType[*mail.SendError](err); !ok || lost.Reason != mail.ErrConnCheck {
			return err
		}
	}
	c, err := t.connect(ctx)
	if err != nil {
		return err
	}
	return t.sendBy(ctx, c, m)
}

// sendBy uses a connection and keeps it if it is good for more.
func (t *server) sendBy(ctx context.Context, c *connection, m *Message) error {
	err := c.send(ctx, m, t.timeout)
	if err == nil {
		t.rest(c)
		return nil
	}
	_ = c.conn.Close() // the failure itself is what matters
	if m.msg.IsDelivered() {
		return nil // the server has taken it; only what came after failed
	}
	return err
}

// Close ends the connections.
func (t *server) Close() error {
	t.mu.Lock()
	t.closed = true
	resting := t.resting
	t.resting = nil
	t.mu.Unlock()
	for _, c := range resting {
		c.quit()
	}
	return nil
}

// wake takes a resting connection, or nil.
func (t *server) wake() *connection {
	t.mu.Lock()
	defer t.mu.Unlock()
	last := len(t.resting) - 1
	if last < 0 {
		return nil
	}
	c := t.resting[last]
	t.resting = t.resting[:last]
	c.alarm.Stop()
	return c
}

// rest keeps a connection until it is needed again or has rested for too long.
func (t *server) rest(c *connection) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.closed {
		go c.quit()
		return
	}
	c.alarm = time.AfterFunc(restMost, func() {
		if t.remove(c) {
			c.quit()
		}
	})
	t.resting = append(t.resting, c)
}

// remove tells whether the connection was still resting.
func (t *server) remove(c *connection) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	at := slices.Index(t.resting, c)
	if at < 0 {
		return false
	}
	t.resting = slices.Delete(t.resting, at, at+1)
	return true
}

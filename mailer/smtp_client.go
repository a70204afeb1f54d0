package mailer

import (
	"context"
	"crypto/tls"
	"errors"
	"slices"
	"sync"
	"time"

	"github.com/wneessen/go-mail/log"
)

const (
	exchangeTimeout = 30 * time.Second
	maxIdle         = 20 * time.Second // of an idle connection
)

// smtpClient is a Transport to one mail server. It keeps connections for the next messages for a short time.
type smtpClient struct {
	setting Outbound
	timeout time.Duration
	tls     *tls.Config
	trace   log.Logger // of the conversations; nil for none

	mu     sync.Mutex
	idle   []*connection // the last used at the end
	closed bool
}

func newSMTPClient(s Outbound, o OutboundOptions) *smtpClient {
	t := &smtpClient{setting: s, timeout: o.Timeout, tls: &tls.Config{MinVersion: tls.VersionTLS12}}
	if t.timeout == 0 {
		t.timeout = exchangeTimeout
	}
	if o.TLS != nil {
		t.tls = o.TLS.Clone()
	}
	t.tls.ServerName = s.host
	t.tls.DynamicRecordSizingDisabled = true // a message is read as a whole
	return t
}

// Send hands the message to the mail server. A connection that the server closed while it was idle is replaced; any
// other failure is returned.
func (t *smtpClient) Send(ctx context.Context, m *Message) error {
	if c := t.takeIdle(); c != nil {
		err := t.sendBy(ctx, c, m)
		if failed, ok := errors.AsType[*exchangeError](err); !ok || !failed.closedEarly() || ctx.Err() != nil {
			return err
		}
	}
	c, err := t.connect(ctx)
	if err != nil {
		return err
	}
	return t.sendBy(ctx, c, m)
}

// sendBy sends on a connection and keeps it if it is still usable.
func (t *smtpClient) sendBy(ctx context.Context, c *connection, m *Message) error {
	err := c.send(ctx, m, t.timeout)
	if err == nil {
		t.keepIdle(c)
		return nil
	}
	_ = c.conn.Close() // the first error matters
	return err
}

// Close ends the connections.
func (t *smtpClient) Close() error {
	t.mu.Lock()
	t.closed = true
	idle := t.idle
	t.idle = nil
	t.mu.Unlock()
	for _, c := range idle {
		c.quit()
	}
	return nil
}

// takeIdle returns an idle connection, or nil.
func (t *smtpClient) takeIdle() *connection {
	t.mu.Lock()
	defer t.mu.Unlock()
	last := len(t.idle) - 1
	if last < 0 {
		return nil
	}
	c := t.idle[last]
	t.idle = t.idle[:last]
	c.idleTimer.Stop()
	return c
}

// keepIdle keeps a connection until it is used again or was idle for maxIdle.
func (t *smtpClient) keepIdle(c *connection) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.closed {
		go c.quit()
		return
	}
	c.idleTimer = time.AfterFunc(maxIdle, func() {
		if t.remove(c) {
			c.quit()
		}
	})
	t.idle = append(t.idle, c)
}

// remove removes an idle connection, and reports whether it was idle still.
func (t *smtpClient) remove(c *connection) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	at := slices.Index(t.idle, c)
	if at < 0 {
		return false
	}
	t.idle = slices.Delete(t.idle, at, at+1)
	return true
}

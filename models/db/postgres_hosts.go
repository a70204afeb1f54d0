package db

import (
	"context"
	"database/sql/driver"
	"errors"
	"net"
	"sync"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/stdlib"
)

// hosts connects to the one of several hosts that takes writes, beginning with the one that did last: of the others any
// may be dead, frozen, cut off or a standby. It is a driver.Connector.
type hosts struct {
	each    []driver.Connector
	last    atomic.Int32  // number of the host that was connected to last
	timeout time.Duration // of a connection to one host

	// silent is why nothing is to be asked of the server at present, nil if it answers. A request for a connection gets it
	// at once: with a time-out for each, one after another, those who wait would wait much longer than one.
	silent atomic.Pointer[error]

	mu   sync.Mutex
	open map[*openConn]struct{}
}

// newHosts returns the hosts of a configuration. Of several, only one that takes writes is good, unless the operator
// has chosen others by target_session_attrs.
func newHosts(config *pgx.ConnConfig, timeout time.Duration, options ...stdlib.OptionOpenDB) *hosts {
	h := &hosts{timeout: timeout, open: map[*openConn]struct{}{}}
	if config.ConnectTimeout > 0 {
		h.timeout = config.ConnectTimeout
	}
	dial := config.DialFunc
	config.DialFunc = func(ctx context.Context, network, address string) (net.Conn, error) {
		conn, err := dial(ctx, network, address)
		if err != nil {
			return nil, err
		}
		return h.track(conn), nil
	}
	list := perHost(config)
	for _, one := range list {
		if len(list) > 1 && one.ValidateConnect == nil {
			one.ValidateConnect = pgconn.ValidateConnectTargetSessionAttrsReadWrite
		}
		h.each = append(h.each, stdlib.GetConnector(*one, options...))
	}
	return h
}

// perHost returns a configuration for each host, with and without TLS as the whole has it.
func perHost(config *pgx.ConnConfig) (list []*pgx.ConnConfig) {
	first := &pgconn.FallbackConfig{Host: config.Host, Port: config.Port, TLSConfig: config.TLSConfig}
	for _, way := range append([]*pgconn.FallbackConfig{first}, config.Fallbacks...) {
		if n := len(list); n > 0 && list[n-1].Host == way.Host && list[n-1].Port == way.Port {
			list[n-1].Fallbacks = append(list[n-1].Fallbacks, way)
			continue
		}
		one := config.Copy()
		one.Host, one.Port, one.TLSConfig, one.Fallbacks = way.Host, way.Port, way.TLSConfig, nil
		list = append(list, one)
	}
	return list
}

// Connect is part of driver.Connector.
func (h *hosts) Connect(ctx context.Context) (driver.Conn, error) {
	if err := h.silent.Load(); err != nil {
		return nil, *err
	}
	return h.try(ctx)
}

// try connects to a host even if none answered before.
func (h *hosts) try(ctx context.Context) (driver.Conn, error) {
	var errs []error
	first := int(h.last.Load())
	for i := range h.each {
		n := (first + i) % len(h.each)
		trying, cancel := context.WithTimeout(ctx, h.timeout)
		conn, err := h.each[n].Connect(trying)
		cancel()
		if err == nil {
			h.last.Store(int32(n))
			return conn, nil
		}
		if errs = append(errs, err); ctx.Err() != nil {
			break
		}
	}
	h.last.Store(int32((first + 1) % len(h.each))) // so that one that is frozen does not delay each search
	return nil, errors.Join(errs...)
}

// Driver is part of driver.Connector.
func (h *hosts) Driver() driver.Driver { return h.each[0].Driver() }

// openConn is a network connection that hosts can cut.
type openConn struct {
	net.Conn
	of *hosts
}

func (h *hosts) track(conn net.Conn) net.Conn {
	c := &openConn{conn, h}
	h.mu.Lock()
	defer h.mu.Unlock()
	h.open[c] = struct{}{}
	return c
}

// Close closes the connection.
func (c *openConn) Close() error {
	c.of.mu.Lock()
	delete(c.of.open, c)
	c.of.mu.Unlock()
	return c.Conn.Close()
}

// cut ends all connections: what waits for an answer on one fails at once, and so does what wants one until answers is
// called.
func (h *hosts) cut(why error) {
	h.silent.Store(&why)
	h.mu.Lock()
	defer h.mu.Unlock()
	for c := range h.open {
		_ = c.Conn.Close() // its user gets the error
	}
	clear(h.open)
}

// answers ends what cut began.
func (h *hosts) answers() { h.silent.Store(nil) }
